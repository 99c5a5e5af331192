import { type Lesson, matrix } from "./lesson.ts";

/** The worked example of CMU 11-785: three tokens of four numbers, which are also the queries, keys and values. */
const tokens = matrix([
  [1, 2, 3, 4],
  [4, 5, 9, 1],
  [6, 2, 1, 4],
]);
const byToken = { prefix: "x", from: 1 };

export const selfAttention: Lesson = {
  id: "self-attention",
  parts: [
    {
      algorithm: "scaled-dot-product-attention",
      exercise: "attention-steps",
      inputs: { query: tokens, key: tokens, value: tokens },
      labels: { query: byToken, key: byToken, token: byToken },
      start: { step: "attention.scores", cell: [0, 1] },
      random: { mask: { distribution: "integers", minimum: 0, maximum: 1 } },
    },
    {
      algorithm: "multi-head-attention",
      exercise: "multi-head-attention-steps",
      inputs: {
        x: matrix([
          [1, 0, 2, 1],
          [0, 1, 1, 2],
          [2, 1, 0, 1],
        ]),
        heads: 2,
        wQuery: matrix([
          [1, 0, 0, 1],
          [0, 1, 1, 0],
          [1, 0, -1, 0],
          [0, 1, 0, 1],
        ]),
        wKey: matrix([
          [0, 1, 1, 0],
          [1, 0, 0, 1],
          [0, 1, 0, -1],
          [1, 0, 1, 0],
        ]),
        wValue: matrix([
          [1, 0, 0, 2],
          [0, 2, 1, 0],
          [0, 1, 0, 1],
          [1, 0, 1, 0],
        ]),
        wOutput: matrix([
          [1, 0, 0, 1],
          [0, 1, 1, 0],
          [1, 0, 0, -1],
          [0, 1, -1, 0],
        ]),
      },
      labels: { query: byToken, key: byToken, token: byToken },
      random: { mask: { distribution: "integers", minimum: 0, maximum: 1 } },
    },
  ],
};
