import type { Example } from "../example.ts";
import { compares, named, shows } from "../example.ts";
import { friendship, people, rings } from "../things.ts";

/** The nodes of {@link rings}. */
const inRings = named(
  "six a",
  "six b",
  "six c",
  "six d",
  "six e",
  "six f",
  "one a",
  "one b",
  "one c",
  "two a",
  "two b",
  "two c",
);

const fromZero = { from: 0 };

export const example: Example = {
  algorithm: "weisfeiler-lehman-colors",
  inputs: { graph: friendship, rounds: 3 },
  labels: { node: people, color: fromZero },
  graph: "graph",
  start: { step: "rounds[0]/weisfeiler-lehman.colors", cell: [4] },
  claims: [
    compares("rounds[0]/weisfeiler-lehman.colors", [2], "equals", [4]),
    shows("rounds[1]/weisfeiler-lehman.colors", [2], 2),
    shows("rounds[1]/weisfeiler-lehman.colors", [4], 4),
    compares("rounds[2]/weisfeiler-lehman.colors", [4], "equals", [5]),
  ],
  presets: [
    {
      id: "rings",
      inputs: { graph: rings },
      labels: { node: inRings },
      start: { step: "rounds[2]/weisfeiler-lehman.colors", cell: [0] },
      claims: [
        shows("rounds[0]/weisfeiler-lehman.neighbor-colors", [0, 0, 0], 2),
        shows("rounds[0]/weisfeiler-lehman.neighbor-colors", [6, 0, 0], 2),
        shows("rounds[2]/weisfeiler-lehman.colors", [0], 0),
        shows("rounds[2]/weisfeiler-lehman.colors", [11], 0),
      ],
    },
  ],
};
