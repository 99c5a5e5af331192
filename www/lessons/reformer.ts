import { type Lesson, matrix, tensor } from "./lesson.ts";

/** Buckets, positions and tokens are numbered from 0, as in the contents of the tables. */
const fromZero = { from: 0 };
const labels = {
  query: fromZero,
  key: fromZero,
  position: fromZero,
  "sorted-place": fromZero,
  chunk: fromZero,
  round: fromZero,
  direction: fromZero,
};

export const reformer: Lesson = {
  id: "reformer",
  parts: [
    {
      algorithm: "bucket-attention",
      exercise: "bucket-attention-steps",
      // Points on the unit circle. The rotation is the identity, so the bucket is the nearest half-axis: 0.6, −0.8 falls into bucket 3.
      inputs: {
        x: matrix([
          [0.6, -0.8],
          [0.8, 0.6],
          [1, 0],
          [-0.6, 0.8],
          [0, -1],
          [-0.8, -0.6],
          [0.28, 0.96],
          [0.96, -0.28],
        ]),
        value: matrix([
          [1, 0],
          [2, 0],
          [3, 0],
          [4, 0],
          [0, 1],
          [0, 2],
          [0, 3],
          [0, 4],
        ]),
        rotation: matrix([
          [1, 0],
          [0, 1],
        ]),
      },
      labels,
      random: { x: { decimals: 2 }, rotation: { decimals: 2 } },
    },
    {
      algorithm: "lsh-attention",
      inputs: {
        x: matrix([
          [2, 0, 0, 2],
          [-2, 1, -1, -2],
          [-1, -2, 0, 1],
          [-1, 1, 2, -2],
          [2, -1, -2, -1],
          [1, 0, -1, 1],
          [-1, -2, -1, 2],
          [2, 1, -1, -1],
          [-2, -2, -1, -1],
          [-1, -1, 0, 0],
          [-1, 2, -1, -1],
          [-1, 1, 0, -2],
          [0, 1, -1, -1],
          [0, -2, 0, 0],
          [2, 2, -2, 2],
          [0, -2, 0, 0],
        ]),
        heads: 1,
        headSize: 4,
        nBuckets: 4,
        nHashes: 2,
        chunkLength: 4,
        wQueryKey: matrix([
          [1, 0, 0, 1],
          [0, 1, 0, 0],
          [0, 0, 1, 0],
          [0, 1, 0, 1],
        ]),
        wValue: matrix([
          [1, 0, 0, 0],
          [0, 1, 0, 0],
          [0, 0, 1, 0],
          [0, 0, 0, 1],
        ]),
        rotations: tensor([1, 4, 2, 2], [1, 2, 1, -1, 2, 2, -1, -2, 1, -2, 1, 2, -2, 2, 1, 2]),
      },
      labels,
      random: { rotations: { decimals: 2 } },
    },
  ],
};
