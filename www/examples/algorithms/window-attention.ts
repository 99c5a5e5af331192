import { vector } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { shows } from "../example.ts";
import { key, labels, query, subject, value, verb } from "../sparse.ts";
import { softAttention } from "../things.ts";

export const example: Example = {
  algorithm: "window-attention",
  inputs: { query, key, value, window: 4 },
  labels,
  start: { step: "dense/attention.weights", cell: [verb, 7] },
  random: softAttention,
  claims: [
    shows("dense/attention.weights", [verb, subject], 0),
    shows("dense/attention.weights", [verb, 7], 0.34),
    shows("dense/attention.weights", [verb, subject], 0.33, { window: 14 }),
  ],
  presets: [
    {
      id: "global",
      inputs: { globals: vector([subject]) },
      start: { step: "dense/attention.weights", cell: [verb, subject] },
      claims: [
        shows("dense/attention.weights", [verb, subject], 0.41),
        shows("dense/attention.weights", [verb, 7], 0.2),
        shows("dense/attention.weights", [subject, 7], 0.08),
      ],
    },
  ],
};
