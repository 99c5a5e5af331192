import { tensor } from "../src/state/values.ts";
import { compares, type Examples, named, rowsOf, shows, soft } from "./example.ts";
import {
  acid,
  acidGraph,
  acidLabels,
  atoms,
  chain,
  cups,
  friendship,
  people,
  peopleLabels,
  trio,
  trioGraph,
} from "./things.ts";

const one = tensor([1, 1], [1]);
const identity = tensor([2, 2], [1, 0, 0, 1]);
/** Cups of tea a day of three friends. */
const trioCups = tensor([3, 1], [0, 1, 3]);
const trioLabels = { node: trio, source: trio, target: trio };
/** How much each of the six likes music and sport. */
const interests = tensor([6, 2], [2, 0, 1, 1, 0, 1, 1, 0, 2, 0, 0, 1]);
const softAttention = { x: soft, w: soft, wQuery: soft, wKey: soft, wValue: soft } as const;

export const examples: Examples = {
  "gat-layer": {
    algorithm: "gat-layer",
    exercise: "gat-steps",
    inputs: {
      graph: trioGraph,
      x: trioCups,
      w: one,
      attentionSource: tensor([1, 1], [0.5]),
      attentionTarget: tensor([1, 1], [-1]),
    },
    labels: { ...trioLabels, feature: named("cups") },
    graph: "graph",
    start: { step: "gat.weights", cell: [0, 0, 2] },
    random: { ...softAttention, attentionSource: soft, attentionTarget: soft, b: soft },
    claims: [
      shows("gat.weights", [0, 0, 2], 0.63),
      shows("gat.weights", [0, 1, 2], 0.49),
      shows("gat.weights", [0, 2, 2], 0.39),
      compares("gat.weights", [0, 2, 2], "above", [0, 2, 0]),
      compares("gat.weights", [0, 2, 2], "above", [0, 2, 1]),
    ],
  },
  "gatv2-layer": {
    algorithm: "gatv2-layer",
    inputs: {
      graph: trioGraph,
      x: trioCups,
      wSource: tensor([1, 2], [0.5, -0.5]),
      wTarget: tensor([1, 2], [-0.5, 0.5]),
      attention: tensor([1, 2], [1.25, 1.25]),
    },
    labels: trioLabels,
    graph: "graph",
    start: { step: "gat.weights", cell: [0, 2, 0] },
    random: { x: soft, wSource: soft, wTarget: soft, attention: soft, b: soft },
    claims: [
      shows("gat.weights", [0, 0, 2], 0.63),
      shows("gat.weights", [0, 1, 2], 0.51),
      shows("gat.weights", [0, 2, 0], 0.55),
      shows("gat.weights", [0, 2, 2], 0.12),
    ],
  },
  "graph-transformer-layer": {
    algorithm: "graph-transformer-layer",
    inputs: {
      graph: friendship,
      x: interests,
      wQuery: tensor([2, 2], [0.5, 0, 0, 0.5]),
      wKey: identity,
      wValue: identity,
      selfLoops: true,
    },
    labels: { ...peopleLabels, query: people, key: people, feature: named("music", "sport") },
    graph: "graph",
    start: { step: "multi-head.weights", cell: [0, 0, 1] },
    random: softAttention,
    claims: [
      shows("multi-head.scores", [0, 0, 4], 2),
      shows("multi-head.scores", [0, 0, 1], 1),
      shows("multi-head.weights", [0, 0, 4], 0),
      shows("multi-head.weights", [0, 0, 0], 0.67),
      shows("multi-head.weights", [0, 0, 1], 0.33),
    ],
  },
  "graph-masked-attention": {
    algorithm: "graph-masked-attention",
    inputs: { graph: chain(3), x: tensor([3, 1], [0.5, -0.2, 1]), wQuery: tensor([1, 1], [2]), wKey: one, wValue: one },
    labels: { ...trioLabels, query: trio, key: trio },
    graph: "graph",
    start: { step: "attention.weights", cell: [0, 2] },
    random: softAttention,
    claims: [
      shows("attention.scores", [0, 2], 1),
      shows("attention.weights", [0, 0], 0.668),
      shows("attention.weights", [0, 1], 0.332),
      shows("attention.weights", [0, 2], 0),
    ],
    presets: [
      {
        id: "hadamard",
        inputs: { masking: "hadamard" },
        claims: [shows("graph-attention.hadamard", [0, 2], 0), shows("attention.weights", [0, 2], 0.288)],
      },
    ],
  },
  "graphormer-attention": {
    algorithm: "graphormer-attention",
    inputs: {
      graph: acidGraph,
      x: rowsOf(atoms),
      wQuery: tensor([2, 2], [0, 0, 0, 0]),
      wKey: identity,
      wValue: identity,
      spatialBias: tensor([4], [0, 0.5, -0.5, -1]),
      edgeFeatures: tensor([3, 1], [1, 2, 1]),
      wEdge: tensor([2, 1], [0.4, 0.4]),
    },
    labels: { ...acidLabels, query: acid, key: acid, edge: named("CH₃–C", "C=O", "C–OH") },
    graph: "graph",
    start: { step: "attention.weights", cell: [1, 2] },
    random: { ...softAttention, spatialBias: soft, edgeFeatures: soft, wEdge: soft },
    claims: [
      shows("attention.scores", [1, 2], 0),
      shows("attention.weights", [1, 2], 0.38),
      shows("attention.weights", [1, 3], 0.26),
      shows("attention.weights", [0, 2], 0.2),
    ],
  },
  "message-passing": {
    algorithm: "message-passing",
    inputs: { graph: friendship, x: cups, normalization: "softmax", selfLoops: true },
    labels: peopleLabels,
    graph: "graph",
    start: { step: "gat.weights", cell: [0, 1, 3] },
    random: softAttention,
    claims: [
      shows("gat.weights", [0, 0, 0], 0.5),
      shows("gat.weights", [0, 3, 0], 0),
      shows("gat.weights", [0, 3, 1], 0.2),
      shows("gat.aggregated", [0, 3, 0], 4),
    ],
    presets: [
      {
        id: "sum",
        inputs: { normalization: "none" },
        start: { step: "gat.aggregated", cell: [0, 3, 0] },
        claims: [shows("gat.aggregated", [0, 3, 0], 20)],
      },
      {
        id: "convolution",
        inputs: { normalization: "symmetric" },
        start: { step: "message.symmetric", cell: [0, 0, 1] },
        claims: [
          shows("message.symmetric", [0, 0, 1], 0.35),
          { algorithm: "gcn-normalization", step: "gcn.normalized-adjacency", cell: [0, 1], is: 0.35 },
        ],
      },
      {
        id: "attention",
        inputs: {
          neighborhood: "complete",
          score: "dot-product",
          wQuery: tensor([1, 1], [0.1]),
          wKey: tensor([1, 1], [0.5]),
        },
        labels: { query: people, key: people },
        start: { step: "gat.weights", cell: [0, 0, 5] },
        claims: [shows("gat.weights", [0, 0, 5], 0.19), shows("gat.weights", [0, 0, 1], 0.15)],
      },
    ],
  },
};
