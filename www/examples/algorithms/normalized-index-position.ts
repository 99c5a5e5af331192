import type { Example } from "../example.ts";
import { named, shows } from "../example.ts";
import { longSentence } from "../things.ts";

/** Ten words, whose third is “grey”. */
const longer = named("the", "small", "grey", "cat", "that", "lives", "here", "drinks", "cold", "milk");

export const example: Example = {
  algorithm: "normalized-index-position",
  inputs: { length: 5 },
  labels: { position: longSentence },
  start: { step: "position.normalized", cell: [1] },
  claims: [shows("position.normalized", [1], 0.2)],
  presets: [
    {
      id: "longer",
      inputs: { length: 10 },
      labels: { position: longer },
      start: { step: "position.normalized", cell: [2] },
      claims: [shows("position.normalized", [2], 0.2), shows("position.normalized", [1], 0.1)],
    },
  ],
};
