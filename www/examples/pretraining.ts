import { tensor } from "../src/state/values.ts";
import { compares, type Examples, named, shows, soft } from "./example.ts";
import { sentence } from "./things.ts";

const vocabulary = named("the", "cat", "dog", "drinks", "milk");
/** Nine words of a vocabulary of eight: 0 is the mask, 1 the, 2 cat, 3 drinks, 4 milk, 5 and, 6 dog, 7 water. */
const text = named("the", "cat", "drinks", "milk", "and", "the", "dog", "drinks", "water");
const tokens = tensor([9], [1, 2, 3, 4, 5, 1, 6, 3, 7]);
/** A word of the vocabulary, and one of the sentence's words. */
const anyWord = { distribution: "integers", minimum: 0, maximum: 4 } as const;

/** What a model bets on at each position: a row of scores over the vocabulary. */
const logits = tensor([4, 5], [2, 0, 0, 0, 0, 0, 1, 1.5, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0.5, 2.5]);
const nextLogits = tensor([4, 5], [0, 1.5, 1.5, 0, 0.5, 0, 0, 0, 2, 0, 0.5, 0, 0, 0, 2, 0, 0, 0, 0, 0]);
/** The numbers of the words of the sentence. */
const sentenceTokens = tensor([4], [0, 1, 3, 4]);
const hidden = named("cat", "milk");

export const examples: Examples = {
  "token-masking": {
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
  },
  "masked-language-model-loss": {
    algorithm: "masked-language-model-loss",
    inputs: { logits, labels: sentenceTokens, masked: tensor([2], [1, 3]) },
    labels: { position: sentence, word: vocabulary, guess: hidden },
    start: { step: "loss.per-token", cell: [0] },
    random: {
      logits: soft,
      labels: anyWord,
      masked: { distribution: "integers", minimum: 0, maximum: 3 },
    },
    claims: [shows("loss.per-token", [0], 1.32), shows("loss.per-token", [1], 0.32), shows("loss.mean", [], 0.82)],
  },
  "causal-language-model-loss": {
    algorithm: "causal-language-model-loss",
    inputs: { logits: nextLogits, tokens: sentenceTokens },
    labels: { position: sentence, word: vocabulary, guess: named("cat", "drinks", "milk") },
    start: { step: "loss.per-token", cell: [0] },
    random: { logits: soft, tokens: anyWord },
    claims: [shows("loss.per-token", [0], 1.03), shows("loss.per-token", [1], 0.43), shows("loss.count", [], 3)],
  },
  "linear-warmup-decay": {
    algorithm: "linear-warmup-decay",
    inputs: { warmup: 4, total: 12 },
    labels: { "training-step": { from: 0 } },
    start: { step: "schedule.factors", cell: [4] },
    claims: [
      shows("schedule.factors", [2], 0.5),
      shows("schedule.factors", [4], 1),
      shows("schedule.factors", [8], 0.5),
      shows("schedule.factors", [12], 0),
    ],
  },
};
