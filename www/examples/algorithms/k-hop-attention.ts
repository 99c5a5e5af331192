import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { shows } from "../example.ts";
import { cups, friendship, people, softAttention } from "../things.ts";

export const example: Example = {
  algorithm: "k-hop-attention",
  inputs: {
    graph: friendship,
    query: tensor([6, 1], [1, 1, 1, 1, 1, 1]),
    key: tensor([6, 1], [0, 0.5, 0, 2, 1, 0]),
    value: cups,
    hops: 2,
  },
  labels: { node: people, query: people, key: people },
  graph: "graph",
  start: { step: "dense/attention.weights", cell: [0, 3] },
  random: softAttention,
  claims: [
    shows("dense/attention.weights", [0, 3], 0.67),
    shows("dense/attention.weights", [0, 1], 0.15),
    shows("dense/attention.weights", [0, 4], 0),
  ],
  presets: [
    {
      id: "one",
      inputs: { hops: 1 },
      claims: [shows("dense/attention.weights", [0, 3], 0), shows("dense/attention.weights", [0, 1], 0.62)],
    },
  ],
};
