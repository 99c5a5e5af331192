import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { shows } from "../example.ts";
import { one, softAttention, trioLabels } from "../graph-attention.ts";
import { chain, trio } from "../things.ts";

export const example: Example = {
  algorithm: "graph-masked-attention",
  inputs: { graph: chain(3), x: tensor([3, 1], [0.5, -0.2, 1]), wQuery: tensor([1, 1], [2]), wKey: one, wValue: one },
  labels: { ...trioLabels, query: trio, key: trio },
  graph: "graph",
  start: { step: "attention.weights", cell: [0, 2] },
  random: softAttention,
  claims: [
    shows("attention.scores", [0, 2], 1),
    shows("attention.weights", [0, 0], 0.668),
    shows("attention.weights", [0, 1], 0.332),
    shows("attention.weights", [0, 2], 0),
  ],
  presets: [
    {
      id: "hadamard",
      inputs: { masking: "hadamard" },
      claims: [shows("graph-attention.hadamard", [0, 2], 0), shows("attention.weights", [0, 2], 0.288)],
    },
    {
      id: "bias",
      inputs: { graph: { ...chain(3), weights: [2, 1] }, edgeWeights: "bias" },
      start: { step: "attention.masked", cell: [0, 1] },
      claims: [
        shows("attention.scaled", [0, 1], -0.2),
        shows("attention.masked", [0, 1], 1.8),
        shows("attention.masked", [0, 0], 1.5),
        shows("attention.weights", [0, 1], 0.574),
        shows("attention.weights", [0, 2], 0),
      ],
    },
  ],
};
