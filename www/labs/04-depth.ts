/** The lab Depth: what many layers of one propagation do to the nodes of a graph, and what a share of the start that is kept prevents. */
import { friendship, people } from "../examples/things.ts";
import type { LabContent } from "../src/labs/lab.ts";
import type { AxisLabels } from "../src/numbers/labels.ts";
import type { Control, Fact, Given, Reading, Run, Series, Shown, Values } from "../src/stage/stage.ts";
import type { GraphValue, Inputs, TensorValue } from "../src/state/state.ts";
import { graph, matrix, tensor } from "../src/state/values.ts";

const MOST_LAYERS = 64;
const PLACES = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, MOST_LAYERS] as const;
const FEATURES = 4;
/** The least share of the start that diffusion takes. */
const LEAST = 0.05;

const pairs = (count: number, end: (node: number) => readonly [number, number]) =>
  Array.from({ length: count }, (_, node) => end(node));

/** Everyone in a group of five knows each other; one of each group knows one of the other. */
const group = (first: number) =>
  [0, 1, 2, 3].flatMap((one) => pairs(4 - one, (other) => [first + one, first + one + other + 1]));

const GRAPHS: Readonly<Record<string, GraphValue>> = {
  friends: friendship,
  path: graph(
    10,
    pairs(9, (node) => [node, node + 1]),
  ),
  ring: graph(10, [...pairs(9, (node) => [node, node + 1]), [9, 0]]),
  star: graph(
    10,
    pairs(9, (node) => [0, node + 1]),
  ),
  groups: graph(10, [...group(0), ...group(5), [4, 5]]),
};

function graphOf(given: Given): GraphValue {
  const found = GRAPHS[given.choice("graph")];
  if (!found) throw new Error(`there is no graph ${given.choice("graph")}`);
  return found;
}

/** The friends have names. */
const nodeNames = (given: Given): AxisLabels => (given.choice("graph") === "friends" ? people : { from: 1 });

const drawn = (given: Given, shape: readonly number[], seed: number): TensorValue =>
  given.random(shape, { seed, distribution: "normal", decimals: 2 });

const features = (given: Given): TensorValue => drawn(given, [graphOf(given).nodes, FEATURES], given.number("draw"));

/** A start of its own for every node: what a node has of each start is what it has heard from its node. */
function owned(given: Given): TensorValue {
  const { nodes } = graphOf(given);
  return tensor(
    [nodes, nodes],
    Array.from({ length: nodes * nodes }, (_, at) => (at % (nodes + 1) === 0 ? 1 : 0)),
  );
}

const isGcn = (given: Given) => given.choice("way") === "gcn";

/** What is propagated with, from a start. */
function propagated(given: Given, x: TensorValue, attention: string, weights: string): Inputs {
  const { data } = given.result(attention, weights);
  const { nodes } = graphOf(given);
  return { attention: tensor([nodes, nodes], data), x, alpha: given.number("alpha"), steps: given.number("layers") };
}

const LAST = (given: Given) => `steps[${given.number("layers") - 1}]/propagation.state`;
const named = (way: string, what: string) => `${way}-${what}`;

/** A way to propagate: what the nodes become, and what each has heard from each. */
function runsOf(way: string, algorithm: string, inputs: (given: Given, x: TensorValue) => Inputs): Record<string, Run> {
  return {
    [named(way, "state")]: { algorithm, inputs: (given) => inputs(given, features(given)) },
    [named(way, "heard")]: {
      algorithm,
      inputs: (given) => inputs(given, owned(given)),
      axes: { feature: "source" },
    },
  };
}

const run = (given: Given, what: string) => named(given.choice("way"), what);
const state = (given: Given): TensorValue => given.result(run(given, "state"), LAST(given));
const column = ({ data }: TensorValue): TensorValue => tensor([data.length, 1], data);
const mean = (x: (given: Given) => TensorValue): Run => ({
  algorithm: "graph-readout",
  inputs: (given) => ({ x: x(given), aggregation: "mean" }),
});

const RUNS: Readonly<Record<string, Run>> = {
  ...runsOf("gcn", "personalized-pagerank-propagation", (given, x) => ({
    graph: graphOf(given),
    x,
    alpha: given.number("alpha"),
    steps: given.number("layers"),
  })),
  ...runsOf("neighbors", "attention-diffusion", (given, x) => propagated(given, x, "gat", "gat.weights")),
  ...runsOf("everyone", "attention-diffusion", (given, x) => propagated(given, x, "full", "attention.weights")),
  /** Attention of nodes to their neighbors, and of all to all, by the same features. */
  gat: {
    algorithm: "gat-layer",
    inputs: (given) => ({
      graph: graphOf(given),
      x: features(given),
      w: drawn(given, [FEATURES, 2], 2),
      attentionSource: matrix([[1, 0]]),
      attentionTarget: matrix([[0, 1]]),
    }),
  },
  full: {
    algorithm: "scaled-dot-product-attention",
    inputs: (given) => ({ query: features(given), key: features(given), value: features(given) }),
  },
  compared: { algorithm: "vector-comparison", inputs: (given) => ({ x: state(given) }) },
  cosines: mean((given) => given.result("compared", "vectors.cosines")),
  similarity: mean((given) => column(given.result("cosines", "readout.mean"))),
  distances: mean((given) => given.result("compared", "vectors.distances")),
  distance: mean((given) => column(given.result("distances", "readout.mean"))),
  energy: {
    algorithm: "over-smoothing",
    inputs: (given) => ({ graph: graphOf(given), x: state(given), layers: 1 }),
  },
};

