import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { rowsOf, shows } from "../example.ts";
import { labels, query, subject, value, verb } from "../sparse.ts";
import { farBeing, softAttention } from "../things.ts";

/** Each of eight words sees two on each side. */
const band = Array.from({ length: 64 }, (_, at) => (Math.abs(Math.floor(at / 8) - (at % 8)) <= 2 ? 1 : 0));

/** The keys with a subject that stands out. */
const clearKey = rowsOf({ ...farBeing, cat: [4, 0] });

export const example: Example = {
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
};
