import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { compares, named, rowsOf, shows, soft } from "../example.ts";
import { loudness } from "../transformer.ts";

export const example: Example = {
  algorithm: "batch-norm",
  inputs: { x: tensor([1, 3], loudness.quiet) },
  labels: { token: named("quiet") },
  start: { step: "batch-norm.centered", cell: [0, 1] },
  random: { x: soft },
  claims: [
    compares("batch-norm.mean", [1], "equals", [0, 1], "batch-norm.x"),
    shows("batch-norm.normalized", [0, 0], 0),
    shows("batch-norm.normalized", [0, 1], 0),
    shows("batch-norm.normalized", [0, 2], 0),
  ],
  presets: [
    {
      id: "batch",
      inputs: { x: rowsOf(loudness) },
      labels: { token: named(...Object.keys(loudness)) },
      start: { step: "batch-norm.normalized", cell: [0, 0] },
      claims: [
        shows("batch-norm.normalized", [0, 1], -0.16),
        shows("batch-norm.normalized", [1, 1], 1.3),
        compares("batch-norm.normalized", [0, 1], "below", [1, 1]),
      ],
    },
  ],
};
