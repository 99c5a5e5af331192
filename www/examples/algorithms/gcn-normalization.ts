import type { Example } from "../example.ts";
import { compares, shows } from "../example.ts";
import { friendship, peopleLabels } from "../things.ts";

export const example: Example = {
  algorithm: "gcn-normalization",
  exercise: "gcn-normalization-steps",
  inputs: { graph: friendship },
  labels: { ...peopleLabels },
  graph: "graph",
  start: { step: "gcn.normalized-adjacency", cell: [0, 1] },
  claims: [
    shows("graph.degree", [0], 2),
    shows("graph.degree", [1], 4),
    shows("gcn.normalized-adjacency", [0, 0], 0.5),
    shows("gcn.normalized-adjacency", [0, 1], 0.35),
    shows("gcn.normalized-adjacency", [4, 3], 0.26),
    compares("gcn.normalized-adjacency", [0, 1], "equals", [1, 0]),
  ],
};
