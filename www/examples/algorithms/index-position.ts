import type { Example } from "../example.ts";
import { shows } from "../example.ts";
import { longSentence } from "../things.ts";

export const example: Example = {
  algorithm: "index-position",
  inputs: { length: 5 },
  labels: { position: longSentence },
  start: { step: "position.positions", cell: [4] },
  claims: [shows("position.positions", [0], 0), shows("position.positions", [4], 4)],
};
