import type { Example } from "../example.ts";
import { shows } from "../example.ts";
import { attending, softened, stacked, writing, writingLabels, writingWeights } from "../transformer-layers.ts";

const decoderInputs = { ...writing, ...stacked(2, writingWeights) };

export const example: Example = {
  algorithm: "decoder",
  inputs: decoderInputs,
  labels: writingLabels,
  within: attending,
  start: { step: "layers[1]/cross-attention/multi-head.weights", cell: [0, 2, 1] },
  random: softened(decoderInputs),
  saturated: "the first word of the target sees only itself",
  claims: [
    shows("layers[0]/cross-attention/multi-head.weights", [0, 2, 2], 0.13),
    shows("layers[1]/cross-attention/multi-head.weights", [0, 2, 2], 0.32),
  ],
};
