import { matrix, tensor } from "../src/state/values.ts";
import { compares, type Examples, namesOf, rowsOf, shows } from "./example.ts";
import { directions } from "./things.ts";

const x = rowsOf(directions);
const words = namesOf(directions);
const identity = tensor([2, 2], [1, 0, 0, 1]);
const fromZero = { from: 0 };
const onTheCircle = { distribution: "normal", decimals: 2 } as const;

export const examples: Examples = {
  "bucket-attention": {
    algorithm: "bucket-attention",
    exercise: "bucket-attention-steps",
    inputs: { x, rotation: identity },
    labels: { query: words, key: words, direction: fromZero },
    start: { step: "bucket.weights", cell: [0, 4] },
    random: { x: onTheCircle, value: onTheCircle, rotation: onTheCircle },
    claims: [
      shows("bucket.buckets", [0], 0),
      shows("bucket.buckets", [4], 0),
      shows("bucket.weights", [0, 4], 0.48),
      shows("bucket.weights", [0, 0], 0.52),
      shows("bucket.weights", [0, 1], 0),
    ],
  },
  "lsh-attention": {
    algorithm: "lsh-attention",
    inputs: {
      x,
      wQueryKey: identity,
      wValue: identity,
      // In the first round the directions are the axes, in the second the diagonals.
      rotations: tensor([1, 2, 2, 2], [1, 0, 0.71, 0.71, 0, 1, -0.71, 0.71]),
      headSize: 2,
      nBuckets: 4,
      nHashes: 2,
      chunkLength: 2,
    },
    labels: { position: words, round: fromZero, direction: fromZero, "sorted-place": fromZero, chunk: fromZero },
    start: { step: "lsh.buckets", cell: [0, 0, 4] },
    random: { x: onTheCircle, wQueryKey: onTheCircle, wValue: onTheCircle, rotations: onTheCircle },
    claims: [
      compares("lsh.buckets", [0, 0, 0], "equals", [0, 0, 4]),
      shows("lsh.buckets", [0, 1, 0], 1),
      shows("lsh.buckets", [0, 1, 4], 0),
      shows("lsh.weights", [0, 0, 0, 3], 0.71),
      shows("lsh.round-weights", [0, 0, 0], 0.41),
      shows("lsh.round-weights", [0, 1, 0], 0.59),
    ],
  },
  "lsh-error": {
    algorithm: "lsh-error",
    // The example of LSH attention: its output, that of one chunk of all eight words, and its sort order.
    inputs: {
      output: matrix([
        [0.56, -0.18],
        [0.58, 0.26],
        [-0.26, 0.58],
        [-0.17, -0.63],
        [0.26, -0.58],
        [0.26, 0.59],
        [-0.59, 0.26],
        [-0.58, -0.26],
      ]),
      reference: matrix([
        [0.25, 0.04],
        [0.06, 0.24],
        [-0.24, 0.06],
        [0.04, -0.25],
        [0.24, -0.06],
        [-0.04, 0.25],
        [-0.25, -0.04],
        [-0.06, -0.24],
      ]),
      sortOrder: matrix([[0, 4, 1, 5, 2, 6, 3, 7, 11, 12, 8, 9, 10, 13, 14, 15]]),
      chunkLength: 2,
    },
    labels: { query: words, key: words, round: fromZero, "sorted-place": fromZero },
    start: { step: "lsh-error.seen", cell: [0, 0, 4] },
    random: { output: onTheCircle, reference: onTheCircle, sortOrder: null },
    claims: [
      shows("lsh-error.seen", [0, 0, 4], 1),
      shows("lsh-error.seen", [0, 0, 2], 0),
      shows("lsh-error.pairs", [0], 41),
      shows("lsh-error.share", [0], 0.64),
      shows("error.mean", [], 0.285),
    ],
  },
  "lsh-collision": {
    algorithm: "lsh-collision",
    inputs: { angle: 45, trials: 40, seed: 0 },
    labels: {},
    start: { step: "collision.measured", cell: [] },
    claims: [
      shows("collision.count", [], 18),
      shows("collision.measured", [], 0.45),
      shows("collision.rotation-law", [], 0.5),
    ],
    presets: [
      {
        id: "gaussian",
        inputs: { rotationKind: "gaussian" },
        start: { step: "collision.measured", cell: [] },
        claims: [shows("collision.measured", [], 0.475), shows("collision.gaussian-law", [], 0.5625)],
      },
    ],
  },
};
