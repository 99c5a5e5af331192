import type { Example } from "../example.ts";
import { shows } from "../example.ts";
import { key, labels, query, subject, value, verb } from "../sparse.ts";
import { softAttention } from "../things.ts";

export const example: Example = {
  algorithm: "bigbird-attention",
  inputs: { query, key, value, blockSize: 1, window: 3, globals: 1, random: 1, seed: 5 },
  labels,
  start: { step: "dense/attention.weights", cell: [verb, subject] },
  random: softAttention,
  claims: [
    shows("dense/attention.weights", [verb, subject], 0.51),
    shows("dense/attention.weights", [verb, 0], 0.12),
    shows("dense/attention.weights", [verb, 2], 0),
    shows("dense/attention.weights", [0, 7], 0.15),
  ],
};
