import type { Example } from "../example.ts";
import { shows } from "../example.ts";

export const example: Example = {
  algorithm: "query-key-variance",
  inputs: { width: 4, samples: 60, seed: 3 },
  labels: {},
  start: { step: "variance.measured", cell: [] },
  claims: [shows("variance.predicted", [], 4), shows("variance.measured", [], 4.22)],
};
