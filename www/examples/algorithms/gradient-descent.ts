import { matrix } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { named, shows, soft } from "../example.ts";

export const example: Example = {
  algorithm: "gradient-descent",
  inputs: {
    w: matrix([[2], [-1], [0.5]]),
    gradient: matrix([[4], [-2], [0]]),
    learningRate: 0.1,
    velocity: matrix([[-0.5], [0.1], [-0.2]]),
    momentum: 0.5,
  },
  labels: { feature: named("w₁", "w₂", "w₃"), "output-feature": named("W") },
  start: { step: "descent.next-velocity", cell: [2, 0] },
  random: { w: soft, gradient: soft, velocity: soft },
  claims: [
    shows("descent.velocity", [2, 0], -0.2),
    shows("descent.next-velocity", [2, 0], -0.1),
    shows("descent.carried", [2, 0], 0.4),
    shows("descent.rate", [], 0.1),
    shows("descent.change", [0, 0], 0.4),
    shows("descent.kept", [0, 0], -0.25),
    shows("descent.next-velocity", [0, 0], -0.65),
  ],
};
