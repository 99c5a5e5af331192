import { matrix } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { named, shows, soft } from "../example.ts";

export const example: Example = {
  algorithm: "mean-squared-error",
  inputs: { predictions: matrix([[-1.5], [-1.1], [-0.4], [1]]), targets: matrix([[-1.6], [-0.9], [-0.4], [0]]) },
  labels: { sample: named("methane", "ethane", "propane", "butane"), feature: named("boils at") },
  start: { step: "squared-error.squares", cell: [3, 0] },
  random: { predictions: soft, targets: soft },
  claims: [
    shows("squared-error.squares", [0, 0], 0.01),
    shows("squared-error.squares", [1, 0], 0.04),
    shows("squared-error.squares", [2, 0], 0),
    shows("squared-error.squares", [3, 0], 1),
    shows("squared-error.sum", [], 1.05),
    shows("squared-error.mean", [], 0.2625),
  ],
};
