import type { Example } from "../example.ts";
import { compares, named, rowsOf, shows, soft } from "../example.ts";
import { loudness } from "../transformer.ts";

export const example: Example = {
  algorithm: "layer-norm",
  inputs: { x: rowsOf(loudness) },
  labels: { token: named(...Object.keys(loudness)) },
  start: { step: "layer-norm.normalized", cell: [1, 1] },
  random: { x: soft },
  claims: [
    shows("layer-norm.deviation", [0], 0.82),
    shows("layer-norm.deviation", [1], 1.63),
    shows("layer-norm.normalized", [0, 1], 1.22),
    shows("layer-norm.normalized", [1, 1], 1.22),
    compares("layer-norm.normalized", [0, 0], "equals", [1, 0]),
    compares("layer-norm.normalized", [0, 2], "equals", [1, 2]),
  ],
};
