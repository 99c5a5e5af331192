import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { named, rowsOf, shows, soft } from "../example.ts";
import { identity, softAttention } from "../graph-attention.ts";
import { acid, acidGraph, acidLabels, atoms } from "../things.ts";

export const example: Example = {
  algorithm: "graphormer-attention",
  inputs: {
    graph: acidGraph,
    x: rowsOf(atoms),
    wQuery: tensor([2, 2], [0, 0, 0, 0]),
    wKey: identity,
    wValue: identity,
    spatialBias: tensor([4], [0, 0.5, -0.5, -1]),
    edgeFeatures: tensor([3, 1], [1, 2, 1]),
    wEdge: tensor([2, 1], [0.4, 0.4]),
  },
  labels: { ...acidLabels, query: acid, key: acid, edge: named("CH₃–C", "C=O", "C–OH") },
  graph: "graph",
  start: { step: "attention.weights", cell: [1, 2] },
  random: { ...softAttention, spatialBias: soft, edgeFeatures: soft, wEdge: soft },
  claims: [
    shows("attention.scores", [1, 2], 0),
    shows("attention.weights", [1, 2], 0.38),
    shows("attention.weights", [1, 3], 0.26),
    shows("attention.weights", [0, 2], 0.2),
  ],
};
