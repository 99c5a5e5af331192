/** What the lab Graph draws: for each entry of its list the run, the step, and where in the step the numbers of a node are. */

import type { Given, Run } from "../src/stage/stage.ts";
import type { GraphValue, Inputs, TensorValue } from "../src/state/state.ts";
import { tensor } from "../src/state/values.ts";

/** The features of a node. */
export const FEATURES = 3;
/** The most rounds of what repeats. */
export const ROUNDS = 8;
/** The largest distance for which Graphormer has a number of its own. */
const BIASES = [0.5, 0, -0.5, -1, -1.5, -2];

export interface View {
  readonly run: string;
  /** The run for one round, where it is another one. */
  readonly once?: string;
  readonly step: (given: Given) => string;
  /** `node`: a number for each node; `pair`: one for each pair of nodes. */
  readonly of: "node" | "pair";
  /** Whether an axis stands before that of the nodes, such as the head. */
  readonly lead?: boolean;
  /** Whether a column is chosen of what a node has. `node`: that of the chosen node; `only`: there is one. */
  readonly column?: "chosen" | "node" | "only";
  /** Whether the number of rounds matters. */
  readonly rounds?: boolean;
}

/** The chosen node: the nearest one that the graph has. */
export const nodeOf = (given: Given): number => Math.min(given.number("node"), given.graph().nodes) - 1;

const salted = (given: Given, shape: readonly number[], salt: number): TensorValue =>
  given.random(shape, { seed: 16 * given.number("draw") + salt, distribution: "normal", decimals: 1 });

const features = (given: Given): TensorValue => salted(given, [given.graph().nodes, FEATURES], 0);
const square = (given: Given, salt: number): TensorValue => salted(given, [FEATURES, FEATURES], salt);

/** A start of its own for every node: what a node has of each is what it has received of it. */
function owned({ nodes }: GraphValue): TensorValue {
  return tensor(
    [nodes, nodes],
    Array.from({ length: nodes * nodes }, (_, at) => (at % (nodes + 1) === 0 ? 1 : 0)),
  );
}

const on = (algorithm: string, more: (given: Given) => Inputs = () => ({})): Run => ({
  algorithm,
  inputs: (given) => ({ graph: given.graph(), ...more(given) }),
});

const onFeatures = (algorithm: string, more: (given: Given) => Inputs = () => ({})): Run =>
  on(algorithm, (given) => ({ x: features(given), ...more(given) }));

/** A gradient that begins with 1 at one number of the chosen node's result. */
function ofNode(given: Given, width: number, column: number): TensorValue {
  const { nodes } = given.graph();
  const at = nodeOf(given) * width + column;
  return tensor(
    [nodes, width],
    Array.from({ length: nodes * width }, (_, place) => (place === at ? 1 : 0)),
  );
}

/** One number for each node, and weights of 1: all that a layer does is to average. */
const averaging = (given: Given): Inputs => ({
  x: salted(given, [given.graph().nodes, 1], 0),
  w: tensor([1, 1], [1]),
  activation: "none",
  upstream: ofNode(given, 1, 0),
});

const attending = (given: Given): Inputs => ({
  w: square(given, 1),
  attentionSource: salted(given, [1, FEATURES], 2),
  attentionTarget: salted(given, [1, FEATURES], 3),
});

const toFeatures = { wrt: ["x"] } as const;

const queries = (given: Given): Inputs => ({ wQuery: square(given, 1), wKey: square(given, 2) });
const aggregated = (aggregation: string): Run =>
  onFeatures("message-passing-layer", (given) => ({ aggregation, wNeighbor: square(given, 1) }));

/** The weights of the run `gat` as what is propagated with. */
function gatWeights(given: Given): TensorValue {
  const { nodes } = given.graph();
  return tensor([nodes, nodes], given.result("gat", "gat.weights").data);
}

