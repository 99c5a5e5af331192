import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { shows } from "../example.ts";
import { newsLabel, one, softLayer } from "../graph-layers.ts";
import { friendship, peopleLabels } from "../things.ts";

export const example: Example = {
  algorithm: "message-passing-layer",
  inputs: { graph: friendship, x: tensor([6, 1], [1, 1, 1, 1, 1, 1]), wNeighbor: one },
  labels: { ...peopleLabels, feature: newsLabel, "output-feature": newsLabel },
  graph: "graph",
  start: { step: "message.aggregated", cell: [3, 0] },
  random: softLayer,
  claims: [shows("message.aggregated", [0, 0], 1), shows("message.aggregated", [3, 0], 4)],
  presets: [
    {
      id: "mean",
      inputs: { aggregation: "mean" },
      claims: [shows("message.aggregated", [0, 0], 1), shows("message.aggregated", [3, 0], 1)],
    },
    {
      id: "max",
      inputs: { aggregation: "max" },
      start: { step: "message.maximum", cell: [3, 0] },
      claims: [shows("message.maximum", [0, 0], 1), shows("message.maximum", [3, 0], 1)],
    },
  ],
};
