import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { shows } from "../example.ts";
import { softAttention } from "../graph-attention.ts";
import { cups, friendship, people, peopleLabels } from "../things.ts";

export const example: Example = {
  algorithm: "message-passing",
  inputs: { graph: friendship, x: cups, normalization: "softmax", selfLoops: true },
  labels: peopleLabels,
  graph: "graph",
  start: { step: "gat.weights", cell: [0, 1, 3] },
  random: softAttention,
  claims: [
    shows("gat.weights", [0, 0, 0], 0.5),
    shows("gat.weights", [0, 3, 0], 0),
    shows("gat.weights", [0, 3, 1], 0.2),
    shows("gat.aggregated", [0, 3, 0], 4),
  ],
  presets: [
    {
      id: "sum",
      inputs: { normalization: "none" },
      start: { step: "gat.aggregated", cell: [0, 3, 0] },
      claims: [shows("gat.aggregated", [0, 3, 0], 20)],
    },
    {
      id: "convolution",
      inputs: { normalization: "symmetric" },
      start: { step: "message.symmetric", cell: [0, 0, 1] },
      claims: [
        shows("message.symmetric", [0, 0, 1], 0.35),
        { algorithm: "gcn-normalization", step: "gcn.normalized-adjacency", cell: [0, 1], is: 0.35 },
      ],
    },
    {
      id: "attention",
      inputs: {
        neighborhood: "complete",
        score: "dot-product",
        wQuery: tensor([1, 1], [0.1]),
        wKey: tensor([1, 1], [0.5]),
      },
      labels: { query: people, key: people },
      start: { step: "gat.weights", cell: [0, 0, 5] },
      claims: [shows("gat.weights", [0, 0, 5], 0.19), shows("gat.weights", [0, 0, 1], 0.15)],
    },
  ],
};
