import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { compares, shows } from "../example.ts";
import { fromZero, identity, onTheCircle, words, x } from "../hashing.ts";

export const example: Example = {
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
};
