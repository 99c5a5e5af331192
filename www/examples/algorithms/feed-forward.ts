import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { named, rowsOf, shows, soft } from "../example.ts";
import { sentence } from "../things.ts";

/** What each word of the sentence is, by two properties. */
const properties = { the: [0, 0], cat: [1, 1], drinks: [0, 1], milk: [1, 0] };

export const example: Example = {
  algorithm: "feed-forward",
  inputs: {
    x: rowsOf(properties),
    w1: tensor([2, 2], [1, 1, 1, 1]),
    b1: tensor([2], [0, -1]),
    w2: tensor([2, 2], [1, 0, -2, 1]),
  },
  labels: {
    token: sentence,
    feature: named("noun", "active"),
    hidden: named("sum", "both"),
    "output-feature": named("just one", "both"),
  },
  start: { step: "feed-forward.relu", cell: [1, 1] },
  random: { x: soft, w1: soft, b1: soft, w2: soft, b2: soft },
  claims: [
    shows("feed-forward.relu", [1, 1], 1),
    shows("feed-forward.relu", [3, 1], 0),
    shows("feed-forward.output", [1, 0], 0),
    shows("feed-forward.output", [3, 0], 1),
    shows("feed-forward.output", [2, 0], 1),
  ],
};
