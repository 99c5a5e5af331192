import { key, query, value } from "../attention.ts";
import type { Example } from "../example.ts";
import { shows } from "../example.ts";
import { sentence, sentenceLabels, softAttention } from "../things.ts";

export const example: Example = {
  algorithm: "performer-attention",
  inputs: { query, key, value, features: 8, seed: 5, showWeights: true },
  labels: { ...sentenceLabels, token: sentence },
  start: { step: "linear.normalized", cell: [2, 1] },
  random: softAttention,
  claims: [
    shows("linear.normalized", [2, 1], 0.48),
    shows("linear.normalized", [2, 1], 0.25, { seed: 0 }),
    { algorithm: "scaled-dot-product-attention", step: "attention.weights", cell: [2, 1], is: 0.51 },
  ],
};
