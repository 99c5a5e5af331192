import { tensor } from "../src/state/values.ts";
import { bits, compares, type Examples, named, rowsOf, shows, soft } from "./example.ts";
import { asking, being, sentence, sentenceLabels, softAttention, telling, words } from "./things.ts";

const query = rowsOf(asking);
const key = rowsOf(being);
const value = rowsOf(telling);

/** The tokens of CMU 11-785, which are also the queries, keys and values. */
const lecture = tensor([3, 4], [1, 2, 3, 4, 4, 5, 9, 1, 6, 2, 1, 4]);
const byToken = { prefix: "x", from: 1 };
const counted = { from: 1 };

const mixtures = named("the cat", "drinks milk");
const guesses = named("cat", "drinks", "milk");

/** The positions 0 to 7 in binary. */
const codes = tensor([8, 3], [0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 1, 0, 1, 1, 1]);
const fromZero = { from: 0 };

const four = tensor([4, 4], [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);

/** Four equal words: only the bias tells them apart. */
const zeros = tensor([4, 2], [0, 0, 0, 0, 0, 0, 0, 0]);

export const examples: Examples = {
  "scaled-dot-product-attention": {
    algorithm: "scaled-dot-product-attention",
    exercise: "attention-steps",
    inputs: { query, key, value },
    labels: sentenceLabels,
    start: { step: "attention.weights", cell: [2, 1] },
    random: { ...softAttention, bias: soft, mask: bits },
    claims: [
      shows("attention.weights", [2, 1], 0.51),
      shows("attention.weights", [2, 3], 0.25),
      shows("attention.output", [2, 0], 2.14),
      shows("attention.output", [2, 1], 1.24),
    ],
    presets: [
      {
        id: "causal",
        inputs: { causal: true },
        start: { step: "attention.weights", cell: [1, 1] },
        saturated: "the first word sees only itself",
        claims: [
          shows("attention.weights", [1, 2], 0.58, { causal: false }),
          shows("attention.weights", [1, 2], 0),
          shows("attention.weights", [1, 0], 0.5),
          shows("attention.weights", [1, 1], 0.5),
        ],
      },
      {
        id: "distance",
        inputs: {
          query: zeros,
          bias: tensor([4, 4], [0, -0.5, -1, -1.5, -0.5, 0, -0.5, -1, -1, -0.5, 0, -0.5, -1.5, -1, -0.5, 0]),
        },
        start: { step: "attention.weights", cell: [0, 0] },
        claims: [
          shows("attention.weights", [0, 0], 0.46),
          shows("attention.weights", [0, 1], 0.28),
          shows("attention.weights", [0, 2], 0.17),
          shows("attention.weights", [0, 3], 0.1),
        ],
      },
      {
        id: "lecture",
        inputs: { query: lecture, key: lecture, value: lecture },
        labels: { query: byToken, key: byToken, feature: counted, "value-feature": counted },
        start: { step: "attention.scores", cell: [0, 1] },
        saturated: "large scores make the softmax sure, as in the lecture",
        claims: [
          shows("attention.scaled", [0, 0], 15),
          shows("attention.scaled", [0, 1], 22.5),
          shows("attention.scaled", [0, 2], 14.5),
          shows("attention.weights", [0, 1], 0.999),
        ],
      },
    ],
  },
  "additive-attention": {
    algorithm: "additive-attention",
    inputs: {
      query,
      key: tensor([4, 2], [0, 0, 8, 0, 0, 2, 1, 0]),
      value,
      w1: tensor([4, 2], [0.5, 0, 0, 0.5, 0.5, 0, 0, 0.5]),
      w2: tensor([2], [1, 1]),
    },
    labels: {
      ...sentenceLabels,
      "pair-feature": named("asks noun", "asks verb", "is noun", "is verb"),
      "hidden-unit": named("noun", "verb"),
    },
    start: { step: "attention.additive-scores", cell: [2, 1] },
    random: { ...softAttention, w1: soft, w2: soft, mask: bits },
    claims: [
      shows("attention.additive-scores", [2, 1], 1),
      shows("attention.additive-scores", [2, 3], 0.76),
      shows("attention.weights", [2, 1], 0.28),
      shows("attention.weights", [2, 3], 0.22),
    ],
  },
  "bilinear-attention": {
    algorithm: "bilinear-attention",
    inputs: { query: key, key, value, w: tensor([2, 2], [0, 0.5, 0.5, 0]) },
    labels: { ...sentenceLabels, "query-feature": named("noun", "verb") },
    start: { step: "attention.bilinear-scores", cell: [1, 2] },
    random: { ...softAttention, w: soft, mask: bits },
    claims: [
      shows("attention.bilinear-scores", [1, 2], 2),
      shows("attention.bilinear-scores", [1, 1], 0),
      shows("attention.weights", [1, 2], 0.71),
    ],
  },
  "multi-head-attention": {
    algorithm: "multi-head-attention",
    exercise: "multi-head-attention-steps",
    inputs: {
      x: rowsOf(words),
      heads: 2,
      // In the first head nouns ask for verbs and verbs for nouns; in the second verbs ask for animals and nouns for drinks.
      wQuery: tensor([4, 4], [0, 0.5, 0, 0.5, 0.5, 0, 0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
      wKey: four,
      wValue: four,
      wOutput: four,
    },
    labels: { query: sentence, key: sentence, head: named("grammar", "meaning") },
    start: { step: "multi-head.weights", cell: [1, 2, 1] },
    random: { x: soft, wQuery: soft, wKey: soft, wValue: soft, wOutput: soft, mask: bits, headMask: bits },
    claims: [
      shows("multi-head.weights", [0, 2, 3], 0.25),
      shows("multi-head.weights", [1, 2, 1], 0.58),
      shows("multi-head.weights", [1, 2, 3], 0.14),
      { algorithm: "split-input-attention", step: "multi-head.weights", cell: [1, 2, 1], is: 0.18 },
    ],
    presets: [
      {
        id: "one-head",
        inputs: {
          heads: 1,
          wQuery: tensor([4, 2], [0, 0.5, 0.5, 0, 0, 0, 0, 0]),
          wKey: tensor([4, 2], [1, 0, 0, 1, 0, 0, 0, 0]),
          wValue: tensor([4, 2], [0, 0, 0, 0, 1, 0, 0, 1]),
          wOutput: tensor([2, 2], [1, 0, 0, 1]),
        },
        labels: { head: named("grammar"), "output-feature": named("animal", "drink") },
        start: { step: "multi-head.weights", cell: [0, 2, 1] },
        claims: [
          shows("multi-head.weights", [0, 2, 1], 0.51),
          shows("multi-head.weights", [0, 2, 3], 0.25),
          shows("multi-head.output", [2, 0], 1.01),
          shows("multi-head.output", [2, 1], 0.62),
        ],
      },
    ],
  },
  "split-input-attention": {
    algorithm: "split-input-attention",
    inputs: {
      x: rowsOf(words),
      heads: 2,
      wQuery: tensor([2, 2, 2], [0, 0.5, 0.5, 0, 0.5, 0, 0, 0.5]),
      wKey: tensor([2, 2, 2], [1, 0, 0, 1, 1, 0, 0, 1]),
      wValue: tensor([2, 2, 2], [1, 0, 0, 1, 1, 0, 0, 1]),
    },
    labels: { query: sentence, key: sentence, head: named("grammar", "meaning") },
    start: { step: "multi-head.weights", cell: [0, 2, 1] },
    random: { x: soft, wQuery: soft, wKey: soft, wValue: soft, mask: bits },
    claims: [shows("multi-head.weights", [0, 2, 1], 0.51), shows("multi-head.weights", [1, 3, 3], 0.51)],
  },
  "linear-attention": {
    algorithm: "linear-attention",
    inputs: { query, key, value, showWeights: true },
    labels: { ...sentenceLabels, "kernel-feature": named("noun", "verb") },
    start: { step: "linear.key-values", cell: [0, 0] },
    random: softAttention,
    claims: [shows("linear.normalized", [2, 1], 0.35), shows("linear.key-values", [0, 0], 13)],
  },
  "performer-attention": {
    algorithm: "performer-attention",
    inputs: { query, key, value, features: 8, seed: 5, showWeights: true },
    labels: { ...sentenceLabels, token: sentence },
    start: { step: "linear.normalized", cell: [2, 1] },
    random: softAttention,
    claims: [
      shows("linear.normalized", [2, 1], 0.48),
      shows("linear.normalized", [2, 1], 0.25, { seed: 0 }),
      { algorithm: "scaled-dot-product-attention", step: "attention.weights", cell: [2, 1], is: 0.51 },
    ],
  },
  "linformer-attention": {
    algorithm: "linformer-attention",
    inputs: { query, key, value, lengthProjection: tensor([2, 4], [0.5, 0.5, 0, 0, 0, 0, 0.5, 0.5]) },
    labels: { ...sentenceLabels, mixture: mixtures },
    within: { mixtures: { key: mixtures } },
    start: { step: "linformer.keys", cell: [1, 0] },
    random: { ...softAttention, lengthProjection: soft, valueLengthProjection: soft },
    claims: [shows("mixtures/attention.weights", [2, 0], 0.59)],
  },
  "query-key-variance": {
    algorithm: "query-key-variance",
    inputs: { width: 4, samples: 60, seed: 3 },
    labels: {},
    start: { step: "variance.measured", cell: [] },
    claims: [shows("variance.predicted", [], 4), shows("variance.measured", [], 4.22)],
  },
  "softmax-jacobian": {
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
  },
  "vector-comparison": {
    algorithm: "vector-comparison",
    inputs: { x: query, y: key },
    labels: { vector: sentence, "other-vector": sentence, feature: named("noun", "verb") },
    start: { step: "vectors.cosines", cell: [2, 1] },
    random: { x: soft, y: soft },
    claims: [
      shows("vectors.products", [2, 1], 2),
      shows("vectors.products", [2, 3], 1),
      compares("vectors.other-lengths", [1], "above", [3]),
      shows("vectors.cosines", [2, 1], 1),
      shows("vectors.cosines", [2, 3], 1),
      shows("vectors.degrees", [3, 2], 26.6),
      shows("vectors.degrees", [3, 1], 63.4),
    ],
    presets: [
      {
        id: "binary",
        inputs: { x: codes, y: codes },
        labels: { vector: fromZero, "other-vector": fromZero, pair: fromZero, feature: named("4", "2", "1") },
        start: { step: "vectors.apart", cell: [3] },
        claims: [
          shows("vectors.apart", [0], 1),
          shows("vectors.apart", [1], 1.41),
          shows("vectors.apart", [2], 1),
          shows("vectors.apart", [3], 1.73),
        ],
      },
    ],
  },
};
