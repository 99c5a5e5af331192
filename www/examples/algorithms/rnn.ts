import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { named, shows, soft } from "../example.ts";

const memory = named("cat", "milk");

export const example: Example = {
  algorithm: "rnn",
  inputs: {
    // the cat drinks milk: each word says whether it is the cat, and whether it is milk.
    x: tensor([4, 2], [0, 0, 1, 0, 0, 0, 0, 1]),
    wInput: tensor([2, 2], [1, 0, 0, 1]),
    wHidden: tensor([2, 2], [0.5, 0, 0, 0.5]),
  },
  // Time has no names: some steps count it from the start state, others from the first word.
  labels: { feature: memory, hidden: memory, "earlier-hidden": memory },
  start: { step: "time[2]/rnn.state", cell: [0] },
  random: { x: soft, wInput: soft, wHidden: soft },
  claims: [
    shows("rnn.states", [1, 0], 0.76),
    shows("rnn.states", [2, 0], 0.36),
    shows("rnn.states", [3, 0], 0.18),
    shows("rnn.sequential-steps", [], 4),
  ],
};
