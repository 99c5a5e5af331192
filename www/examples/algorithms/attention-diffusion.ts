import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { named, shows, soft } from "../example.ts";
import { newsLabel } from "../propagation.ts";

const four = named("Ann", "Ben", "Cleo", "Dana");

export const example: Example = {
  algorithm: "attention-diffusion",
  inputs: {
    attention: tensor([4, 4], [0.5, 0.5, 0, 0, 0.25, 0.5, 0.25, 0, 0, 0.25, 0.5, 0.25, 0, 0, 0.5, 0.5]),
    x: tensor([4, 1], [1, 0, 0, 0]),
    alpha: 0.25,
    steps: 3,
  },
  labels: { target: four, source: four, feature: newsLabel },
  start: { step: "hops[1]/diffusion.truncated", cell: [0, 2] },
  // Rows of attention sum to 1, which random numbers do not.
  random: { attention: null, x: soft },
  claims: [
    shows("hops[0]/diffusion.truncated", [0, 2], 0),
    shows("hops[1]/diffusion.truncated", [0, 2], 0.018),
    shows("steps[2]/propagation.state", [3, 0], 0.013),
    shows("diffusion.limit", [3, 0], 0.037),
  ],
};
