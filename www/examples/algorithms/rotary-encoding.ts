import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { shows, soft } from "../example.ts";
import { fromZero } from "../position.ts";

export const example: Example = {
  algorithm: "rotary-encoding",
  inputs: { x: tensor([4, 2], [1, 0, 1, 0, 1, 0, 1, 0]) },
  labels: { position: fromZero },
  start: { step: "rotary.rotated", cell: [1, 0] },
  random: { x: soft },
  claims: [shows("rotary.rotated", [1, 0], 0.54), shows("rotary.rotated", [1, 1], 0.84)],
};
