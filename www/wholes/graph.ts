/** A layer of a graph network, from people and whom they know to what each likes better: messages, their weighted sum, and the update. The weights were set by hand. */
import { named, type Rows, rowsOf } from "../examples/example.ts";
import { friendship, people, peopleLabels } from "../examples/things.ts";
import type { Stage } from "../src/stage/stage.ts";
import { matrix, unitMatrix } from "../src/state/values.ts";
import type { Whole } from "../src/whole/whole.ts";

/** Cups a day, of tea and of coffee. */
const cups: Rows = { Ann: [3, 0], Ben: [1, 0], Cleo: [2, 1], Dana: [0, 1], Eli: [0, 2], Fay: [1, 3] };
const drinks = named("tea", "coffee");

const half = matrix([
  [0.5, 0],
  [0, 0.5],
]);

const stage: Stage = {
  id: "graph",
  controls: [],
  inputs: {},
  runs: {
    layer: {
      algorithm: "message-passing",
      inputs: () => ({
        graph: friendship,
        x: rowsOf(cups),
        value: "projection",
        wValue: half,
        score: "additive",
        // Who drinks more is listened to more.
        attentionSource: matrix([[0.5, 0.5]]),
        attentionTarget: matrix([[0, 0]]),
        normalization: "softmax",
        update: "add",
        wSelf: half,
        activation: "relu",
      }),
    },
    likes: {
      algorithm: "scaled-dot-product-attention",
      inputs: (given) => ({
        query: given.result("layer", "message.relu"),
        key: unitMatrix(drinks.names.length),
        value: unitMatrix(drinks.names.length),
        scale: "none",
      }),
      labels: () => ({ query: people, key: { ...drinks, as: "feature" } }),
    },
  },
  labels: () => ({ ...peopleLabels, feature: drinks, "head-feature": drinks, "output-feature": drinks }),
  shown: [],
  facts: {},
};

export const graph: Whole = {
  id: "graph",
  stage,
  lanes: { names: people.names },
  lane: 1,
  edges: friendship.edges,
  parts: [
    {
      id: "nodes",
      units: { ids: ["graphs"], parts: 1 },
      figure: { kind: "names" },
      of: { run: "layer", steps: ["graph/"] },
    },
    {
      id: "features",
      units: { ids: ["node-positions"], parts: 1 },
      figure: { kind: "rows", steps: ["message.features"] },
      of: { run: "layer", steps: ["message.features"] },
      around: "leaves",
    },
    {
      id: "messages",
      units: { ids: ["graphs"], parts: 1 },
      figure: { kind: "rows", steps: ["gat.projected"] },
      of: { run: "layer", steps: ["message.features", "gat.projection", "gat.projected"] },
      around: "passes",
      repeated: true,
    },
    {
      id: "sum",
      units: { ids: ["graph-attention", "graph-networks"], parts: 1 },
      figure: { kind: "crossing", weights: "gat.weights", steps: ["gat.aggregated"] },
      of: {
        run: "layer",
        steps: [
          ...["gat.attention-source", "gat.attention-target", "gat.source-score", "gat.target-score", "gat.raw-score"],
          ...["gat.scores", "gat.masked", "gat.row-max", "gat.exponentials", "gat.row-sum", "gat.weights"],
          ...["gat.aggregated", "gat.concatenated"],
        ],
      },
      around: "passes",
      repeated: true,
    },
    {
      id: "update",
      units: { ids: ["depth"], parts: 1 },
      figure: { kind: "rows", steps: ["message.relu"] },
      of: {
        run: "layer",
        steps: ["message.self-projection", "message.from-self", "message.combined", "message.relu"],
      },
      around: "returns",
      repeated: true,
    },
    {
      id: "likes",
      units: { ids: ["graphs"], parts: 1 },
      figure: { kind: "shares", step: "attention.weights" },
      of: {
        run: "likes",
        steps: [
          ...["attention.query", "attention.key", "attention.scores", "attention.row-max"],
          ...["attention.exponentials", "attention.row-sum", "attention.weights"],
        ],
      },
    },
  ],
  from: { "attention.query": "message.relu" },
};
