import type { Example } from "../example.ts";
import { shows } from "../example.ts";
import { fromZero, identity, onTheCircle, words, x } from "../hashing.ts";

export const example: Example = {
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
};
