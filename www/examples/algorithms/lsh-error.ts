import { matrix } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { shows } from "../example.ts";
import { fromZero, onTheCircle, words } from "../hashing.ts";

export const example: Example = {
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
};
