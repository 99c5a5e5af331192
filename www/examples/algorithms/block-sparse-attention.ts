import type { Example } from "../example.ts";
import { bits, shows } from "../example.ts";
import { key, labels, query, subject, value, verb } from "../sparse.ts";
import { softAttention } from "../things.ts";

export const example: Example = {
  algorithm: "block-sparse-attention",
  inputs: { query, key, value, blockSize: 2, local: 0, stride: 2 },
  labels,
  start: { step: "dense/attention.weights", cell: [verb, subject] },
  random: { ...softAttention, blockMask: bits },
  claims: [
    shows("dense/attention.weights", [verb, subject], 0.58),
    shows("dense/attention.weights", [verb, 7], 0),
    shows("dense/attention.weights", [7, 3], 0.32),
  ],
};
