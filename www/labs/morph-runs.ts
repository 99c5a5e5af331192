/** The runs of the lab Morph: nine stops from a sum over neighbors to an encoder layer, on four things. */
import { named } from "../examples/example.ts";
import { people } from "../examples/things.ts";
import type { AxisLabels } from "../src/numbers/labels.ts";
import type { Given, Run } from "../src/stage/stage.ts";
import type { GraphValue, Inputs, TensorValue } from "../src/state/state.ts";
import { graph, matrix, tensor } from "../src/state/values.ts";
import { glycine } from "./glycine.ts";

const NODES = 5;
const WIDTH = 4;
const HIDDEN = 8;

interface Thing {
  readonly graph: GraphValue;
  readonly names: readonly string[];
  readonly features: AxisLabels;
  readonly x: TensorValue;
}

/** The words of a sentence, by grammar and meaning. */
const CLAUSE: Omit<Thing, "graph"> = {
  names: ["the", "old", "cat", "ate", "ice"],
  features: named("noun", "verb", "animal", "food"),
  x: matrix([
    [0.5, 0, 0, 0],
    [0.5, 0, 0.5, 0],
    [1, 0, 1, 0],
    [0, 1, 0, 0.5],
    [0.5, 0, 0, 1],
  ]),
};

export const THINGS: Readonly<Record<string, Thing>> = {
  /** Each word and the next. */
  sentence: {
    graph: graph(NODES, [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
    ]),
    ...CLAUSE,
  },
  /** “the” and “old” belong to “cat”, “cat” and “ice” to “ate”. */
  tree: {
    graph: graph(NODES, [
      [0, 2],
      [1, 2],
      [2, 3],
      [3, 4],
    ]),
    ...CLAUSE,
  },
  /** The atoms of each group. */
  molecule: {
    ...glycine,
    features: named("carbon", "nitrogen", "oxygen", "hydrogen"),
    x: matrix([
      [0, 1, 0, 1],
      [1, 0, 0, 1],
      [1, 0, 0, 0],
      [0, 0, 1, 0],
      [0, 0, 1, 1],
    ]),
  },
  /** Who knows whom, and how much each likes what. */
  circle: {
    graph: graph(NODES, [
      [0, 1],
      [1, 2],
      [1, 3],
      [2, 3],
      [3, 4],
    ]),
    names: people.names.slice(0, NODES),
    features: named("tea", "coffee", "music", "sport"),
    x: matrix([
      [1, 0, 0.5, 0],
      [0.5, 0, 1, 0],
      [0.5, 0.5, 0, 0.5],
      [0, 1, 0, 0.5],
      [0, 1, 0.5, 1],
    ]),
  },
};

export function thingOf(given: Given): Thing {
  const found = THINGS[given.choice("thing")];
  if (!found) throw new Error(`there is no thing ${given.choice("thing")}`);
  return found;
}

/** Where the weights and the results of a stop are. */
export interface Stop {
  readonly run: string;
  readonly weights: string;
  readonly output: string;
}

const attended = (run: string): Stop => ({ run, weights: "multi-head.weights", output: "multi-head.output" });
const passed = (run: string, weights = "gat.weights"): Stop => ({ run, weights, output: "gat.concatenated" });
const inLayer = (output: string): Stop => ({ run: "layer", weights: "attention/multi-head.weights", output });

/** The stops, in order: each changes one thing. */
export const STOPS: readonly Stop[] = [
  passed("sum", "message.scored"),
  passed("mean", "message.mean"),
  passed("equal"),
  passed("products"),
  passed("everyone"),
  attended("masked"),
  attended("heads"),
  inLayer("post-norm1/layer-norm.normalized"),
  inLayer("post-norm2/layer-norm.normalized"),
];

/** The stop at which every node receives from every node. */
export const COMPLETE = stopAt(5);

/** The complete graph: the edges of a graph, and then all others. */
export function everyPair({ nodes, edges, ...rest }: GraphValue): GraphValue {
  const has = (one: number, other: number) => edges.some((ends) => ends.includes(one) && ends.includes(other));
  const all = Array.from({ length: nodes * nodes }, (_, at) => [Math.floor(at / nodes), at % nodes] as const);
  return { ...rest, nodes, edges: [...edges, ...all.filter(([one, other]) => one < other && !has(one, other))] };
}

/** The stop with dot products over the graph, to which the mask of attention leads back. */
const PRODUCTS = 4;

export function stopAt(position: number): Stop {
  const found = STOPS[position - 1];
  if (!found) throw new Error(`there is no stop ${position}`);
  return found;
}

const stopOf = (given: Given): Stop => stopAt(given.number("stop"));

const identity = tensor(
  [WIDTH, WIDTH],
  Array.from({ length: WIDTH * WIDTH }, (_, at) => (at % (WIDTH + 1) === 0 ? 1 : 0)),
);

