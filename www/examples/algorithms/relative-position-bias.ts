import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { compares, shows, soft } from "../example.ts";
import { fromZero } from "../position.ts";
import { longSentence } from "../things.ts";

export const example: Example = {
  algorithm: "relative-position-bias",
  inputs: { length: 5, table: tensor([5], [-0.4, 0.3, 0.5, 0.1, -0.2]) },
  labels: { query: longSentence, key: longSentence, row: fromZero },
  start: { step: "relative-position.bias", cell: [0, 2] },
  random: { table: soft },
  claims: [
    shows("relative-position.bias", [1, 0], 0.3),
    shows("relative-position.bias", [0, 1], 0.1),
    shows("relative-position.bias", [0, 2], -0.2),
    compares("relative-position.bias", [0, 2], "equals", [0, 4]),
    compares("relative-position.bias", [1, 0], "equals", [4, 3]),
  ],
};
