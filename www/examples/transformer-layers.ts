/** Encoder and decoder layers, and stacks of them, on one translation: “cat drinks milk” becomes “Katze Milch trinkt”. */
import type { Inputs, TensorValue } from "../src/state/state.ts";
import { tensor } from "../src/state/values.ts";
import { named, namesOf, type Rows, rowsOf, soft } from "./example.ts";

/** What each word of the source is: subject, verb or object. */
export const sourceWords: Rows = { cat: [2, 0, 0], drinks: [0, 2, 0], milk: [0, 0, 2] };

/** What the decoder has written: the start, and two words. Each asks for the word that comes next. */
export const targetWords: Rows = { start: [2, 0, 0], Katze: [0, 2, 0], Milch: [0, 0, 2] };

export const source = namesOf(sourceWords);

export const target = namesOf(targetWords);

export const roles = named("subject", "verb", "object");

export const identity = tensor([3, 3], [1, 0, 0, 0, 1, 0, 0, 0, 1]);

export const half = tensor([3, 3], [0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5]);

/** A verb asks for its subject and its object, these two for their verb. */
export const grammar = tensor([3, 3], [0, 0.6, 0, 0.6, 0, 0.3, 0, 0.4, 0]);

/** The start asks for the subject, the subject for the object, and the object for the verb: the order of the translation. */
export const next = tensor([3, 3], [0.7, 0, 0, 0, 0, 0.7, 0, 0.7, 0]);

export const first = tensor([3, 2], [1, 0, 0, 1, 1, 0]);

export const second = tensor([2, 3], [0.5, 0, 0.5, 0, 0.5, 0]);

export const readingWeights: Inputs = {
  "attention.wQuery": grammar,
  "attention.wKey": identity,
  "attention.wValue": identity,
  "attention.wOutput": half,
  w1: first,
  w2: second,
};

export const writingWeights: Inputs = {
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
export function softened(inputs: Inputs): Record<string, typeof soft> {
  return Object.fromEntries(Object.keys(inputs).map((name) => [name, soft]));
}

export const reading = { x: rowsOf(sourceWords), heads: 1 };

export const writing = { x: rowsOf(targetWords), memory: rowsOf(sourceWords), heads: 1 };

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
export const attending = { "self-attention": { key: target }, "cross-attention": { key: source } };

export const encoderLayerInputs = { ...reading, ...readingWeights };

export const decoderLayerInputs = { ...writing, ...writingWeights };
