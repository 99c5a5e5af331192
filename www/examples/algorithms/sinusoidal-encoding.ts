import type { Example } from "../example.ts";
import { shows } from "../example.ts";
import { fromZero } from "../position.ts";

const waves = { position: fromZero, feature: fromZero, frequency: fromZero };

export const example: Example = {
  algorithm: "sinusoidal-encoding",
  exercise: "sinusoidal-encoding-steps",
  inputs: { length: 8, width: 4, base: 100 },
  labels: waves,
  start: { step: "position.encoding", cell: [3, 0] },
  claims: [
    shows("position.frequencies", [0], 1),
    shows("position.frequencies", [1], 0.1),
    shows("position.encoding", [3, 0], 0.14),
    shows("position.encoding", [3, 2], 0.3),
  ],
};
