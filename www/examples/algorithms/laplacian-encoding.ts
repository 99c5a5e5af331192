import type { Example } from "../example.ts";
import { shows } from "../example.ts";
import { chain, peopleLabels } from "../things.ts";

export const example: Example = {
  algorithm: "laplacian-encoding",
  inputs: { graph: chain(6), width: 2 },
  labels: peopleLabels,
  graph: "graph",
  start: { step: "laplacian.encoding", cell: [0, 0] },
  claims: [
    shows("laplacian.encoding", [2, 0], 0.2),
    shows("laplacian.encoding", [3, 0], -0.2),
    shows("laplacian.encoding", [0, 1], -0.45),
    shows("laplacian.encoding", [2, 1], 0.51),
    shows("laplacian.encoding", [5, 1], -0.45),
    shows("laplacian.eigenvalues", [1], 0.19),
    shows("laplacian.eigenvalues", [2], 0.69),
  ],
};
