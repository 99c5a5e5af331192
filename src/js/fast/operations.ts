import type { Check } from "../types.js";
import {
  bytes,
  type Call,
  factors,
  flag,
  floats,
  indices,
  number,
  type Options,
  type Owner,
  operand,
  optional,
  pairs,
  reader,
  whole,
} from "./fields.js";
import { handleOf } from "./handle.js";
import type { OperationName } from "./ops.js";

/** Everything about an operation that its engines, its check and its pool need. */
export interface Operation {
  /** Validates arguments, and returns what crosses. */
  readonly read: <Operand>(given: readonly unknown[], owner: Owner<Operand>) => Call<Operand>;
  /** About how many operations on numbers a call takes. */
  readonly work: (operands: Operands, options: Estimated) => number;
  /** From how many of them on several workers are faster than one engine, with the way there and back (measured with the relaxed file). */
  readonly sharedFrom?: number;
  /** Why graphics processors lack it. */
  readonly unsuited?: string;
  /** What its check is called, where the result is checked as one. */
  readonly check?: Check["kernel"];
}

/** What has rows and columns; others count for nothing. */
interface Sized {
  readonly shape?: readonly [number, number];
}

type Operands = readonly [Sized, Sized, Sized, Sized, Sized];

/** The options that tell how many keys a query sees. */
interface Visible {
  readonly batch: number;
  readonly window?: number;
  readonly causal: boolean;
}

/** The options that tell how much work a call is; each operation has its own of them. */
interface Estimated extends Visible {
  readonly globals?: Uint32Array;
  readonly blockLength: number;
  readonly pairs: Uint32Array;
  readonly rounds: number;
  readonly chunkLength: number;
}

const TENSOR = operand("tensor");
const GRAPH = operand("graph");
const FACTOR = operand("factor");

const ATTENDED = { query: TENSOR, key: TENSOR, value: TENSOR };
const COUNT = optional(whole(1), 1);
const OFF = optional(flag, false);
const EPSILON = optional(number(0), 1e-5);
const HEADS = { heads: COUNT, batch: COUNT, causal: OFF, mask: optional(bytes) };
const ATTENTION = { ...HEADS, window: optional(whole(0)), bias: optional(floats) };
const NORM = { gamma: optional(floats), beta: optional(floats) };
const NO_KERNEL = "there is no GPU kernel for it";

const rows = ({ shape }: Sized): number => shape?.[0] ?? 0;
const columns = ({ shape }: Sized): number => shape?.[1] ?? 0;
const sized = (x: Sized, w: Sized): Sized => ({ shape: [rows(x), columns(w)] });
const product = (left: Sized, right: Sized): number => 2 * rows(left) * columns(left) * columns(right);
const pairsOf = (pairs: number, query: Sized, value: Sized): number => 2 * pairs * (columns(query) + columns(value));

function attention(query: Sized, key: Sized, value: Sized, { batch, window, causal }: Visible): number {
  const keys = rows(key) / batch;
  const before = Math.min(keys, window ?? keys);
  const visible = before + (causal ? 0 : before);
  return pairsOf(rows(query) * Math.min(keys, visible / (before >= keys ? 2 : 1) + 1), query, value);
}

