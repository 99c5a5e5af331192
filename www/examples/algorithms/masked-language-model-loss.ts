import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { named, shows, soft } from "../example.ts";
import { anyWord, sentenceTokens, vocabulary } from "../pretraining.ts";
import { sentence } from "../things.ts";

/** What a model bets on at each position: a row of scores over the vocabulary. */
const logits = tensor([4, 5], [2, 0, 0, 0, 0, 0, 1, 1.5, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0.5, 2.5]);

const hidden = named("cat", "milk");

export const example: Example = {
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
};
