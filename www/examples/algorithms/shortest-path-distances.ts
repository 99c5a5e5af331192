import type { Example } from "../example.ts";
import { shows } from "../example.ts";
import { friendship, peopleLabels } from "../things.ts";

export const example: Example = {
  algorithm: "shortest-path-distances",
  inputs: { graph: friendship },
  labels: peopleLabels,
  graph: "graph",
  start: { step: "graph.distances", cell: [0, 4] },
  claims: [
    shows("graph.distances", [0, 1], 1),
    shows("graph.distances", [0, 3], 2),
    shows("graph.distances", [0, 4], 3),
    shows("graph.distances", [0, 5], 3),
  ],
};
