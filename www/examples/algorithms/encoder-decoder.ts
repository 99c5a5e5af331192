import type { Example } from "../example.ts";
import { shows } from "../example.ts";
import { attending, roles, softened, source, target, translation } from "../transformer-layers.ts";

export const example: Example = {
  algorithm: "encoder-decoder",
  inputs: translation,
  labels: { token: target, "source-token": source, feature: roles },
  within: {
    encoder: { token: source, query: source, key: source },
    decoder: { token: target, query: target },
    ...attending,
  },
  start: { step: "decoder/layers[0]/cross-attention/multi-head.weights", cell: [0, 2, 1] },
  random: softened(translation),
  saturated: "the first word of the target sees only itself",
  claims: [
    shows("decoder/layers[0]/cross-attention/multi-head.weights", [0, 2, 1], 0.73),
    shows("decoder/layers[0]/post-norm3/layer-norm.normalized", [2, 0], -1.34),
  ],
  presets: [
    {
      id: "step-by-step",
      inputs: { decoding: "step-by-step" },
      start: { step: "steps[2]/transformer.decoded", cell: [2, 0] },
      saturated: "the first word of the target sees only itself",
      growing: ["token", "query", "key"],
      claims: [shows("steps[2]/transformer.decoded", [2, 0], -1.34)],
    },
  ],
};
