import { tensor } from "../src/state/values.ts";
import { compares, type Examples, named, rowsOf, shows, soft } from "./example.ts";
import { acid, acidGraph, acidLabels, atoms, cups, friendship, news, people, peopleLabels } from "./things.ts";

const one = tensor([1, 1], [1]);
const cupsLabel = named("cups");
const softLayer = { x: soft, w: soft, b: soft, wNeighbor: soft, wSelf: soft } as const;
/** Who has heard the news, beside how many cups of tea they drink. */
const newsAndCups = tensor([6, 2], [1, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6]);
const newsLabel = named("news");

export const examples: Examples = {
  "shortest-path-distances": {
    algorithm: "shortest-path-distances",
    inputs: { graph: friendship },
    labels: peopleLabels,
    graph: "graph",
    start: { step: "graph.distances", cell: [0, 4] },
    claims: [
      shows("graph.distances", [0, 1], 1),
      shows("graph.distances", [0, 3], 2),
      shows("graph.distances", [0, 4], 3),
      shows("graph.distances", [0, 5], 3),
    ],
  },
  "gcn-normalization": {
    algorithm: "gcn-normalization",
    exercise: "gcn-normalization-steps",
    inputs: { graph: friendship },
    labels: { ...peopleLabels },
    graph: "graph",
    start: { step: "gcn.normalized-adjacency", cell: [0, 1] },
    claims: [
      shows("graph.degree", [0], 2),
      shows("graph.degree", [1], 4),
      shows("gcn.normalized-adjacency", [0, 1], 0.35),
      shows("gcn.normalized-adjacency", [4, 3], 0.26),
      compares("gcn.normalized-adjacency", [0, 1], "equals", [1, 0]),
    ],
  },
  "gcn-layer": {
    algorithm: "gcn-layer",
    exercise: "gcn-layer-steps",
    inputs: { graph: friendship, x: newsAndCups, w: tensor([2, 2], [2, 0, 0, 1]) },
    labels: {
      ...peopleLabels,
      feature: named("news", "cups"),
      "output-feature": named("news", "cups"),
    },
    graph: "graph",
    start: { step: "gcn.aggregated", cell: [1, 0] },
    random: softLayer,
    claims: [
      shows("gcn.aggregated", [0, 0], 0.5),
      shows("gcn.aggregated", [1, 0], 0.35),
      shows("gcn.aggregated", [2, 0], 0),
      shows("gcn.transformed", [1, 0], 0.71),
    ],
  },
  "gcn-network": {
    algorithm: "gcn-network",
    inputs: { graph: friendship, x: news, w: one, "next.w": tensor([1, 1, 1], [1]) },
    labels: { ...peopleLabels, feature: newsLabel, "output-feature": newsLabel },
    graph: "graph",
    start: { step: "next[0]/gcn.aggregated", cell: [2, 0] },
    random: { ...softLayer, "next.w": soft },
    claims: [
      shows("gcn.transformed", [2, 0], 0),
      shows("next[0]/gcn.transformed", [2, 0], 0.1),
      shows("next[0]/gcn.transformed", [3, 0], 0.08),
      shows("next[0]/gcn.transformed", [4, 0], 0),
    ],
  },
  "message-passing-layer": {
    algorithm: "message-passing-layer",
    inputs: { graph: friendship, x: tensor([6, 1], [1, 1, 1, 1, 1, 1]), wNeighbor: one },
    labels: { ...peopleLabels, feature: newsLabel, "output-feature": newsLabel },
    graph: "graph",
    start: { step: "message.aggregated", cell: [3, 0] },
    random: softLayer,
    claims: [shows("message.aggregated", [0, 0], 1), shows("message.aggregated", [3, 0], 4)],
    presets: [
      {
        id: "mean",
        inputs: { aggregation: "mean" },
        claims: [shows("message.aggregated", [0, 0], 1), shows("message.aggregated", [3, 0], 1)],
      },
      {
        id: "max",
        inputs: { aggregation: "max" },
        start: { step: "message.maximum", cell: [3, 0] },
        claims: [shows("message.maximum", [0, 0], 1), shows("message.maximum", [3, 0], 1)],
      },
    ],
  },
  "mean-aggregation-layer": {
    algorithm: "mean-aggregation-layer",
    inputs: { graph: friendship, x: cups, wNeighbor: one },
    labels: { ...peopleLabels, feature: cupsLabel, "output-feature": cupsLabel },
    graph: "graph",
    start: { step: "message.aggregated", cell: [1, 0] },
    random: softLayer,
    claims: [
      shows("message.aggregated", [0, 0], 2),
      compares("message.aggregated", [0, 0], "equals", [1, 0], "message.features"),
      shows("message.aggregated", [1, 0], 2.67),
    ],
  },
  "graph-isomorphism-layer": {
    algorithm: "graph-isomorphism-layer",
    inputs: {
      graph: friendship,
      x: tensor([6, 1], [1, 1, 1, 1, 1, 1]),
      w1: tensor([1, 2], [1, 1]),
      b1: tensor([2], [-2, -3]),
      w2: tensor([2, 1], [1, -1]),
    },
    // Some steps call the people targets, others tokens.
    labels: { ...peopleLabels, token: people, feature: newsLabel, hidden: named("more than 2", "more than 3") },
    graph: "graph",
    start: { step: "isomorphism.summed", cell: [3, 0] },
    random: { x: soft, w1: soft, b1: soft, w2: soft, b2: soft },
    claims: [
      shows("isomorphism.summed", [0, 0], 2),
      shows("isomorphism.summed", [3, 0], 5),
      shows("mlp/feed-forward.output", [0, 0], 0),
      shows("mlp/feed-forward.output", [1, 0], 1),
      shows("mlp/feed-forward.output", [3, 0], 1),
      {
        algorithm: "message-passing-layer",
        step: "message.aggregated",
        cell: [3, 0],
        is: 1,
        inputs: { aggregation: "mean" },
      },
    ],
  },
  "gaussian-mixture-layer": {
    algorithm: "gaussian-mixture-layer",
    inputs: {
      graph: acidGraph,
      x: rowsOf(atoms),
      mu: tensor([2, 2], [1, 0.58, 0.58, 1]),
      sigma: tensor([2, 2], [0.3, 0.3, 0.3, 0.3]),
      wNeighbor: tensor([2, 2, 2], [1, 0, 0, 1, 0.5, 0, 0, 0.5]),
    },
    labels: {
      ...acidLabels,
      kernel: named("inward", "outward"),
      feature: named("carbon", "oxygen"),
      "output-feature": named("carbon", "oxygen"),
    },
    graph: "graph",
    start: { step: "gaussian.kernel", cell: [0, 0] },
    random: {
      x: soft,
      mu: soft,
      sigma: { distribution: "uniform", minimum: 0, decimals: 1 },
      wNeighbor: soft,
      wSelf: soft,
    },
    claims: [
      shows("gaussian.kernel", [0, 0], 1),
      shows("gaussian.kernel", [0, 1], 0.14),
      shows("gaussian.kernel", [1, 0], 0.14),
      shows("gaussian.kernel", [1, 1], 1),
      shows("gaussian.heard", [1, 1], 2.14),
    ],
  },
  "graph-readout": {
    algorithm: "graph-readout",
    inputs: { x: tensor([4, 3], [1, 0, 3, 1, 0, 0, 0, 1, 0, 0, 1, 1]) },
    labels: { node: acid, feature: named("carbon", "oxygen", "hydrogen") },
    start: { step: "readout.sum", cell: [0] },
    random: { x: soft },
    claims: [shows("readout.sum", [0], 2), shows("readout.sum", [1], 2), shows("readout.sum", [2], 4)],
    presets: [
      {
        id: "mean",
        inputs: { aggregation: "mean" },
        start: { step: "readout.mean", cell: [0] },
        claims: [shows("readout.mean", [0], 0.5), shows("readout.mean", [1], 0.5), shows("readout.mean", [2], 1)],
      },
    ],
  },
};
