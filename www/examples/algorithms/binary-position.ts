import type { Example } from "../example.ts";
import { shows } from "../example.ts";
import { fromZero } from "../position.ts";

export const example: Example = {
  algorithm: "binary-position",
  inputs: { length: 8, digits: 3 },
  labels: { position: fromZero },
  start: { step: "position.binary", cell: [4, 0] },
  claims: [
    shows("position.binary", [3, 0], 0),
    shows("position.binary", [3, 2], 1),
    shows("position.binary", [4, 0], 1),
    shows("position.binary", [4, 2], 0),
  ],
};