/** Every operation on tensors, by the name of its method: parameters in their order, options with their defaults, and which engines have it beside SIMD. */
export const OPERATIONS: Readonly<Record<OperationName, Operation>> = {
  product: {
    read: reader({ left: TENSOR, right: FACTOR }),
    work: ([left, right]) => product(left, right),
    // As many numbers move as it has rows and columns: at 512³ the way takes longer than what is saved, at 640³ it gains 1.2 times, at 768³ 1.4.
    sharedFrom: 5e8,
    check: "product",
  },
  attention: {
    read: reader({ ...ATTENDED, options: ATTENTION }),
    work: ([query, key, value], options) => attention(query, key, value, options),
    // Fewer numbers move for as much work: 768 tokens of width 64 gain 1.2 times, 1024 1.4, 2048 1.6.
    sharedFrom: 1.5e8,
    check: "attention",
  },
  multiHeadAttention: {
    read: reader({ x: TENSOR, projections: { ...ATTENDED, output: TENSOR }, options: ATTENTION }),
    work: ([x, query, key, value, output], options) => {
      const [queries, keys, values] = [sized(x, query), sized(x, key), sized(x, value)];
      const projected = product(x, query) + product(x, key) + product(x, value) + product(values, output);
      return projected + attention(queries, keys, values, options);
    },
  },
  windowAttention: {
    read: reader({
      ...ATTENDED,
      options: { window: whole(0), dilation: COUNT, globals: optional(indices), causal: OFF },
    }),
    work: ([query, , value], { window = 0, globals, causal }) =>
      pairsOf(rows(query) * ((causal ? 1 : 2) * window + 1 + 2 * (globals?.length ?? 0)), query, value),
    unsuited: "there is no kernel for windows with gaps or global tokens",
    check: "window-attention",
  },
  blockAttention: {
    read: reader({ ...ATTENDED, options: { blockLength: whole(1), pairs } }),
    work: ([query, , value], { blockLength, pairs }) => pairsOf((pairs.length / 2) * blockLength ** 2, query, value),
    unsuited: NO_KERNEL,
  },
  hashAttention: {
    read: reader({
      queryKey: TENSOR,
      value: TENSOR,
      rotations: TENSOR,
      options: { heads: COUNT, rounds: whole(1), chunkLength: whole(1), factors, causal: OFF },
    }),
    work: ([queryKey, value], { rounds, chunkLength }) =>
      pairsOf(rows(queryKey) * rounds * 2 * chunkLength, queryKey, value),
    check: "hash-attention",
  },
  propagate: {
    read: reader({ graph: GRAPH, x: TENSOR }),
    work: ([, x]) => 2 * rows(x) * columns(x),
    unsuited: NO_KERNEL,
  },
  convolve: {
    read: reader({ graph: GRAPH, x: operand("features"), w: TENSOR, options: { bias: optional(floats), relu: OFF } }),
    work: ([, x, w]) => product(x, w),
    check: "convolution",
  },
  aggregate: {
    read: reader({
      ...{ graph: GRAPH, x: TENSOR, wNeighbor: TENSOR, wSelf: TENSOR },
      options: { bias: optional(floats), relu: OFF },
    }),
    work: ([, x, w]) => 2 * product(x, w),
    unsuited: NO_KERNEL,
    check: "aggregation",
  },
  restart: {
    read: reader({ graph: GRAPH, state: TENSOR, start: TENSOR, options: { alpha: optional(number(0, 1), 0.1) } }),
    work: ([, state]) => 4 * rows(state) * columns(state),
    unsuited: NO_KERNEL,
    check: "restart",
  },
  attendToNeighbors: {
    read: reader({
      ...{ graph: GRAPH, x: TENSOR, w: TENSOR, attentionSource: TENSOR, attentionTarget: TENSOR },
      negativeSlope: optional(number(), 0.2),
    }),
    work: ([, x, w]) => product(x, w),
    check: "graph-attention",
  },
  layerNorm: {
    read: reader({ x: TENSOR, options: { ...NORM, epsilon: EPSILON } }),
    work: ([x]) => 8 * rows(x) * columns(x),
    check: "layer-norm",
  },
  feedForward: {
    read: reader({ x: TENSOR, weights: { w1: FACTOR, b1: optional(floats), w2: FACTOR, b2: optional(floats) } }),
    work: ([x, w1, w2]) => product(x, w1) + product(sized(x, w1), w2),
    check: "feed-forward",
  },
  encode: {
    read: reader({ encoder: operand("encoder"), x: TENSOR, options: HEADS }),
    // Four projections, and two layers that usually are four times as wide.
    work: ([, x], options) => attention(x, x, x, options) + 24 * rows(x) * columns(x) ** 2,
  },
};

/** The names of all operations. */
export const NAMES = Object.keys(OPERATIONS) as OperationName[];

/** Those that the SIMD engine does by itself; it puts the other one together from them. */
export const OWN = NAMES.filter((name) => name !== "multiHeadAttention");

/** About how many operations on numbers an operation on operands of these shapes takes. */
export const estimate = (name: OperationName, operands: readonly (object | 0)[], options: Options = {}): number =>
  OPERATIONS[name].work(operands as unknown as Operands, options as unknown as Estimated);

/** About how many operations on numbers an operation on handles takes. */
export function workOf(name: OperationName, given: readonly unknown[]): number {
  const { operands, options } = OPERATIONS[name].read(given, { operand: handleOf });
  return estimate(name, operands, options);
}

const GRAPH_OPTIONS = { weights: optional(floats), selfLoops: optional(flag, true), mean: OFF };

const BIASES = { query: optional(floats), key: optional(floats), value: optional(floats), output: optional(floats) };

/** What operands are made of, by the name of the method that makes them. */
export const OPERANDS = {
  weights: reader({ matrix: TENSOR }, 0),
  graph: reader({ nodes: whole(0), messages: pairs, options: GRAPH_OPTIONS }, 0),
  sparse: reader({ rows: whole(0), columns: whole(0), places: pairs, values: floats }, 0),
  encoder: reader(
    {
      weights: {
        ...{ ...ATTENDED, output: TENSOR, w1: TENSOR, b1: optional(floats), w2: TENSOR, b2: optional(floats) },
        ...{ biases: BIASES, norm1: NORM, norm2: NORM, normFirst: OFF, epsilon: EPSILON },
      },
    },
    0,
  ),
};