export const VIEW_RUNS: Readonly<Record<string, Run>> = {
  gcn: onFeatures("gcn-layer", (given) => ({ w: square(given, 1) })),
  sum: aggregated("sum"),
  mean: aggregated("mean"),
  max: aggregated("max"),
  gin: onFeatures("graph-isomorphism-layer", (given) => ({ w1: square(given, 1), w2: square(given, 2) })),
  gat: onFeatures("gat-layer", attending),
  "gat-back": {
    ...onFeatures("gat-layer", (given) => ({
      ...attending(given),
      upstream: ofNode(given, FEATURES, given.number("column") - 1),
    })),
    gradient: toFeatures,
  },
  "layer-back": { ...on("gcn-layer", averaging), gradient: toFeatures },
  "layers-back": {
    ...on("gcn-network", (given) => {
      const further = given.number("rounds") - 1;
      return {
        ...averaging(given),
        "next.w": tensor(
          [further, 1, 1],
          Array.from({ length: further }, () => 1),
        ),
      };
    }),
    gradient: toFeatures,
  },
  gatv2: onFeatures("gatv2-layer", (given) => ({
    wSource: square(given, 1),
    wTarget: square(given, 2),
    attention: salted(given, [1, FEATURES], 3),
  })),
  transformer: onFeatures("graph-transformer-layer", (given) => ({ ...queries(given), wValue: square(given, 3) })),
  graphormer: onFeatures("graphormer-attention", (given) => ({
    ...queries(given),
    spatialBias: tensor([BIASES.length], BIASES),
  })),
  monet: onFeatures("gaussian-mixture-layer", (given) => ({
    mu: tensor([2, 2], [1, 0.5, 0.5, 1]),
    sigma: tensor([2, 2], [0.3, 0.3, 0.3, 0.3]),
    wNeighbor: salted(given, [2, FEATURES, FEATURES], 1),
  })),
  appnp: on("personalized-pagerank-propagation", (given) => ({
    x: owned(given.graph()),
    alpha: 0.1,
    steps: given.number("rounds"),
  })),
  diffusion: {
    algorithm: "attention-diffusion",
    inputs: (given) => ({
      attention: gatWeights(given),
      x: owned(given.graph()),
      alpha: 0.1,
      steps: given.number("rounds"),
    }),
  },
  smoothing: onFeatures("over-smoothing", (given) => ({ layers: given.number("rounds") })),
  wl: on("weisfeiler-lehman-colors", (given) => ({ rounds: given.number("rounds") })),
  laplacian: on("laplacian-encoding"),
  walk: on("random-walk-encoding", (given) => ({ steps: given.number("rounds") })),
  distances: on("distance-encoding", (given) => ({ anchors: tensor([1], [nodeOf(given)]) })),
  reach: on("receptive-field", (given) => ({ layers: given.number("rounds") })),
  hops: on("k-hop-attention", (given) => ({
    query: features(given),
    key: salted(given, [given.graph().nodes, FEATURES], 1),
    value: features(given),
    hops: given.number("rounds"),
  })),
};

const always = (step: string) => () => step;
const last = (part: string, step: string) => (given: Given) => `${part}[${given.number("rounds") - 1}]/${step}`;

