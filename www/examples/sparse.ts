import { tensor, vector } from "../src/state/values.ts";
import { bits, type Examples, named, rowsOf, shows } from "./example.ts";
import { cups, farAsking, farBeing, farSentence, farTelling, friendship, people, softAttention } from "./things.ts";

const query = rowsOf(farAsking);
const key = rowsOf(farBeing);
const value = rowsOf(farTelling);
const labels = {
  query: farSentence,
  key: farSentence,
  feature: named("noun", "verb"),
  "value-feature": named("animal", "drink"),
};
/** “drinks” and its subject. */
const verb = 5;
const subject = 1;

/** Each of eight words sees two on each side. */
const band = Array.from({ length: 64 }, (_, at) => (Math.abs(Math.floor(at / 8) - (at % 8)) <= 2 ? 1 : 0));
/** Sixteen patches of an image, which are all alike but for their numbers. */
const alike = tensor(
  [16, 1],
  Array.from({ length: 16 }, () => 0),
);
const numbered = tensor(
  [16, 1],
  Array.from({ length: 16 }, (_, at) => at),
);
/** The nodes of the binary tree over the eight words. */
const spans = named(
  ...Object.keys(farBeing),
  "the cat",
  "that lives",
  "here drinks",
  "cold milk",
  "the … lives",
  "here … milk",
  "all",
);
/** The keys with a subject that stands out. */
const clearKey = rowsOf({ ...farBeing, cat: [4, 0] });
const fromZero = { from: 0 };

export const examples: Examples = {
  "window-attention": {
    algorithm: "window-attention",
    inputs: { query, key, value, window: 4 },
    labels,
    start: { step: "dense/attention.weights", cell: [verb, 7] },
    random: softAttention,
    claims: [
      shows("dense/attention.weights", [verb, subject], 0),
      shows("dense/attention.weights", [verb, 7], 0.34),
      shows("dense/attention.weights", [verb, subject], 0.33, { window: 14 }),
    ],
    presets: [
      {
        id: "global",
        inputs: { globals: vector([subject]) },
        start: { step: "dense/attention.weights", cell: [verb, subject] },
        claims: [
          shows("dense/attention.weights", [verb, subject], 0.41),
          shows("dense/attention.weights", [verb, 7], 0.2),
          shows("dense/attention.weights", [subject, 7], 0.08),
        ],
      },
    ],
  },
  "bigbird-attention": {
    algorithm: "bigbird-attention",
    inputs: { query, key, value, blockSize: 1, window: 3, globals: 1, random: 1, seed: 5 },
    labels,
    start: { step: "dense/attention.weights", cell: [verb, subject] },
    random: softAttention,
    claims: [
      shows("dense/attention.weights", [verb, subject], 0.51),
      shows("dense/attention.weights", [verb, 0], 0.12),
      shows("dense/attention.weights", [verb, 2], 0),
      shows("dense/attention.weights", [0, 7], 0.15),
    ],
  },
  "block-sparse-attention": {
    algorithm: "block-sparse-attention",
    inputs: { query, key, value, blockSize: 2, local: 0, stride: 2 },
    labels,
    start: { step: "dense/attention.weights", cell: [verb, subject] },
    random: { ...softAttention, blockMask: bits },
    claims: [
      shows("dense/attention.weights", [verb, subject], 0.58),
      shows("dense/attention.weights", [verb, 7], 0),
      shows("dense/attention.weights", [7, 3], 0.32),
    ],
  },
  "k-hop-attention": {
    algorithm: "k-hop-attention",
    inputs: {
      graph: friendship,
      query: tensor([6, 1], [1, 1, 1, 1, 1, 1]),
      key: tensor([6, 1], [0, 0.5, 0, 2, 1, 0]),
      value: cups,
      hops: 2,
    },
    labels: { node: people, query: people, key: people },
    graph: "graph",
    start: { step: "dense/attention.weights", cell: [0, 3] },
    random: softAttention,
    claims: [
      shows("dense/attention.weights", [0, 3], 0.67),
      shows("dense/attention.weights", [0, 1], 0.15),
      shows("dense/attention.weights", [0, 4], 0),
    ],
    presets: [
      {
        id: "one",
        inputs: { hops: 1 },
        claims: [shows("dense/attention.weights", [0, 3], 0), shows("dense/attention.weights", [0, 1], 0.62)],
      },
    ],
  },
  "binary-partition-attention": {
    algorithm: "binary-partition-attention",
    inputs: { query, key, value },
    labels: { ...labels, token: farSentence, key: spans, node: spans },
    start: { step: "dense/attention.weights", cell: [verb, 8] },
    random: softAttention,
    claims: [
      shows("dense/attention.weights", [verb, 8], 0.25),
      shows("dense/attention.weights", [verb, 9], 0.14),
      shows("dense/attention.weights", [verb, 7], 0.25),
    ],
  },
  "shifted-window-attention": {
    algorithm: "shifted-window-attention",
    inputs: { query: alike, key: alike, value: numbered, height: 4, window: 2, shift: 1 },
    labels: { query: fromZero, key: fromZero },
    start: { step: "dense/attention.weights", cell: [5, 6] },
    random: softAttention,
    saturated: "in the corners of the image a window leaves a patch alone with itself",
    claims: [
      shows("dense/attention.weights", [5, 6], 0.25),
      shows("dense/attention.weights", [0, 0], 1),
      shows("dense/attention.weights", [0, 15], 0),
      shows("swin.partition", [3, 0], 15),
      shows("swin.partition", [3, 3], 0),
    ],
    presets: [
      {
        id: "unshifted",
        inputs: { shift: 0 },
        claims: [shows("dense/attention.weights", [5, 4], 0.25), shows("dense/attention.weights", [5, 6], 0)],
      },
    ],
  },
  "pattern-error": {
    algorithm: "pattern-error",
    inputs: { query, key: clearKey, value, mask: tensor([8, 8], band) },
    labels,
    start: { step: "error.kept-mass", cell: [verb] },
    random: { ...softAttention, mask: null },
    claims: [
      shows("full/attention.weights", [verb, subject], 0.67),
      shows("error.kept-mass", [verb], 0.24),
      shows("error.kept-mass", [3], 0.84),
    ],
  },
};
