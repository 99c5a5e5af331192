import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { bits, named, rowsOf, shows, soft } from "../example.ts";
import { sentence, words } from "../things.ts";

const four = tensor([4, 4], [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);

export const example: Example = {
  algorithm: "multi-head-attention",
  exercise: "multi-head-attention-steps",
  inputs: {
    x: rowsOf(words),
    heads: 2,
    // In the first head nouns ask for verbs and verbs for nouns; in the second verbs ask for animals and nouns for drinks.
    wQuery: tensor([4, 4], [0, 0.5, 0, 0.5, 0.5, 0, 0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    wKey: four,
    wValue: four,
    // Each output adds half of the other head's number to one head's own.
    wOutput: tensor([4, 4], [1, 0, 0.5, 0, 0, 1, 0, 0.5, 0.5, 0, 1, 0, 0, 0.5, 0, 1]),
  },
  labels: {
    query: sentence,
    key: sentence,
    head: named("grammar", "meaning"),
    "head-value-feature": named("1a", "1b", "2a", "2b"),
  },
  start: { step: "multi-head.weights", cell: [1, 2, 1] },
  random: { x: soft, wQuery: soft, wKey: soft, wValue: soft, wOutput: soft, mask: bits, headMask: bits },
  claims: [
    shows("multi-head.weights", [0, 2, 3], 0.25),
    shows("multi-head.weights", [1, 2, 1], 0.58),
    shows("multi-head.weights", [1, 2, 3], 0.14),
    { algorithm: "split-input-attention", step: "multi-head.weights", cell: [1, 2, 1], is: 0.18 },
  ],
  presets: [
    {
      id: "one-head",
      inputs: {
        heads: 1,
        wQuery: tensor([4, 2], [0, 0.5, 0.5, 0, 0, 0, 0, 0]),
        wKey: tensor([4, 2], [1, 0, 0, 1, 0, 0, 0, 0]),
        wValue: tensor([4, 2], [0, 0, 0, 0, 1, 0, 0, 1]),
        wOutput: tensor([2, 2], [1, 0, 0, 1]),
      },
      labels: {
        head: named("grammar"),
        "head-value-feature": named("1a", "1b"),
        "output-feature": named("animal", "drink"),
      },
      start: { step: "multi-head.weights", cell: [0, 2, 1] },
      claims: [
        shows("multi-head.weights", [0, 2, 1], 0.51),
        shows("multi-head.weights", [0, 2, 3], 0.25),
        shows("multi-head.output", [2, 0], 1.01),
        shows("multi-head.output", [2, 1], 0.62),
      ],
    },
  ],
};
