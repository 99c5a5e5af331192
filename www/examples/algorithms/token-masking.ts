import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { compares, named, shows } from "../example.ts";

/** Nine words of a vocabulary of eight: 0 is the mask, 1 the, 2 cat, 3 drinks, 4 milk, 5 and, 6 dog, 7 water. */
const text = named("the", "cat", "drinks", "milk", "and", "the", "dog", "drinks", "water");

const tokens = tensor([9], [1, 2, 3, 4, 5, 1, 6, 3, 7]);

export const example: Example = {
  algorithm: "token-masking",
  inputs: { tokens, seed: 380, vocabulary: 8, maskToken: 0, rate: 0.45 },
  labels: { position: text },
  start: { step: "masking.corrupted", cell: [6] },
  random: { tokens: { distribution: "integers", minimum: 1, maximum: 7 } },
  claims: [
    shows("masking.corrupted", [3], 0),
    shows("masking.corrupted", [7], 0),
    shows("masking.corrupted", [6], 2),
    shows("masking.selected", [2], 1),
    compares("masking.corrupted", [2], "equals", [2], "masking.tokens"),
  ],
};
