import { key, query, value } from "../attention.ts";
import type { Example } from "../example.ts";
import { named, shows } from "../example.ts";
import { sentenceLabels, softAttention } from "../things.ts";

export const example: Example = {
  algorithm: "linear-attention",
  inputs: { query, key, value, showWeights: true },
  labels: { ...sentenceLabels, "kernel-feature": named("noun", "verb") },
  start: { step: "linear.key-values", cell: [0, 0] },
  random: softAttention,
  claims: [shows("linear.normalized", [2, 1], 0.35), shows("linear.key-values", [0, 0], 13)],
};
