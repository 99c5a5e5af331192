import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { compares, named, shows, soft } from "../example.ts";
import { one, softAttention, trioCups, trioLabels } from "../graph-attention.ts";
import { trioGraph } from "../things.ts";

export const example: Example = {
  algorithm: "gat-layer",
  exercise: "gat-steps",
  inputs: {
    graph: trioGraph,
    x: trioCups,
    w: one,
    attentionSource: tensor([1, 1], [0.5]),
    attentionTarget: tensor([1, 1], [-1]),
  },
  labels: { ...trioLabels, feature: named("cups") },
  graph: "graph",
  start: { step: "gat.weights", cell: [0, 0, 2] },
  random: { ...softAttention, attentionSource: soft, attentionTarget: soft, b: soft },
  claims: [
    shows("gat.weights", [0, 0, 2], 0.63),
    shows("gat.weights", [0, 1, 2], 0.49),
    shows("gat.weights", [0, 2, 2], 0.39),
    compares("gat.weights", [0, 2, 2], "above", [0, 2, 0]),
    compares("gat.weights", [0, 2, 2], "above", [0, 2, 1]),
  ],
};
