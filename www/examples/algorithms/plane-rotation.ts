import type { Example } from "../example.ts";
import { shows } from "../example.ts";
import { fromZero } from "../position.ts";

export const example: Example = {
  algorithm: "plane-rotation",
  inputs: { angle: 30 },
  labels: { feature: fromZero, direction: fromZero },
  start: { step: "plane.rotation", cell: [1, 0] },
  claims: [
    shows("plane.rotation", [0, 0], 0.87),
    shows("plane.rotation", [1, 0], 0.5),
    shows("plane.rotation", [0, 1], -0.5),
    shows("plane.rotation", [1, 1], 0.87),
  ],
};
