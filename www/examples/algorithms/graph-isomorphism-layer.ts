import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { named, shows, soft } from "../example.ts";
import { newsLabel } from "../graph-layers.ts";
import { friendship, people, peopleLabels } from "../things.ts";

export const example: Example = {
  algorithm: "graph-isomorphism-layer",
  inputs: {
    graph: friendship,
    x: tensor([6, 1], [1, 1, 1, 1, 1, 1]),
    w1: tensor([1, 2], [1, 1]),
    b1: tensor([2], [-2, -3]),
    w2: tensor([2, 1], [1, -1]),
  },
  // Some steps call the people targets, others tokens.
  labels: { ...peopleLabels, token: people, feature: newsLabel, hidden: named("more than 2", "more than 3") },
  graph: "graph",
  start: { step: "isomorphism.summed", cell: [3, 0] },
  random: { x: soft, w1: soft, b1: soft, w2: soft, b2: soft },
  claims: [
    shows("isomorphism.summed", [0, 0], 2),
    shows("isomorphism.summed", [3, 0], 5),
    shows("mlp/feed-forward.output", [0, 0], 0),
    shows("mlp/feed-forward.output", [1, 0], 1),
    shows("mlp/feed-forward.output", [3, 0], 1),
    {
      algorithm: "message-passing-layer",
      step: "message.aggregated",
      cell: [3, 0],
      is: 1,
      inputs: { aggregation: "mean" },
    },
  ],
};
