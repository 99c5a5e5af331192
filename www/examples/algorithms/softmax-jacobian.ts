import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { compares, named, shows, soft } from "../example.ts";

const guesses = named("cat", "drinks", "milk");

export const example: Example = {
  algorithm: "softmax-jacobian",
  inputs: { scores: tensor([2, 3], [1, 0.5, 0, 8, 4, 0]) },
  labels: { query: named("small", "large"), key: guesses, "by-key": guesses },
  start: { step: "jacobian.largest", cell: [0] },
  random: { scores: soft },
  saturated: "the second row shows what saturation does to the derivatives",
  claims: [
    shows("attention.weights", [0, 0], 0.51),
    shows("attention.weights", [1, 0], 0.98),
    shows("jacobian.largest", [0], 0.25),
    shows("jacobian.largest", [1], 0.018),
    compares("jacobian.largest", [0], "above", [1]),
  ],
};
