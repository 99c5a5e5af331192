import type { Example } from "../example.ts";
import { named, shows } from "../example.ts";
import { key, labels, query, value, verb } from "../sparse.ts";
import { farBeing, farSentence, softAttention } from "../things.ts";

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

export const example: Example = {
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
};
