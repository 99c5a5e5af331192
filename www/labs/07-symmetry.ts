/** The lab Symmetry: the same tokens or nodes in another order, and which outputs stay, move along or change. */
import { named } from "../examples/example.ts";
import { friendship } from "../examples/things.ts";
import type { LabContent } from "../src/labs/lab.ts";
import type { AxisLabels } from "../src/numbers/labels.ts";
import type { Given, Reading, Run, Shown } from "../src/stage/stage.ts";
import type { GraphValue, Inputs, TensorValue } from "../src/state/state.ts";
import { tensor } from "../src/state/values.ts";

const COUNT = 6;
const WIDTH = 4;
const WORDS = ["the", "old", "cat", "drinks", "cold", "milk"];
const PEOPLE = ["Ann", "Ben", "Cleo", "Dana", "Eli", "Fay"];

/** For each place of the other order, who stands there. */
const ORDERS: Readonly<Record<string, readonly number[]>> = {
  swap: [1, 0, 2, 3, 4, 5],
  shift: [1, 2, 3, 4, 5, 0],
  reverse: [5, 4, 3, 2, 1, 0],
  same: [0, 1, 2, 3, 4, 5],
};

/** A computation on rows, with the step that is its output. */
interface Machine {
  readonly algorithm: string;
  readonly output: string;
  readonly inputs: (given: Given, x: TensorValue, order: readonly number[]) => Inputs;
  /** It has a graph, and its rows are nodes. */
  readonly nodes?: boolean;
}

const drawn = (given: Given, shape: readonly number[], seed: number): TensorValue =>
  given.random(shape, { seed, distribution: "normal", decimals: 2 });

const attended = (x: TensorValue): Inputs => ({ query: x, key: x, value: x });

/** The graph with its nodes in another order. */
function moved({ edges, ...graph }: GraphValue, order: readonly number[]): GraphValue {
  return { ...graph, edges: edges.map(([from, to]) => [order.indexOf(from), order.indexOf(to)] as const) };
}

const PROPAGATION = {
  algorithm: "personalized-pagerank-propagation",
  output: "steps[1]/propagation.state",
  nodes: true,
} as const;

const MACHINES: Readonly<Record<string, Machine>> = {
  attention: {
    algorithm: "scaled-dot-product-attention",
    output: "attention.output",
    inputs: (_, x) => attended(x),
  },
  causal: {
    algorithm: "scaled-dot-product-attention",
    output: "attention.output",
    inputs: (_, x) => ({ ...attended(x), causal: true }),
  },
  positions: {
    algorithm: "scaled-dot-product-attention",
    output: "attention.output",
    inputs: (given, x) => ({ ...attended(x), bias: tensor([COUNT, COUNT], given.result("bias", "alibi.bias").data) }),
  },
  rnn: {
    algorithm: "rnn",
    output: "rnn.states",
    inputs: (given, x) => ({ x, wInput: drawn(given, [WIDTH, WIDTH], 2), wHidden: drawn(given, [WIDTH, WIDTH], 3) }),
  },
  gcn: { ...PROPAGATION, inputs: (_, x, order) => ({ graph: moved(friendship, order), x, alpha: 0.1, steps: 2 }) },
  still: { ...PROPAGATION, inputs: (_, x) => ({ graph: friendship, x, alpha: 0.1, steps: 2 }) },
  readout: {
    algorithm: "graph-readout",
    output: "readout.mean",
    inputs: (_, x) => ({ x, aggregation: "mean" }),
    nodes: true,
  },
};

function machineOf(given: Given): Machine {
  const found = MACHINES[given.choice("machine")];
  if (!found) throw new Error(`there is no machine ${given.choice("machine")}`);
  return found;
}

function orderOf(given: Given): readonly number[] {
  const found = ORDERS[given.choice("order")];
  if (!found) throw new Error(`there is no order ${given.choice("order")}`);
  return found;
}

const IDENTITY = ORDERS.same ?? [];

/** The rows in an order; one row alone has none. */
function ordered({ shape, data }: TensorValue, order: readonly number[]): TensorValue {
  const [rows = 1, width = 1] = shape;
  if (rows < order.length) return { shape, data };
  return { shape, data: order.flatMap((row) => data.slice(row * width, (row + 1) * width)) };
}

const features = (given: Given): TensorValue => drawn(given, [COUNT, WIDTH], given.number("draw"));

/** The names of the rows in an order. */
function namesOf(given: Given, order: readonly number[]): AxisLabels {
  const names = given.called(machineOf(given).nodes ? PEOPLE : WORDS);
  return named(...order.map((row) => names[row] ?? ""));
}