/** The list, in the order of the course. */
export const VIEWS: Readonly<Record<string, View>> = {
  "gcn-degree": { run: "gcn", step: always("graph.degree"), of: "node" },
  "gcn-weights": { run: "gcn", step: always("gcn.normalized-adjacency"), of: "pair" },
  "gcn-output": { run: "gcn", step: always("gcn.transformed"), of: "node", column: "chosen" },
  features: { run: "sum", step: always("message.features"), of: "node", column: "chosen" },
  sum: { run: "sum", step: always("message.aggregated"), of: "node", column: "chosen" },
  mean: { run: "mean", step: always("message.aggregated"), of: "node", column: "chosen" },
  max: { run: "max", step: always("message.maximum"), of: "node", column: "chosen" },
  gin: { run: "gin", step: always("isomorphism.summed"), of: "node", column: "chosen" },
  "gat-scores": { run: "gat", step: always("gat.scores"), of: "pair", lead: true },
  "gat-weights": { run: "gat", step: always("gat.weights"), of: "pair", lead: true },
  "gatv2-scores": { run: "gatv2", step: always("gatv2.scores"), of: "pair", lead: true },
  "gatv2-weights": { run: "gatv2", step: always("gat.weights"), of: "pair", lead: true },
  transformer: { run: "transformer", step: always("multi-head.weights"), of: "pair", lead: true },
  "graphormer-bias": { run: "graphormer", step: always("graphormer.bias"), of: "pair" },
  "graphormer-weights": { run: "graphormer", step: always("attention.weights"), of: "pair" },
  monet: { run: "monet", step: always("gaussian.kernel-adjacency"), of: "pair", lead: true },
  appnp: { run: "appnp", step: last("steps", "propagation.state"), of: "node", column: "node", rounds: true },
  diffusion: { run: "diffusion", step: last("steps", "propagation.state"), of: "node", column: "node", rounds: true },
  smoothing: {
    run: "smoothing",
    step: (given) => `layers[${given.number("rounds")}]/smoothing.heard`,
    of: "node",
    column: "chosen",
    rounds: true,
  },
  "gcn-depends": {
    ...{ run: "layers-back", once: "layer-back", step: always("gradient/gcn.features") },
    ...{ of: "node", column: "only", rounds: true },
  },
  "gat-depends": { run: "gat-back", step: always("gradient/gat.features"), of: "node", column: "chosen" },
  wl: { run: "wl", step: last("rounds", "weisfeiler-lehman.colors"), of: "node", rounds: true },
  laplacian: { run: "laplacian", step: always("laplacian.eigenvectors"), of: "node", column: "chosen" },
  "walk-returns": { run: "walk", step: last("steps", "random-walk.returns"), of: "node", rounds: true },
  "walk-landing": { run: "walk", step: last("steps", "random-walk.power"), of: "pair", rounds: true },
  distances: { run: "distances", step: always("distance-encoding.distances"), of: "node", lead: true },
  reach: { run: "reach", step: last("layers", "reach.reached"), of: "pair", rounds: true },
  "reach-size": { run: "reach", step: always("reach.field-size"), of: "node", rounds: true },
  hops: { run: "hops", step: always("dense/attention.weights"), of: "pair", rounds: true },
};

export function viewOf(given: Given): View {
  const found = VIEWS[given.choice("what")];
  if (!found) throw new Error(`there is no view ${given.choice("what")}`);
  return found.once !== undefined && given.number("rounds") === 1 ? { ...found, run: found.once } : found;
}

/** The position of the column that is shown: the nearest one that there is. */
export function columnOf(given: Given): number {
  const { run, step, column } = viewOf(given);
  if (column === "node") return nodeOf(given);
  const width = column !== "chosen" ? 1 : (given.result(run, step(given)).shape.at(-1) ?? 1);
  return Math.min(given.number("column"), width) - 1;
}

/** The cell of a view for a node; in a number for each pair, the one that the chosen node receives from it. */
export function cellOf(given: Given, node: number): readonly number[] {
  const { of, lead, column } = viewOf(given);
  const places = of === "pair" ? [nodeOf(given), node] : [node];
  return [...(lead ? [0] : []), ...places, ...(column ? [columnOf(given)] : [])];
}

/** The numbers of a view, one for each node. */
export function numbersOf(given: Given): readonly number[] {
  const view = viewOf(given);
  const { shape, data } = given.result(view.run, view.step(given));
  return Array.from({ length: given.graph().nodes }, (_, node) => {
    const offset = cellOf(given, node).reduce((sum, place, axis) => sum * (shape[axis] ?? 1) + place, 0);
    const value = data[offset];
    if (value === undefined) throw new Error(`${given.choice("what")} has no number of node ${node}`);
    return value;
  });
}
