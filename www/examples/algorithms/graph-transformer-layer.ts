import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { named, shows } from "../example.ts";
import { identity, softAttention } from "../graph-attention.ts";
import { friendship, people, peopleLabels } from "../things.ts";

/** How much each of the six likes music and sport. */
const interests = tensor([6, 2], [2, 0, 1, 1, 0, 1, 1, 0, 2, 0, 0, 1]);

export const example: Example = {
  algorithm: "graph-transformer-layer",
  inputs: {
    graph: friendship,
    x: interests,
    wQuery: tensor([2, 2], [0.5, 0, 0, 0.5]),
    wKey: identity,
    wValue: identity,
    selfLoops: true,
  },
  labels: { ...peopleLabels, query: people, key: people, feature: named("music", "sport") },
  graph: "graph",
  start: { step: "multi-head.weights", cell: [0, 0, 1] },
  random: softAttention,
  claims: [
    shows("multi-head.scores", [0, 0, 4], 2),
    shows("multi-head.scores", [0, 0, 1], 1),
    shows("multi-head.weights", [0, 0, 4], 0),
    shows("multi-head.weights", [0, 0, 0], 0.67),
    shows("multi-head.weights", [0, 0, 1], 0.33),
  ],
};
