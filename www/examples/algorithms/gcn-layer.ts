import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { named, shows } from "../example.ts";
import { softLayer } from "../graph-layers.ts";
import { friendship, peopleLabels } from "../things.ts";

/** Who has heard the news, beside how many cups of tea they drink. */
const newsAndCups = tensor([6, 2], [1, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6]);

export const example: Example = {
  algorithm: "gcn-layer",
  exercise: "gcn-layer-steps",
  inputs: { graph: friendship, x: newsAndCups, w: tensor([2, 2], [2, 0, 0, 1]) },
  labels: {
    ...peopleLabels,
    feature: named("news", "cups"),
    "output-feature": named("news", "cups"),
  },
  graph: "graph",
  start: { step: "gcn.aggregated", cell: [1, 0] },
  random: softLayer,
  claims: [
    shows("gcn.aggregated", [0, 0], 0.5),
    shows("gcn.aggregated", [1, 0], 0.35),
    shows("gcn.aggregated", [2, 0], 0),
    shows("gcn.transformed", [1, 0], 0.71),
    shows("gcn.aggregated", [0, 1], 1.21),
    shows("gcn.aggregated", [3, 1], 4.86),
  ],
};
