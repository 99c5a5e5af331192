import type { Example } from "../example.ts";
import { shows } from "../example.ts";
import { reading, readingWeights, roles, softened, source, stacked } from "../transformer-layers.ts";

const encoderInputs = { ...reading, ...stacked(2, readingWeights) };

export const example: Example = {
  algorithm: "encoder",
  inputs: encoderInputs,
  labels: { token: source, query: source, key: source, feature: roles },
  start: { step: "layers[1]/attention/multi-head.weights", cell: [0, 1, 0] },
  random: softened(encoderInputs),
  claims: [
    shows("layers[0]/attention/multi-head.weights", [0, 0, 2], 0.17),
    shows("layers[1]/attention/multi-head.weights", [0, 0, 2], 0.25),
  ],
};
