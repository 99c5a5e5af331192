import type { Example } from "../example.ts";
import { shows } from "../example.ts";
import { fromZero } from "../position.ts";

export const example: Example = {
  algorithm: "sinusoidal-shift",
  inputs: { width: 4, shift: 3, base: 100 },
  labels: { frequency: fromZero, feature: fromZero },
  start: { step: "position.shift-matrix", cell: [0, 1] },
  claims: [
    shows("position.shift-angles", [0], 3),
    shows("position.shift-angles", [1], 0.3),
    shows("position.shift-matrix", [2, 2], 0.96),
    shows("position.shift-matrix", [0, 2], 0),
  ],
};
