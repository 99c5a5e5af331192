import type { Example } from "../example.ts";
import { shows } from "../example.ts";

export const example: Example = {
  algorithm: "linear-warmup-decay",
  inputs: { warmup: 4, total: 12 },
  labels: { "training-step": { from: 0 } },
  start: { step: "schedule.factors", cell: [4] },
  claims: [
    shows("schedule.factors", [2], 0.5),
    shows("schedule.factors", [4], 1),
    shows("schedule.factors", [8], 0.5),
    shows("schedule.factors", [12], 0),
  ],
};