const cell = (of: string, step: string, ...index: readonly number[]): Reading => ({ run: of, step, index });
const ENERGY = cell("energy", "layers[0]/smoothing.energy");
const SIMILARITY = cell("similarity", "readout.mean", 0);
const DISTANCE = cell("distance", "readout.mean", 0);

const over = (id: string, of: Reading): Series => ({ id, over: "layers", at: PLACES, of });
const SERIES: readonly Series[] = [over("similarity", SIMILARITY), over("distance", DISTANCE), over("energy", ENERGY)];

const curve = (id: string): Shown => ({
  picture: { kind: "curves", steps: [id], along: 0, places: `${id}.places`, cursor: 0, logX: true },
  run: "compared",
  caption: id,
});
const COSINES: Shown = {
  picture: { kind: "pattern", step: "vectors.cosines" },
  run: "compared",
  caption: "cosines",
};
const heard = (given: Given): Shown => ({
  picture: { kind: "pattern", step: LAST(given) },
  run: run(given, "heard"),
  caption: "heard",
});
const states = (given: Given): Shown => ({
  picture: { kind: "pattern", step: LAST(given) },
  run: run(given, "state"),
  caption: "states",
});

const CONTROLS: readonly Control[] = [
  { kind: "stops", id: "layers", stops: PLACES, start: 4 },
  { kind: "choice", id: "way", choices: ["gcn", "neighbors", "everyone"], start: "gcn" },
  { kind: "slider", id: "alpha", from: 0, to: 0.5, step: 0.05, start: 0 },
  { kind: "choice", id: "graph", choices: Object.keys(GRAPHS), start: "friends" },
  { kind: "seed", id: "draw", start: 1 },
];

/** Diffusion keeps a share of the start, however small. */
function settle(values: Values): Values {
  return values.way === "gcn" ? values : { ...values, alpha: Math.max(Number(values.alpha), LEAST) };
}

/** What shows that nodes are the same: a GCN's become alike up to their degrees, those of a mean become equal. */
const measureOf = (given: Given): string => (isGcn(given) ? "energy" : "distance");

function factsOf(given: Given): Readonly<Record<string, Fact>> {
  const end = graphOf(given).nodes - 1;
  return {
    similarity: SIMILARITY,
    distance: DISTANCE,
    energy: ENERGY,
    first: cell(run(given, "heard"), LAST(given), end, 0),
    own: cell(run(given, "heard"), LAST(given), end, end),
    layers: { is: given.number("layers") },
    zero: { is: 0 },
    alike: { is: 0.99 },
  };
}

export const lab: LabContent = {
  controls: CONTROLS,
  inputs: {},
  runs: RUNS,
  labels: (given) => {
    const names = nodeNames(given);
    return { target: names, source: names, vector: names, "other-vector": names };
  },
  settle,
  varies: (given) => {
    const measure = measureOf(given);
    return {
      controls: CONTROLS.map((control) =>
        control.id === "alpha" && control.kind === "slider" && !isGcn(given) ? { ...control, from: LEAST } : control,
      ),
      runs: Object.keys(RUNS).filter(
        (name) => !/-(?:state|heard)$/.test(name) || name.startsWith(`${given.choice("way")}-`),
      ),
      series: SERIES.filter(({ id }) => id === "similarity" || id === measure),
      shown: [curve("similarity"), curve(measure), COSINES, heard(given), states(given)],
      facts: factsOf(given),
      listed: ["similarity", measure, "first", "own"],
      says: [
        { id: "deaf", when: { same: ["first", "zero"] } },
        { id: "alike", when: { more: ["similarity", "alike"] } },
        { id: "apart" },
      ],
    };
  },
  shown: [curve("similarity"), COSINES],
  facts: {},
  listed: [],
  says: [],
  presented: (given, compared) => ({
    controls: compared ? ["layers"] : ["layers", "way", "alpha"],
    shown: compared ? [COSINES, heard(given)] : [curve("similarity"), curve(measureOf(given)), COSINES, heard(given)],
  }),
  experiments: [
    { id: "restart", state: { layers: 64, "other.alpha": 0.1 } },
    { id: "path", state: { graph: "path", layers: 8, "other.layers": 12 } },
    { id: "groups", state: { graph: "groups", layers: 8 } },
    { id: "everyone", state: { graph: "path", layers: 4, alpha: 0.05, way: "neighbors", "other.way": "everyone" } },
  ],
  source:
    "Li et al. 2018, section 3; Cai and Wang 2020; Gasteiger et al. 2019 (APPNP); Wang et al. 2021 (attention diffusion)",
};
