import { tensor } from "../src/state/values.ts";
import { compares, type Examples, named, rowsOf, shows, soft } from "./example.ts";
import { sentence } from "./things.ts";

/** The second token says the same as the first, twice as strongly. */
const loudness = { quiet: [1, 3, 2], loud: [2, 6, 4], other: [5, 1, 0] };

/** What each word of the sentence is, by two properties. */
const properties = { the: [0, 0], cat: [1, 1], drinks: [0, 1], milk: [1, 0] };

export const examples: Examples = {
  "layer-norm": {
    algorithm: "layer-norm",
    inputs: { x: rowsOf(loudness) },
    labels: { token: named(...Object.keys(loudness)) },
    start: { step: "layer-norm.normalized", cell: [1, 1] },
    random: { x: soft },
    claims: [
      shows("layer-norm.deviation", [0], 0.82),
      shows("layer-norm.deviation", [1], 1.63),
      shows("layer-norm.normalized", [0, 1], 1.22),
      shows("layer-norm.normalized", [1, 1], 1.22),
      compares("layer-norm.normalized", [0, 0], "equals", [1, 0]),
      compares("layer-norm.normalized", [0, 2], "equals", [1, 2]),
    ],
  },
  "batch-norm": {
    algorithm: "batch-norm",
    inputs: { x: tensor([1, 3], loudness.quiet) },
    labels: { token: named("quiet") },
    start: { step: "batch-norm.centered", cell: [0, 1] },
    random: { x: soft },
    claims: [
      compares("batch-norm.mean", [1], "equals", [0, 1], "batch-norm.x"),
      shows("batch-norm.normalized", [0, 0], 0),
      shows("batch-norm.normalized", [0, 1], 0),
      shows("batch-norm.normalized", [0, 2], 0),
    ],
    presets: [
      {
        id: "batch",
        inputs: { x: rowsOf(loudness) },
        labels: { token: named(...Object.keys(loudness)) },
        start: { step: "batch-norm.normalized", cell: [0, 0] },
        claims: [
          shows("batch-norm.normalized", [0, 1], -0.16),
          shows("batch-norm.normalized", [1, 1], 1.3),
          compares("batch-norm.normalized", [0, 1], "below", [1, 1]),
        ],
      },
    ],
  },
  "feed-forward": {
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
  },
};
