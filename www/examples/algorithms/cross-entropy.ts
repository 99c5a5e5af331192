import { matrix, tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { bits, named, shows, soft } from "../example.ts";

export const example: Example = {
  algorithm: "cross-entropy",
  inputs: {
    logits: matrix([
      [2, 0],
      [0.5, 0],
      [0, 0.5],
      [0.7, 0],
    ]),
    labels: tensor([4], [0, 0, 1, 1]),
    sampleWeights: tensor([4], [1, 0, 0, 1]),
  },
  labels: { sample: named("Ann", "Ben", "Cleo", "Dana"), class: named("chess", "tennis") },
  start: { step: "cross-entropy.per-sample", cell: [3] },
  random: { logits: soft, labels: bits, sampleWeights: bits },
  claims: [
    shows("cross-entropy.per-sample", [0], 0.13),
    shows("cross-entropy.per-sample", [3], 1.1),
    shows("cross-entropy.weighted-mean", [], 0.62),
    shows("cross-entropy.total-weight", [], 2),
  ],
};