function labelsIn(given: Given, order: readonly number[]): Readonly<Record<string, AxisLabels>> {
  const names = namesOf(given, order);
  return { query: names, key: names, time: names, target: names, source: names, node: names };
}

/** The runs of a machine: as it is, and in the other order. */
function runsOf(name: string, { algorithm, inputs }: Machine): Record<string, Run> {
  return {
    [`${name}-before`]: { algorithm, inputs: (given) => inputs(given, features(given), IDENTITY) },
    [`${name}-after`]: {
      algorithm,
      inputs: (given) => inputs(given, ordered(features(given), orderOf(given)), orderOf(given)),
      labels: (given) => labelsIn(given, orderOf(given)),
    },
  };
}

const run = (given: Given, when: string) => `${given.choice("machine")}-${when}`;

/** The output of a run, a row each; a single vector is one row. */
function output(given: Given, when: string): TensorValue {
  const { shape, data } = given.result(run(given, when), machineOf(given).output);
  return shape.length > 1 ? { shape, data } : { shape: [1, ...shape], data };
}

const compared = (x: (given: Given) => TensorValue): Run => ({
  algorithm: "vector-comparison",
  inputs: (given) => ({ x: x(given), y: output(given, "after"), offset: 0 }),
  labels: (given) =>
    output(given, "before").shape[0] === COUNT
      ? { vector: namesOf(given, IDENTITY), "other-vector": namesOf(given, orderOf(given)) }
      : {},
});

/** The largest of a step's numbers. */
const largest = (of: string): Run => ({
  algorithm: "graph-readout",
  inputs: (given) => {
    const { data } = given.result(of, "vectors.apart");
    return { x: tensor([data.length, 1], data), aggregation: "max" };
  },
});

const RUNS: Readonly<Record<string, Run>> = {
  /** Each output of before with each of after, at the same place. */
  places: compared((given) => output(given, "before")),
  /** The same, in the other order. */
  along: compared((given) => ordered(output(given, "before"), orderOf(given))),
  stayed: largest("places"),
  followed: largest("along"),
  bias: { algorithm: "alibi-bias", inputs: () => ({ length: COUNT, heads: 1 }) },
  ...Object.fromEntries(Object.entries(MACHINES).flatMap(([name, machine]) => Object.entries(runsOf(name, machine)))),
};

const cell = (of: string, step: string, ...index: readonly number[]): Reading => ({ run: of, step, index });

const DISTANCES: Shown = {
  picture: { kind: "pattern", step: "vectors.distances" },
  run: "places",
  caption: "distances",
};

/** The outputs of both orders, on one scale where they are tables. */
const outputsOf = (given: Given): readonly Shown[] =>
  ["before", "after"].map((when) => ({
    table: machineOf(given).output,
    run: run(given, when),
    caption: when,
    wide: true,
    scale: { run: run(given, "before"), step: machineOf(given).output },
  }));

export const lab: LabContent = {
  controls: [
    { kind: "choice", id: "machine", choices: Object.keys(MACHINES), start: "attention" },
    { kind: "choice", id: "order", choices: Object.keys(ORDERS), start: "swap" },
    { kind: "seed", id: "draw", start: 1 },
  ],
  inputs: {},
  runs: RUNS,
  labels: (given) => labelsIn(given, IDENTITY),
  named: { of: (given) => ({ kind: machineOf(given).nodes ? "nodes" : "tokens", axis: "node", count: COUNT }) },
  varies: (given) => ({
    runs: ["places", "along", "stayed", "followed", "bias", run(given, "before"), run(given, "after")],
    shown: [...outputsOf(given), DISTANCES],
  }),
  shown: [DISTANCES],
  facts: {
    stayed: cell("stayed", "readout.max", 0),
    followed: cell("followed", "readout.max", 0),
    rounding: { is: 1e-12 },
  },
  listed: ["stayed", "followed"],
  says: [
    { id: "stay", when: { not: { more: ["stayed", "rounding"] } } },
    { id: "along", when: { not: { more: ["followed", "rounding"] } } },
    { id: "change" },
  ],
  presented: (given, compared) => ({
    controls: ["machine", "order"],
    shown: compared ? [DISTANCES] : [DISTANCES, ...outputsOf(given)],
  }),
  experiments: [
    { id: "causal", state: { "other.machine": "causal" } },
    { id: "positions", state: { order: "reverse", "other.machine": "positions" } },
    { id: "rnn", state: { machine: "rnn", order: "swap", "other.order": "shift" } },
    { id: "graph", state: { machine: "gcn", order: "shift", "other.machine": "still" } },
    { id: "readout", state: { machine: "readout", order: "reverse" } },
  ],
  source:
    "Zaheer et al. 2017 (Deep Sets), section 2; Vaswani et al. 2017, section 3.5; Bronstein et al. 2021, section 3",
};
