import type { Check } from "../types.js";
import {
  bytes,
  type Call,
  type Fields,
  factors,
  flag,
  floats,
  indices,
  number,
  type Owner,
  operand,
  optional,
  pairs,
  reader,
  whole,
} from "./fields.js";

/** Everything about an operation that its engines, its check and its pool need. */
export interface Operation {
  /** Validates arguments, and returns what crosses. */
  readonly read: (given: readonly unknown[], owner: Owner) => Call;
  /** Why graphics processors lack it; null where they have it. */
  readonly unsuited: string | null;
  /** What its check is called; null where the result is not checked as one. */
  readonly check: Check["kernel"] | null;
  /** When several workers are faster than one engine. */
  readonly sharing: Sharing | null;
}

interface Sharing {
  /** From how many operations on, with the way there and back (measured with the relaxed file). */
  readonly from: number;
  /** About how many operations a call takes. */
  readonly work: (call: Call) => number;
}

interface Described {
  readonly parameters: Fields;
  readonly unsuited?: string;
  readonly check?: Check["kernel"];
  readonly sharing?: Sharing;
}

const describe = ({ parameters, unsuited, check, sharing }: Described): Operation => ({
  read: reader(parameters),
  unsuited: unsuited ?? null,
  check: check ?? null,
  sharing: sharing ?? null,
});

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
const CONVOLUTION = { bias: optional(floats), relu: OFF };
const NEIGHBORS = { graph: GRAPH, x: TENSOR, w: TENSOR, attentionSource: TENSOR, attentionTarget: TENSOR };
const NO_KERNEL = "there is no GPU kernel for it";

/**
 * A product moves as many numbers as it has rows and columns: at 512³ the way takes longer than what is saved, at 640³ it gains 1.2 times, at 768³ 1.4.
 * Attention moves fewer for as much work: 768 tokens of width 64 gain 1.2 times, 1024 1.4, 2048 1.6.
 */
const PRODUCT: Sharing = {
  from: 5e8,
  work: (call) => {
    const { left, right } = call as Record<"left" | "right", Sized>;
    return right.shape ? 2 * left.shape[0] * left.shape[1] * right.shape[1] : 0;
  },
};

const SHARED_ATTENTION: Sharing = {
  from: 1.5e8,
  work: (call) => {
    const { query, key, value, batch, window, causal } = call as Attended;
    const keys = key.shape[0] / batch;
    const before = Math.min(keys, window ?? keys);
    const seen = before + (causal ? 0 : before);
    const pairsSeen = query.shape[0] * Math.min(keys, seen / (before >= keys ? 2 : 1) + 1);
    return 2 * pairsSeen * (query.shape[1] + value.shape[1]);
  },
};

interface Sized {
  readonly shape: readonly [number, number];
}

type Attended = Record<"query" | "key" | "value", Sized> & {
  readonly batch: number;
  readonly window?: number;
  readonly causal: boolean;
};

/** Every operation on tensors, by the name of its method: parameters in their order, options with their defaults, and which engines have it beside SIMD. */
export const OPERATIONS = {
  product: describe({ parameters: { left: TENSOR, right: FACTOR }, check: "product", sharing: PRODUCT }),
  attention: describe({
    parameters: { ...ATTENDED, options: ATTENTION },
    check: "attention",
    sharing: SHARED_ATTENTION,
  }),
  multiHeadAttention: describe({
    parameters: { x: TENSOR, projections: { ...ATTENDED, output: TENSOR }, options: ATTENTION },
  }),
  windowAttention: describe({
    parameters: {
      ...ATTENDED,
      options: { window: whole(0), dilation: COUNT, globals: optional(indices), causal: OFF },
    },
    unsuited: "there is no kernel for windows with gaps or global tokens",
    check: "window-attention",
  }),
  blockAttention: describe({
    parameters: { ...ATTENDED, options: { blockLength: whole(1), pairs } },
    unsuited: NO_KERNEL,
  }),
  hashAttention: describe({
    parameters: {
      queryKey: TENSOR,
      value: TENSOR,
      rotations: TENSOR,
      options: { heads: COUNT, rounds: whole(1), chunkLength: whole(1), factors, causal: OFF },
    },
    check: "hash-attention",
  }),
  propagate: describe({ parameters: { graph: GRAPH, x: TENSOR }, unsuited: NO_KERNEL }),
  convolve: describe({
    parameters: { graph: GRAPH, x: operand("features"), w: TENSOR, options: CONVOLUTION },
    check: "convolution",
  }),
  attendToNeighbors: describe({
    parameters: { ...NEIGHBORS, negativeSlope: optional(number(), 0.2) },
    check: "graph-attention",
  }),
  layerNorm: describe({ parameters: { x: TENSOR, options: { ...NORM, epsilon: EPSILON } }, check: "layer-norm" }),
  feedForward: describe({
    parameters: {
      x: TENSOR,
      weights: { w1: FACTOR, b1: optional(floats), w2: FACTOR, b2: optional(floats) },
    },
    check: "feed-forward",
  }),
  encode: describe({ parameters: { encoder: operand("encoder"), x: TENSOR, options: HEADS } }),
} satisfies Readonly<Record<string, Operation>>;

/** The name of an operation. */
export type OperationName = keyof typeof OPERATIONS;

const BIASES = { query: optional(floats), key: optional(floats), value: optional(floats), output: optional(floats) };

/** What operands are made of, by the name of the method that makes them. */
export const OPERANDS = {
  weights: reader({ matrix: TENSOR }),
  graph: reader({
    nodes: whole(0),
    messages: pairs,
    options: { weights: optional(floats), selfLoops: optional(flag, true) },
  }),
  sparse: reader({ rows: whole(0), columns: whole(0), places: pairs, values: floats }),
  encoder: reader({
    weights: {
      ...{ ...ATTENDED, output: TENSOR, w1: TENSOR, b1: optional(floats), w2: TENSOR, b2: optional(floats) },
      ...{ biases: BIASES, norm1: NORM, norm2: NORM, normFirst: OFF, epsilon: EPSILON },
    },
  }),
};
