import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { named, rowsOf, shows, soft } from "../example.ts";
import { acidGraph, acidLabels, atoms } from "../things.ts";

export const example: Example = {
  algorithm: "gaussian-mixture-layer",
  inputs: {
    graph: acidGraph,
    x: rowsOf(atoms),
    mu: tensor([2, 2], [1, 0.58, 0.58, 1]),
    sigma: tensor([2, 2], [0.3, 0.3, 0.3, 0.3]),
    wNeighbor: tensor([2, 2, 2], [1, 0, 0, 1, 0.5, 0, 0, 0.5]),
  },
  labels: {
    ...acidLabels,
    kernel: named("inward", "outward"),
    feature: named("carbon", "oxygen"),
    "output-feature": named("carbon", "oxygen"),
  },
  graph: "graph",
  start: { step: "gaussian.kernel", cell: [0, 0] },
  random: {
    x: soft,
    mu: soft,
    sigma: { distribution: "uniform", minimum: 0, decimals: 1 },
    wNeighbor: soft,
    wSelf: soft,
  },
  claims: [
    shows("gaussian.kernel", [0, 0], 1),
    shows("gaussian.kernel", [0, 1], 0.14),
    shows("gaussian.kernel", [1, 0], 0.14),
    shows("gaussian.kernel", [1, 1], 1),
    shows("gaussian.heard", [1, 1], 2.14),
  ],
};
