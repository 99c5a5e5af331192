import type { Example } from "../example.ts";
import { shows } from "../example.ts";
import { friendship, people } from "../things.ts";

export const example: Example = {
  algorithm: "random-features",
  inputs: { graph: friendship, width: 2, seed: 1 },
  labels: { node: people },
  graph: "graph",
  start: { step: "random-features.features", cell: [4, 0] },
  claims: [shows("random-features.features", [4, 0], 0.35), shows("random-features.features", [5, 0], 0.02)],
};
