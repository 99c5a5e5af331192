import type { Kind } from "./fields.js";
import type { FastHandles, FastTensor } from "./handle.js";
import type {
  AttentionOptions,
  BlockOptions,
  ConvolutionOptions,
  EncodeOptions,
  FeedForwardWeights,
  HashOptions,
  NormOptions,
  Projections,
  RestartOptions,
  WindowOptions,
} from "./options.js";

/** The operations that several workers can share, on the handles `Of` an engine or a pool. */
export interface SharedOperations<Of extends Record<Kind, unknown>, Result> {
  /** A · B. */
  product(left: Of["tensor"], right: Of["factor"]): Result;

  /** softmax(Q Kᵀ/√d + bias, where visible) V, for each head of each sequence. */
  attention(query: Of["tensor"], key: Of["tensor"], value: Of["tensor"], options?: AttentionOptions): Result;

  /** What every node hears: Ŝ X. */
  propagate(graph: Of["graph"], x: Of["tensor"]): Result;

  /** Ŝ X W + b, in the cheaper order, and its ReLU if asked. */
  convolve(graph: Of["graph"], x: Of["features"], w: Of["tensor"], options?: ConvolutionOptions): Result;

  /** Graph attention over the sources that each node hears; attention vectors are [heads, width]. The slope is that of LeakyReLU below 0, 0.2 by default. */
  attendToNeighbors(
    graph: Of["graph"],
    x: Of["tensor"],
    w: Of["tensor"],
    attentionSource: Of["tensor"],
    attentionTarget: Of["tensor"],
    negativeSlope?: number,
  ): Result;
}

/** The operations of an engine, on handles of kinds `Of`. */
export interface Operations<Of extends Record<Kind, unknown>, Result> extends SharedOperations<Of, Result> {
  /** Attention to neighbors, which may lie apart, and to global tokens, in the time that so many pairs take. */
  windowAttention(query: Of["tensor"], key: Of["tensor"], value: Of["tensor"], options: WindowOptions): Result;

  /** Attention of blocks of queries to the blocks of keys that are listed, as pairs of both. */
  blockAttention(query: Of["tensor"], key: Of["tensor"], value: Of["tensor"], options: BlockOptions): Result;

  /** LSH attention; rotations are [heads · rounds · width, sum of factors / 2]. */
  hashAttention(queryKey: Of["tensor"], value: Of["tensor"], rotations: Of["tensor"], options: HashOptions): Result;

  /** The mean of the neighbors beside the node itself, Ŝ X W + X B + b, on a graph of means, and its ReLU if asked. */
  aggregate(
    graph: Of["graph"],
    x: Of["tensor"],
    wNeighbor: Of["tensor"],
    wSelf: Of["tensor"],
    options?: ConvolutionOptions,
  ): Result;

  /** One step of a propagation with restart: (1 − α) Ŝ Z + α X. */
  restart(graph: Of["graph"], state: Of["tensor"], start: Of["tensor"], options?: RestartOptions): Result;

  /** The layer norm of every row. */
  layerNorm(x: Of["tensor"], options?: NormOptions): Result;

  /** ReLU(X W₁ + b₁) W₂ + b₂. */
  feedForward(x: Of["tensor"], weights: FeedForwardWeights): Result;

  /** Runs an encoder layer on every sequence. */
  encode(encoder: Of["encoder"], x: Of["tensor"], options?: EncodeOptions): Result;
}

/** The operations of an engine to which each costs a way there and back, so that it also does in one piece what others put together. */
export interface RemoteOperations<Result> extends Operations<FastHandles, Result> {
  /** Multi-head self-attention. */
  multiHeadAttention(x: FastTensor, projections: Projections, options?: AttentionOptions): Result;
}

/** The name of an operation. */
export type OperationName = keyof RemoteOperations<unknown>;

type Soon<T> = T | Promise<T>;

/** Operations that an engine may lack: encoder layers where each kernel is checked, as the check alone would take as long as f64. */
type Rare = "multiHeadAttention" | "blockAttention" | "propagate" | "encode";

type All = RemoteOperations<Soon<FastTensor>>;

/** What `lab.run` asks an engine for. Operands and results are handles of the SIMD engine, wherever the work is done. */
export type Ops = Omit<All, Rare> & Partial<Pick<All, Rare>>;

/** An engine that does all of its operations by one method. */
export interface Runner<Name, Result> {
  /** @internal */
  run(name: Name, given: readonly unknown[]): Result;
}

/** Returns the class to extend by an engine that has these operations: a method for each, which calls `run`. */
export function operationsBy<Methods, Result>(
  names: readonly (keyof Methods & OperationName)[],
): abstract new () => Methods & Runner<keyof Methods & OperationName, Result> {
  abstract class Operations {
    abstract run(name: OperationName, given: readonly unknown[]): Result;
  }
  for (const name of names) {
    const value = function (this: Operations, ...given: readonly unknown[]): Result {
      return this.run(name, given);
    };
    Object.defineProperty(Operations.prototype, name, { value, writable: true, configurable: true });
  }
  return Operations as unknown as abstract new () => Methods & Runner<keyof Methods & OperationName, Result>;
}

/** Operations that one function does, called with the name of each and what it is given. */
export const opsBy = (
  names: readonly OperationName[],
  run: (name: OperationName, given: readonly unknown[]) => unknown,
): Ops => Object.fromEntries(names.map((name) => [name, (...given: unknown[]) => run(name, given)])) as unknown as Ops;

/** Has an engine do an operation; null where it has no such. Multi-head attention is put together from products and attention where it is not one. */
export function perform(ops: Ops, name: OperationName, given: readonly unknown[]): Soon<FastTensor> | null {
  const method = ops[name] as ((...given: readonly unknown[]) => Soon<FastTensor>) | undefined;
  if (method) return method.apply(ops, given as unknown[]);
  return name === "multiHeadAttention" ? attendByParts(ops, ...(given as Parameters<All["multiHeadAttention"]>)) : null;
}

/** Multi-head self-attention from products and attention, whose results are disposed of when the output is there. */
async function attendByParts(
  ops: Ops,
  x: FastTensor,
  projections: Projections,
  options?: AttentionOptions,
): Promise<FastTensor> {
  const parts: FastTensor[] = [];
  const keep = async (part: Soon<FastTensor>): Promise<FastTensor> => {
    const made = await part;
    parts.push(made);
    return made;
  };
  try {
    const query = await keep(ops.product(x, projections.query));
    const key = await keep(ops.product(x, projections.key));
    const value = await keep(ops.product(x, projections.value));
    const heard = await keep(ops.attention(query, key, value, options));
    return await ops.product(heard, projections.output);
  } finally {
    for (const part of parts) part.dispose();
  }
}
