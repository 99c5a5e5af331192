import type { Example } from "../example.ts";
import { shows } from "../example.ts";
import { friendship, peopleLabels } from "../things.ts";

export const example: Example = {
  algorithm: "receptive-field",
  inputs: { graph: friendship, layers: 3 },
  labels: { ...peopleLabels },
  graph: "graph",
  start: { step: "layers[1]/reach.reached", cell: [0, 4] },
  claims: [
    shows("layers[1]/reach.reached", [0, 4], 0),
    shows("layers[2]/reach.reached", [0, 4], 1),
    shows("reach.field-size", [0], 6),
  ],
};
