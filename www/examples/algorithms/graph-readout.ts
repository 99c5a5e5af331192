import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { named, shows, soft } from "../example.ts";
import { acid } from "../things.ts";

export const example: Example = {
  algorithm: "graph-readout",
  inputs: { x: tensor([4, 3], [1, 0, 3, 1, 0, 0, 0, 1, 0, 0, 1, 1]) },
  labels: { node: acid, feature: named("carbon", "oxygen", "hydrogen") },
  start: { step: "readout.sum", cell: [0] },
  random: { x: soft },
  claims: [shows("readout.sum", [0], 2), shows("readout.sum", [1], 2), shows("readout.sum", [2], 4)],
  presets: [
    {
      id: "mean",
      inputs: { aggregation: "mean" },
      start: { step: "readout.mean", cell: [0] },
      claims: [shows("readout.mean", [0], 0.5), shows("readout.mean", [1], 0.5), shows("readout.mean", [2], 1)],
    },
  ],
};
