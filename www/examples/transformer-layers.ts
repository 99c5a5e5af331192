/** Encoder and decoder layers, and stacks of them, on one translation: “cat drinks milk” becomes “Katze Milch trinkt”. */

import type { Inputs, TensorValue } from "../src/state/state.ts";
import { tensor } from "../src/state/values.ts";
import { type Examples, named, namesOf, type Rows, rowsOf, shows, soft } from "./example.ts";

/** What each word of the source is: subject, verb or object. */
export const sourceWords: Rows = { cat: [2, 0, 0], drinks: [0, 2, 0], milk: [0, 0, 2] };
/** What the decoder has written: the start, and two words. Each asks for the word that comes next. */
const targetWords: Rows = { start: [2, 0, 0], Katze: [0, 2, 0], Milch: [0, 0, 2] };
export const source = namesOf(sourceWords);
export const target = namesOf(targetWords);
export const roles = named("subject", "verb", "object");

const identity = tensor([3, 3], [1, 0, 0, 0, 1, 0, 0, 0, 1]);
const half = tensor([3, 3], [0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5]);
/** A verb asks for its subject and its object, these two for their verb. */
const grammar = tensor([3, 3], [0, 0.6, 0, 0.6, 0, 0.3, 0, 0.4, 0]);
/** The start asks for the subject, the subject for the object, and the object for the verb: the order of the translation. */
const next = tensor([3, 3], [0.7, 0, 0, 0, 0, 0.7, 0, 0.7, 0]);
const first = tensor([3, 2], [1, 0, 0, 1, 1, 0]);
const second = tensor([2, 3], [0.5, 0, 0.5, 0, 0.5, 0]);

export const readingWeights: Inputs = {
  "attention.wQuery": grammar,
  "attention.wKey": identity,
  "attention.wValue": identity,
  "attention.wOutput": half,
  w1: first,
  w2: second,
};
const writingWeights: Inputs = {
  "selfAttention.wQuery": half,
  "selfAttention.wKey": identity,
  "selfAttention.wValue": identity,
  "selfAttention.wOutput": half,
  "crossAttention.wQuery": next,
  "crossAttention.wKey": identity,
  "crossAttention.wValue": identity,
  "crossAttention.wOutput": identity,
  w1: first,
  w2: second,
};

/** Weights of a stack of equal layers, with a prefix before their names. */
export function stacked(layers: number, weights: Inputs, prefix = ""): Inputs {
  const stack = ({ shape, data }: TensorValue) =>
    tensor([layers, ...shape], Array.from({ length: layers }, () => [...data]).flat());
  return Object.fromEntries(
    Object.entries(weights).map(([name, weight]) => [prefix + name, stack(weight as TensorValue)]),
  );
}

/** Random weights that leave a softmax unsaturated. */
function softened(inputs: Inputs): Record<string, typeof soft> {
  return Object.fromEntries(Object.keys(inputs).map((name) => [name, soft]));
}

const reading = { x: rowsOf(sourceWords), heads: 1 };
const writing = { x: rowsOf(targetWords), memory: rowsOf(sourceWords), heads: 1 };
const encoderInputs = { ...reading, ...stacked(2, readingWeights) };
const decoderInputs = { ...writing, ...stacked(2, writingWeights) };
export const translation = {
  source: rowsOf(sourceWords),
  target: rowsOf(targetWords),
  heads: 1,
  ...stacked(1, readingWeights, "encoder."),
  ...stacked(1, writingWeights, "decoder."),
};

export const writingLabels = {
  token: target,
  query: target,
  feature: roles,
  "source-token": source,
  "memory-feature": roles,
};
/** Keys are words of the target in one attention, and of the source in the other. */
const attending = { "self-attention": { key: target }, "cross-attention": { key: source } };

export const encoderLayerInputs = { ...reading, ...readingWeights };
export const decoderLayerInputs = { ...writing, ...writingWeights };

export const examples: Examples = {
  "encoder-layer": {
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
  },
  encoder: {
    algorithm: "encoder",
    inputs: encoderInputs,
    labels: { token: source, query: source, key: source, feature: roles },
    start: { step: "layers[1]/attention/multi-head.weights", cell: [0, 1, 0] },
    random: softened(encoderInputs),
    claims: [
      shows("layers[0]/attention/multi-head.weights", [0, 0, 2], 0.17),
      shows("layers[1]/attention/multi-head.weights", [0, 0, 2], 0.25),
    ],
  },
  "decoder-layer": {
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
  },
  decoder: {
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
  },
  "encoder-decoder": {
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
  },
};
