import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { named, shows, soft } from "../example.ts";
import { corners, gray } from "../vision.ts";

export const example: Example = {
  algorithm: "patch-embedding",
  inputs: {
    image: tensor([1, 4, 4], [1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 1]),
    patch: 2,
    // The first feature is the mean of the patch, the second what its left column has more than its right one.
    w: tensor([4, 2], [0.25, 0.5, 0.25, -0.5, 0.25, 0.5, 0.25, -0.5]),
    b: tensor([2], [0, 0]),
    classToken: tensor([2], [0.1, 0.1]),
    positions: tensor([5, 2], [0, 0, 0.1, 0, 0.2, 0, 0.3, 0, 0.4, 0]),
  },
  labels: {
    channel: named("gray"),
    patch: corners,
    token: named("class", "top left", "top right", "bottom left", "bottom right"),
    feature: named("brightness", "edge"),
  },
  start: { step: "vision.projected", cell: [0, 1] },
  random: { image: gray, w: soft, b: soft, classToken: soft, positions: soft },
  claims: [
    shows("vision.projected", [0, 0], 0.5),
    shows("vision.projected", [0, 1], 1),
    shows("vision.projected", [3, 0], 0.5),
    shows("vision.projected", [3, 1], 0),
  ],
};
