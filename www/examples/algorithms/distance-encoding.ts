import { tensor } from "../../src/state/values.ts";
import type { Example } from "../example.ts";
import { compares, named, shows } from "../example.ts";
import { friendship, people } from "../things.ts";

export const example: Example = {
  algorithm: "distance-encoding",
  inputs: { graph: friendship, anchors: tensor([2], [0, 4]) },
  labels: { node: people, distance: named("0", "1", "2", "3", "farther"), anchor: named("Ann", "Eli") },
  graph: "graph",
  start: { step: "distance-encoding.encoding", cell: [5, 1] },
  random: { anchors: { distribution: "integers", minimum: 0, maximum: 5 } },
  claims: [
    shows("distance-encoding.encoding", [4, 0], 1),
    shows("distance-encoding.encoding", [5, 0], 0),
    shows("distance-encoding.encoding", [5, 1], 1),
    compares("distance-encoding.encoding", [0, 0], "equals", [4, 0]),
    compares("distance-encoding.encoding", [0, 3], "equals", [4, 3]),
  ],
};
