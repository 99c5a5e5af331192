import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { shows, soft } from "../example.ts";
import { trioCups, trioLabels } from "../graph-attention.ts";
import { trioGraph } from "../things.ts";

export const example: Example = {
  algorithm: "gatv2-layer",
  inputs: {
    graph: trioGraph,
    x: trioCups,
    wSource: tensor([1, 2], [0.5, -0.5]),
    wTarget: tensor([1, 2], [-0.5, 0.5]),
    attention: tensor([1, 2], [1.25, 1.25]),
  },
  labels: trioLabels,
  graph: "graph",
  start: { step: "gat.weights", cell: [0, 2, 0] },
  random: { x: soft, wSource: soft, wTarget: soft, attention: soft, b: soft },
  claims: [
    shows("gat.weights", [0, 0, 2], 0.63),
    shows("gat.weights", [0, 1, 2], 0.51),
    shows("gat.weights", [0, 2, 0], 0.55),
    shows("gat.weights", [0, 2, 2], 0.12),
  ],
};
