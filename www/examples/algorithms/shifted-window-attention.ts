import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { shows } from "../example.ts";
import { softAttention } from "../things.ts";

/** Sixteen patches of an image, which are all alike but for their numbers. */
const alike = tensor(
  [16, 1],
  Array.from({ length: 16 }, () => 0),
);

const numbered = tensor(
  [16, 1],
  Array.from({ length: 16 }, (_, at) => at),
);

const fromZero = { from: 0 };

export const example: Example = {
  algorithm: "shifted-window-attention",
  inputs: { query: alike, key: alike, value: numbered, height: 4, window: 2, shift: 1 },
  labels: { query: fromZero, key: fromZero },
  start: { step: "dense/attention.weights", cell: [5, 6] },
  random: softAttention,
  saturated: "in the corners of the image a window leaves a patch alone with itself",
  claims: [
    shows("dense/attention.weights", [5, 6], 0.25),
    shows("dense/attention.weights", [0, 0], 1),
    shows("dense/attention.weights", [0, 15], 0),
    shows("swin.partition", [3, 0], 15),
    shows("swin.partition", [3, 3], 0),
  ],
  presets: [
    {
      id: "unshifted",
      inputs: { shift: 0 },
      claims: [shows("dense/attention.weights", [5, 4], 0.25), shows("dense/attention.weights", [5, 6], 0)],
    },
  ],
};
