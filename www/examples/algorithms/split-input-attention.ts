import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { bits, named, rowsOf, shows, soft } from "../example.ts";
import { sentence, words } from "../things.ts";

export const example: Example = {
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
};