const drawn = (given: Given, shape: readonly number[], salt: number): TensorValue =>
  given.random(shape, {
    seed: 8 * given.number("draw") + salt,
    distribution: "normal",
    decimals: 1,
  });

const learned = (given: Given) => ({
  wQuery: drawn(given, [WIDTH, WIDTH], 0),
  wKey: drawn(given, [WIDTH, WIDTH], 1),
  wValue: identity,
});

function passing(fields: Inputs, more: (given: Given) => Inputs = () => ({})): Run {
  return {
    algorithm: "message-passing",
    inputs: (given) => {
      const { graph: edges, x } = thingOf(given);
      return { graph: edges, x, selfLoops: true, value: "projection", wValue: identity, ...fields, ...more(given) };
    },
  };
}

const byProducts = (fields: Inputs): Run =>
  passing({ normalization: "softmax", score: "dot-product", ...fields }, (given) => {
    const { wQuery, wKey } = learned(given);
    return { wQuery, wKey };
  });

/** The neighbors of each node and the node itself, as the mask of attention. */
function maskOf(given: Given): TensorValue {
  const { data } = given.result("products", "graph/graph.with-loops");
  return tensor([NODES, NODES], data);
}

const attention = (heads: number, masked: boolean): Run => ({
  algorithm: "multi-head-attention",
  inputs: (given) => ({
    x: thingOf(given).x,
    heads,
    ...learned(given),
    wOutput: identity,
    ...(masked && { mask: maskOf(given) }),
  }),
});

const layer: Run = {
  algorithm: "encoder-layer",
  inputs: (given) => ({
    x: thingOf(given).x,
    heads: 2,
    mask: maskOf(given),
    ...Object.fromEntries(Object.entries(learned(given)).map(([name, value]) => [`attention.${name}`, value])),
    "attention.wOutput": identity,
    w1: drawn(given, [WIDTH, HIDDEN], 2),
    w2: drawn(given, [HIDDEN, WIDTH], 3),
  }),
};

const output = (given: Given, stop: Stop): TensorValue =>
  tensor([NODES, WIDTH], given.result(stop.run, stop.output).data);

/** The weights of the first head, a row for each node. */
const weights = (given: Given, stop: Stop): TensorValue =>
  tensor([NODES, NODES], given.result(stop.run, stop.weights).data.slice(0, NODES * NODES));

const before = (given: Given): Stop => stopAt(Math.max(1, given.number("stop") - 1));

const compared = (x: (given: Given) => TensorValue, y: (given: Given) => TensorValue): Run => ({
  algorithm: "vector-comparison",
  inputs: (given) => ({ x: x(given), y: y(given), offset: 0 }),
  labels: (given) => {
    const names = { names: thingOf(given).names };
    return { vector: names, "other-vector": names, pair: names };
  },
});

/** A column of numbers as one of `sum` and `max`. */
const gathered = (aggregation: "sum" | "max", of: (given: Given) => readonly number[]): Run => ({
  algorithm: "graph-readout",
  inputs: (given) => {
    const data = of(given);
    return { x: tensor([data.length, 1], data), aggregation };
  },
});

const apart = (run: string) => (given: Given) => given.result(run, "vectors.apart").data;

function rowOf(given: Given): readonly number[] {
  const first = (given.number("node") - 1) * NODES;
  return weights(given, stopOf(given)).data.slice(first, first + NODES);
}

export const RUNS: Readonly<Record<string, Run>> = {
  sum: passing({ normalization: "none" }),
  mean: passing({ normalization: "mean" }),
  equal: passing({ normalization: "softmax" }),
  products: byProducts({}),
  everyone: byProducts({ neighborhood: "complete" }),
  masked: attention(1, true),
  heads: attention(2, true),
  layer,
  /** The attention of a transformer, without any graph. */
  attention: attention(1, false),
  /** The results and the weights of this stop, beside those of the stop before. */
  outputs: compared(
    (given) => output(given, before(given)),
    (given) => output(given, stopOf(given)),
  ),
  weights: compared(
    (given) => weights(given, before(given)),
    (given) => weights(given, stopOf(given)),
  ),
  /** The results of this stop beside those of attention, and beside those of dot products over the graph. */
  other: compared(
    (given) => output(given, stopOf(given)),
    (given) => output(given, attended("attention")),
  ),
  again: compared(
    (given) => output(given, stopOf(given)),
    (given) => output(given, stopAt(PRODUCTS)),
  ),
  "outputs-most": gathered("max", apart("outputs")),
  "weights-most": gathered("max", apart("weights")),
  "other-most": gathered("max", apart("other")),
  "again-most": gathered("max", apart("again")),
  "row-sum": gathered("sum", rowOf),
  "row-most": gathered("max", rowOf),
};
