import { tensor } from "../../src/state/values.ts";
import { key, query, value } from "../attention.ts";
import type { Example } from "../example.ts";
import { named, shows, soft } from "../example.ts";
import { sentenceLabels, softAttention } from "../things.ts";

const mixtures = named("the cat", "drinks milk");

export const example: Example = {
  algorithm: "linformer-attention",
  inputs: { query, key, value, lengthProjection: tensor([2, 4], [0.5, 0.5, 0, 0, 0, 0, 0.5, 0.5]) },
  labels: { ...sentenceLabels, mixture: mixtures },
  within: { mixtures: { key: mixtures } },
  start: { step: "linformer.keys", cell: [1, 0] },
  random: { ...softAttention, lengthProjection: soft, valueLengthProjection: soft },
  claims: [shows("mixtures/attention.weights", [2, 0], 0.59)],
};
