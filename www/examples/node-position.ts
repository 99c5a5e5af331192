import { tensor } from "../src/state/values.ts";
import { compares, type Examples, named, shows } from "./example.ts";
import { chain, friendship, people, peopleLabels, rings } from "./things.ts";

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

export const examples: Examples = {
  "laplacian-encoding": {
    algorithm: "laplacian-encoding",
    inputs: { graph: chain(6), width: 2 },
    labels: peopleLabels,
    graph: "graph",
    start: { step: "laplacian.encoding", cell: [0, 0] },
    claims: [
      shows("laplacian.encoding", [2, 0], 0.2),
      shows("laplacian.encoding", [3, 0], -0.2),
      shows("laplacian.encoding", [0, 1], -0.45),
      shows("laplacian.encoding", [2, 1], 0.51),
      shows("laplacian.encoding", [5, 1], -0.45),
      shows("laplacian.eigenvalues", [1], 0.19),
      shows("laplacian.eigenvalues", [2], 0.69),
    ],
  },
  "random-walk-encoding": {
    algorithm: "random-walk-encoding",
    inputs: { graph: friendship, steps: 3 },
    labels: peopleLabels,
    graph: "graph",
    start: { step: "rounds.columns", cell: [3, 2] },
    claims: [
      shows("rounds.columns", [0, 1], 0.33),
      shows("rounds.columns", [0, 2], 0),
      shows("rounds.columns", [2, 2], 0.08),
      shows("rounds.columns", [3, 2], 0.21),
      compares("rounds.columns", [4, 2], "equals", [5, 2]),
    ],
  },
  "weisfeiler-lehman-colors": {
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
  },
  "distance-encoding": {
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
  },
  "random-features": {
    algorithm: "random-features",
    inputs: { graph: friendship, width: 2, seed: 1 },
    labels: { node: people },
    graph: "graph",
    start: { step: "random-features.features", cell: [4, 0] },
    claims: [shows("random-features.features", [4, 0], 0.35), shows("random-features.features", [5, 0], 0.02)],
  },
};
