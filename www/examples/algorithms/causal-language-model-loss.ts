import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { named, shows, soft } from "../example.ts";
import { anyWord, sentenceTokens, vocabulary } from "../pretraining.ts";
import { sentence } from "../things.ts";

const nextLogits = tensor([4, 5], [0, 1.5, 1.5, 0, 0.5, 0, 0, 0, 2, 0, 0.5, 0, 0, 0, 2, 0, 0, 0, 0, 0]);

export const example: Example = {
  algorithm: "causal-language-model-loss",
  inputs: { logits: nextLogits, tokens: sentenceTokens },
  labels: { position: sentence, word: vocabulary, guess: named("cat", "drinks", "milk") },
  start: { step: "loss.per-token", cell: [0] },
  random: { logits: soft, tokens: anyWord },
  claims: [shows("loss.per-token", [0], 1.03), shows("loss.per-token", [1], 0.43), shows("loss.count", [], 3)],
};
