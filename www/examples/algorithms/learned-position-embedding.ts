import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { compares, shows, soft } from "../example.ts";
import { fromZero } from "../position.ts";
import { sentence } from "../things.ts";

export const example: Example = {
  algorithm: "learned-position-embedding",
  inputs: { table: tensor([5, 2], [0.8, -0.3, -0.5, 0.9, 0.7, -0.2, 0.1, 0.6, -0.9, -0.4]), length: 4 },
  labels: { position: sentence, row: fromZero },
  start: { step: "learned-position.embedding", cell: [2, 0] },
  random: { table: soft },
  claims: [
    shows("learned-position.embedding", [2, 0], 0.7),
    compares("learned-position.embedding", [2, 0], "equals", [2, 0], "learned-position.table"),
  ],
};
