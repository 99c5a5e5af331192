import type { Example } from "../example.ts";
import { compares, shows } from "../example.ts";
import { friendship, peopleLabels } from "../things.ts";

export const example: Example = {
  algorithm: "random-walk-encoding",
  inputs: { graph: friendship, steps: 3 },
  labels: peopleLabels,
  graph: "graph",
  start: { step: "rounds.columns", cell: [3, 2] },
  claims: [
    shows("rounds.columns", [0, 1], 0.33),
    shows("rounds.columns", [0, 2], 0),
    shows("rounds.columns", [2, 2], 0.08),
    shows("rounds.columns", [3, 2], 0.21),
    compares("rounds.columns", [4, 2], "equals", [5, 2]),
  ],
};
