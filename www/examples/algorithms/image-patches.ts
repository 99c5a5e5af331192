import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { named, shows } from "../example.ts";
import { corners, gray } from "../vision.ts";

/** An image whose numbers say where they are: 23 is in row 2 and column 3. */
const image = tensor([1, 4, 4], [11, 12, 13, 14, 21, 22, 23, 24, 31, 32, 33, 34, 41, 42, 43, 44]);

export const example: Example = {
  algorithm: "image-patches",
  inputs: { image, patch: 2 },
  labels: { channel: named("gray"), patch: corners },
  start: { step: "vision.patches", cell: [1, 2] },
  random: { image: gray },
  claims: [
    shows("vision.patches", [1, 0], 13),
    shows("vision.patches", [1, 1], 14),
    shows("vision.patches", [1, 2], 23),
    shows("vision.patches", [1, 3], 24),
  ],
};
