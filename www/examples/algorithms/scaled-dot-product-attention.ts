import { tensor } from "../../src/state/values.ts";
import { key, query, value } from "../attention.ts";
import type { Example } from "../example.ts";
import { bits, shows, soft } from "../example.ts";
import { sentenceLabels, softAttention } from "../things.ts";

/** The tokens of CMU 11-785, which are also the queries, keys and values. */
const lecture = tensor([3, 4], [1, 2, 3, 4, 4, 5, 9, 1, 6, 2, 1, 4]);

const byToken = { prefix: "x", from: 1 };

const counted = { from: 1 };

/** Four equal words: only the bias tells them apart. */
const zeros = tensor([4, 2], [0, 0, 0, 0, 0, 0, 0, 0]);

export const example: Example = {
  algorithm: "scaled-dot-product-attention",
  exercise: "attention-steps",
  inputs: { query, key, value },
  labels: sentenceLabels,
  start: { step: "attention.weights", cell: [2, 1] },
  random: { ...softAttention, bias: soft, mask: bits },
  claims: [
    shows("attention.weights", [2, 1], 0.51),
    shows("attention.weights", [2, 3], 0.25),
    shows("attention.output", [2, 0], 2.14),
    shows("attention.output", [2, 1], 1.24),
  ],
  presets: [
    {
      id: "causal",
      inputs: { causal: true },
      start: { step: "attention.weights", cell: [1, 1] },
      saturated: "the first word sees only itself",
      claims: [
        shows("attention.weights", [1, 2], 0.58, { causal: false }),
        shows("attention.weights", [1, 2], 0),
        shows("attention.weights", [1, 0], 0.5),
        shows("attention.weights", [1, 1], 0.5),
      ],
    },
    {
      id: "distance",
      inputs: {
        query: zeros,
        bias: tensor([4, 4], [0, -0.5, -1, -1.5, -0.5, 0, -0.5, -1, -1, -0.5, 0, -0.5, -1.5, -1, -0.5, 0]),
      },
      start: { step: "attention.weights", cell: [0, 0] },
      claims: [
        shows("attention.weights", [0, 0], 0.46),
        shows("attention.weights", [0, 1], 0.28),
        shows("attention.weights", [0, 2], 0.17),
        shows("attention.weights", [0, 3], 0.1),
      ],
    },
    {
      id: "lecture",
      inputs: { query: lecture, key: lecture, value: lecture },
      labels: { query: byToken, key: byToken, feature: counted, "value-feature": counted },
      start: { step: "attention.scores", cell: [0, 1] },
      saturated: "large scores make the softmax sure, as in the lecture",
      claims: [
        shows("attention.scaled", [0, 0], 15),
        shows("attention.scaled", [0, 1], 22.5),
        shows("attention.scaled", [0, 2], 14.5),
        shows("attention.weights", [0, 1], 0.999),
      ],
    },
  ],
};
