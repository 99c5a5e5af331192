import { tensor } from "../../src/state/values.ts";
import { key, value } from "../attention.ts";
import type { Example } from "../example.ts";
import { bits, named, shows, soft } from "../example.ts";
import { sentenceLabels, softAttention } from "../things.ts";

export const example: Example = {
  algorithm: "bilinear-attention",
  inputs: { query: key, key, value, w: tensor([2, 2], [0, 0.5, 0.5, 0]) },
  labels: { ...sentenceLabels, "query-feature": named("noun", "verb") },
  start: { step: "attention.bilinear-scores", cell: [1, 2] },
  random: { ...softAttention, w: soft, mask: bits },
  claims: [
    shows("attention.bilinear-scores", [1, 2], 2),
    shows("attention.bilinear-scores", [1, 1], 0),
    shows("attention.weights", [1, 2], 0.71),
  ],
};
