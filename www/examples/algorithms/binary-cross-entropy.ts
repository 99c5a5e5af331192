import { matrix } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { bits, named, shows, soft } from "../example.ts";

export const example: Example = {
  algorithm: "binary-cross-entropy",
  inputs: { logits: matrix([[3], [-1], [3], [0]]), labels: matrix([[1], [0], [0], [1]]) },
  labels: { sample: named("Ann–Ben", "Ben–Cleo", "Cleo–Dana", "Dana–Eli"), class: named("edge") },
  start: { step: "binary-loss.per-answer", cell: [2, 0] },
  random: { logits: soft, labels: bits },
  claims: [
    shows("binary-loss.per-answer", [0, 0], 0.05),
    shows("binary-loss.per-answer", [2, 0], 3.05),
    shows("binary-loss.sum", [], 4.1),
  ],
};
