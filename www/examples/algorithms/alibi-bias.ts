import type { Example } from "../example.ts";
import { shows } from "../example.ts";
import { fromZero } from "../position.ts";
import { longSentence } from "../things.ts";

const head = fromZero;

export const example: Example = {
  algorithm: "alibi-bias",
  inputs: { length: 5, heads: 4 },
  labels: { query: longSentence, key: longSentence, head },
  start: { step: "alibi.bias", cell: [0, 0, 4] },
  claims: [
    shows("alibi.bias", [0, 0, 1], -0.25),
    shows("alibi.bias", [0, 0, 4], -1),
    shows("alibi.bias", [3, 0, 4], -0.016),
  ],
};
