import type { Example } from "../example.ts";
import { compares, named, shows } from "../example.ts";
import { one, softLayer } from "../graph-layers.ts";
import { cups, friendship, peopleLabels } from "../things.ts";

const cupsLabel = named("cups");

export const example: Example = {
  algorithm: "mean-aggregation-layer",
  inputs: { graph: friendship, x: cups, wNeighbor: one },
  labels: { ...peopleLabels, feature: cupsLabel, "output-feature": cupsLabel },
  graph: "graph",
  start: { step: "message.aggregated", cell: [1, 0] },
  random: softLayer,
  claims: [
    shows("message.aggregated", [0, 0], 2),
    compares("message.aggregated", [0, 0], "equals", [1, 0], "message.features"),
    shows("message.aggregated", [1, 0], 2.67),
  ],
};
