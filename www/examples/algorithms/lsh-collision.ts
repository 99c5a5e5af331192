import type { Example } from "../example.ts";
import { shows } from "../example.ts";

export const example: Example = {
  algorithm: "lsh-collision",
  inputs: { angle: 45, trials: 40, seed: 0 },
  labels: {},
  start: { step: "collision.measured", cell: [] },
  claims: [
    shows("collision.count", [], 18),
    shows("collision.measured", [], 0.45),
    shows("collision.rotation-law", [], 0.5),
  ],
  presets: [
    {
      id: "gaussian",
      inputs: { rotationKind: "gaussian" },
      start: { step: "collision.measured", cell: [] },
      claims: [shows("collision.measured", [], 0.475), shows("collision.gaussian-law", [], 0.5625)],
    },
  ],
};
