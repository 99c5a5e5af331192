import { tensor } from "../../src/state/values.ts";
import { query, value } from "../attention.ts";
import type { Example } from "../example.ts";
import { bits, named, shows, soft } from "../example.ts";
import { sentenceLabels, softAttention } from "../things.ts";

export const example: Example = {
  algorithm: "additive-attention",
  inputs: {
    query,
    key: tensor([4, 2], [0, 0, 8, 0, 0, 2, 1, 0]),
    value,
    w1: tensor([4, 2], [0.5, 0, 0, 0.5, 0.5, 0, 0, 0.5]),
    w2: tensor([2], [1, 1]),
  },
  labels: {
    ...sentenceLabels,
    "pair-feature": named("asks noun", "asks verb", "is noun", "is verb"),
    "hidden-unit": named("noun", "verb"),
  },
  start: { step: "attention.additive-scores", cell: [2, 1] },
  random: { ...softAttention, w1: soft, w2: soft, mask: bits },
  claims: [
    shows("attention.additive-scores", [2, 1], 1),
    shows("attention.additive-scores", [2, 3], 0.76),
    shows("attention.weights", [2, 1], 0.28),
    shows("attention.weights", [2, 3], 0.22),
  ],
};
