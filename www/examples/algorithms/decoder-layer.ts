import type { Example } from "../example.ts";
import { shows } from "../example.ts";
import { attending, decoderLayerInputs, softened, writingLabels } from "../transformer-layers.ts";

export const example: Example = {
  algorithm: "decoder-layer",
  inputs: decoderLayerInputs,
  labels: writingLabels,
  within: attending,
  start: { step: "cross-attention/multi-head.weights", cell: [0, 2, 1] },
  random: softened(decoderLayerInputs),
  saturated: "the first word of the target sees only itself",
  claims: [
    shows("self-attention/multi-head.weights", [0, 1, 2], 0),
    shows("cross-attention/multi-head.weights", [0, 0, 0], 0.74),
    shows("cross-attention/multi-head.weights", [0, 1, 2], 0.73),
    shows("cross-attention/multi-head.weights", [0, 2, 1], 0.74),
  ],
};
