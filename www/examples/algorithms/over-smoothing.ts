import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { named, shows, soft } from "../example.ts";
import { chain } from "../things.ts";

const five = named("Ann", "Ben", "Cleo", "Dana", "Eli");

export const example: Example = {
  algorithm: "over-smoothing",
  inputs: { graph: chain(5), x: tensor([5, 1], [5, 4, 3, 2, 1]), layers: 8 },
  labels: { node: five, source: five, target: five, step: { from: 0 }, feature: named("cups") },
  graph: "graph",
  start: { step: "layers[0]/smoothing.heard", cell: [0, 0] },
  random: { x: soft },
  claims: [
    shows("layers[8]/smoothing.cosines", [0, 0], 0.9),
    shows("layers[8]/smoothing.cosines", [8, 0], 0.99),
    shows("layers[8]/smoothing.energies", [0], 2.37),
    shows("layers[8]/smoothing.energies", [8], 0.09),
  ],
};
