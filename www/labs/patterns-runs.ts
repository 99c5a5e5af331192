/** The runs of the lab Patterns: the pairs of each rule, all of them as one graph, how far it hears, and the weight that it keeps. */

import type { Given, Run } from "../src/stage/stage.ts";
import type { GraphValue, Inputs, TensorValue } from "../src/state/state.ts";
import { matrix, tensor } from "../src/state/values.ts";

/** Of more tokens the pattern alone is shown: reach grows with n³ and the weights with n². */
const MOST_READ = 128;
/** The width of the tokens, and the base of encodings that tell near positions from far ones. */
const [WIDTH, NEAR_WIDTH, NEAR_BASE] = [8, 64, 100];
/** The distance of nodes without a way between them. */
const NO_WAY = -1;
/** How long the first key is, where all queries look for it. */
const LONG = 5;

/** Of more tokens the pattern is not drawn as a graph: nodes would touch. */
export const MOST_DRAWN = 16;

/** Whether the tokens are few enough for reach and weights. */
export const isRead = (given: Given): boolean => given.number("tokens") <= MOST_READ;

/** Whether the tokens are few enough for a drawing of the pattern as a graph. */
export const isDrawn = (given: Given): boolean => given.number("tokens") <= MOST_DRAWN;

/** A column of equal numbers. */
const filled = (rows: number, value: number): TensorValue => tensor([rows, 1], Array<number>(rows).fill(value));

export const isCausal = (given: Given): boolean => given.choice("causal") === "yes";

/** Tokens without content, of which the pairs are wanted alone. */
function alike(given: Given): Inputs {
  const token = filled(given.number("tokens"), 0);
  return { query: token, key: token, value: token, form: "sparse", causal: isCausal(given) };
}

/** A rule for pairs, the step with its pairs, and whether it is chosen. */
interface Rule extends Run {
  readonly pairs: string;
  readonly isOn: (given: Given) => boolean;
}

/** A window of 0 is each token itself, so that no token is without keys. */
const RULES: Readonly<Record<string, Rule>> = {
  window: {
    algorithm: "window-attention",
    inputs: (given) => ({
      ...alike(given),
      window: given.number("window"),
      dilation: given.number("dilation"),
      globals: tensor(
        [given.number("globals")],
        Array.from({ length: given.number("globals") }, (_, token) => token),
      ),
    }),
    pairs: "window.pairs",
    isOn: () => true,
  },
  random: {
    algorithm: "bigbird-attention",
    inputs: (given) => ({
      ...alike(given),
      blockSize: 1,
      window: 1,
      globals: 0,
      random: given.number("random"),
      seed: given.number("draw"),
    }),
    pairs: "bigbird.pairs",
    isOn: (given) => given.number("random") > 0,
  },
  blocks: {
    algorithm: "block-sparse-attention",
    inputs: (given) => ({ ...alike(given), blockSize: Math.max(1, given.number("blocks")), local: 1 }),
    pairs: "block.strided-pairs",
    isOn: (given) => given.number("blocks") > 0,
  },
  strided: {
    algorithm: "block-sparse-attention",
    inputs: (given) => ({ ...alike(given), blockSize: 1, local: 0, stride: given.number("stride") }),
    pairs: "block.strided-pairs",
    isOn: (given) => given.number("stride") > 0,
  },
};

/** The pairs of all chosen rules, each once, as messages from the key to the query. */
export function messages(given: Given): GraphValue {
  const nodes = given.number("tokens");
  const seen = new Uint8Array(nodes * nodes);
  const edges: (readonly [number, number])[] = [];
  for (const [name, { pairs, isOn }] of Object.entries(RULES)) {
    if (!isOn(given)) continue;
    const { data } = given.result(name, isCausal(given) ? "sparse.causal-pairs" : pairs);
    for (let at = 0; at < data.length; at += 2) {
      const [query, key] = [data[at] ?? 0, data[at + 1] ?? 0];
      const cell = query * nodes + key;
      if (seen[cell]) continue;
      seen[cell] = 1;
      edges.push([key, query]);
    }
  }
  return { nodes, edges, directed: true, weights: null };
}

const drawn = (given: Given, seed: number): TensorValue =>
  given.random([given.number("tokens"), WIDTH], { seed, distribution: "normal", decimals: 2 });

/** The same, with another first column. */
function withFirst({ shape, data }: TensorValue, column: (row: number) => number): TensorValue {
  const width = shape[1] ?? 1;
  return { shape, data: data.map((value, at) => (at % width === 0 ? column(at / width) : value)) };
}

/** Queries, keys and values: what the tokens look for decides which pattern loses little. */
function content(given: Given): Inputs {
  const value = drawn(given, 2);
  switch (given.choice("content")) {
    case "near": {
      const place = given.result("places", "position.encoding");
      return { query: place, key: place, value };
    }
    case "first":
      return {
        query: withFirst(drawn(given, 0), () => 2),
        key: withFirst(drawn(given, 1), (row) => (row === 0 ? LONG : 0)),
        value,
      };
    default:
      return { query: drawn(given, 0), key: drawn(given, 1), value };
  }
}

/** Whether news never comes: from some token to some other, or, where nobody hears what is later, from the first to the last. */
export function isApart(given: Given): boolean {
  const { data } = given.result("distances", "graph.distances");
  return isCausal(given) ? data[given.number("tokens") - 1] === NO_WAY : data.includes(NO_WAY);
}

const column = (data: readonly number[]): TensorValue => tensor([data.length, 1], data);

export const RUNS: Readonly<Record<string, Run>> = {
  /** The mask, and how many keys each query has: the sum of a 1 from each, which takes one matrix, where a mean takes two. */
  pattern: {
    algorithm: "graph-isomorphism-layer",
    inputs: (given) => ({
      graph: given.graph(),
      x: filled(given.number("tokens"), 1),
      w1: matrix([[1]]),
      w2: matrix([[1]]),
    }),
  },
  pairs: {
    algorithm: "graph-readout",
    inputs: (given) => ({ x: given.result("pattern", "message.aggregated") }),
  },
  mean: {
    algorithm: "graph-readout",
    inputs: (given) => ({ x: given.result("pattern", "message.aggregated"), aggregation: "mean" }),
  },
  /** Every query with every key. */
  all: {
    algorithm: "graph-readout",
    inputs: (given) => {
      const tokens = given.number("tokens");
      return { x: filled(tokens, tokens) };
    },
  },
  reach: {
    algorithm: "receptive-field",
    inputs: (given) => ({ graph: given.graph(), layers: given.number("layers"), selfLoops: false }),
  },
  distances: {
    algorithm: "shortest-path-distances",
    inputs: (given) => ({ graph: given.graph() }),
  },
  /** The most layers from any token to each, and to the one that waits longest. */
  waits: {
    algorithm: "graph-readout",
    inputs: (given) => ({ x: given.result("distances", "graph.distances"), aggregation: "max" }),
  },
  longest: {
    algorithm: "graph-readout",
    inputs: (given) => ({ x: column(given.result("waits", "readout.max").data), aggregation: "max" }),
  },
  places: {
    algorithm: "sinusoidal-encoding",
    inputs: (given) => ({ length: given.number("tokens"), width: NEAR_WIDTH, base: NEAR_BASE }),
  },
  error: {
    algorithm: "pattern-error",
    inputs: (given) => ({ ...content(given), mask: given.result("pattern", "graph.message-counts") }),
  },
  ...RULES,
};

/** The runs that more tokens are too many for. */
export const READ: readonly string[] = ["reach", "distances", "waits", "longest", "places", "error"];
