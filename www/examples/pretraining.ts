import { tensor } from "../src/state/values.ts";
import { named } from "./example.ts";

export const vocabulary = named("the", "cat", "dog", "drinks", "milk");

/** A word of the vocabulary, and one of the sentence's words. */
export const anyWord = { distribution: "integers", minimum: 0, maximum: 4 } as const;

/** The numbers of the words of the sentence. */
export const sentenceTokens = tensor([4], [0, 1, 3, 4]);
