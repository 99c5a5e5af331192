import type { Example } from "../example.ts";
import { shows } from "../example.ts";
import { encoderLayerInputs, roles, softened, source } from "../transformer-layers.ts";

export const example: Example = {
  algorithm: "encoder-layer",
  inputs: encoderLayerInputs,
  labels: { token: source, query: source, key: source, feature: roles },
  start: { step: "transformer.attended", cell: [1, 0] },
  random: softened(encoderLayerInputs),
  claims: [
    shows("attention/multi-head.weights", [0, 1, 0], 0.57),
    shows("attention/multi-head.weights", [0, 1, 2], 0.29),
    shows("transformer.attended", [1, 0], 0.57),
    shows("transformer.attended", [1, 1], 2.14),
    shows("transformer.attended", [1, 2], 0.29),
  ],
};
