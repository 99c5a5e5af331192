import type { FastEncoder, FastGraph, FastSparse, FastTensor, FastWeights } from "./handle.js";
import type { OperationName } from "./operations.js";
import type {
  AttentionOptions,
  BlockOptions,
  ConvolutionOptions,
  EncodeOptions,
  HashOptions,
  NormOptions,
  WindowOptions,
} from "./options.js";

type Soon<T> = T | Promise<T>;

/** A linear layer twice, with what lies between. */
export interface FeedForwardWeights {
  readonly w1: FastTensor | FastWeights;
  readonly b1?: Float32Array;
  readonly w2: FastTensor | FastWeights;
  readonly b2?: Float32Array;
}

/** What a layer norm multiplies by and adds, 1 and 0 where it is left out. */
export interface NormWeights {
  readonly gamma?: Float32Array | undefined;
  readonly beta?: Float32Array | undefined;
}

/** What multi-head attention multiplies by: x to queries, keys and values, and what the heads give to the output. Each is [inputs, outputs]. */
export interface Projections {
  readonly query: FastTensor;
  readonly key: FastTensor;
  readonly value: FastTensor;
  readonly output: FastTensor;
}

/** The weights of an encoder layer; matrices are [inputs, outputs]. */
export interface EncoderWeights extends Projections {
  /** What is added to queries, keys, values and the output of attention; nothing by default. */
  readonly biases?: { readonly [Name in keyof Projections]?: Float32Array | undefined };
  readonly w1: FastTensor;
  readonly b1?: Float32Array | undefined;
  readonly w2: FastTensor;
  readonly b2?: Float32Array | undefined;
  readonly norm1?: NormWeights;
  readonly norm2?: NormWeights;
  /** Whether the norms come before attention and feed-forward; after them by default. */
  readonly normFirst?: boolean;
  /** Added to the variance of each norm; 1e-5 by default. */
  readonly epsilon?: number;
}

/** What `lab.run` asks an engine for. Operands and results are handles of the SIMD engine, wherever the work is done. */
export interface Ops {
  product(left: FastTensor, right: FastTensor | FastWeights): Soon<FastTensor>;
  attention(query: FastTensor, key: FastTensor, value: FastTensor, options?: AttentionOptions): Soon<FastTensor>;
  /** Multi-head self-attention in one piece, for engines whose parts cost a way there and back; the others do it part by part. */
  multiHeadAttention?(x: FastTensor, projections: Projections, options?: AttentionOptions): Soon<FastTensor>;
  windowAttention(query: FastTensor, key: FastTensor, value: FastTensor, options: WindowOptions): Soon<FastTensor>;
  blockAttention?(query: FastTensor, key: FastTensor, value: FastTensor, options: BlockOptions): Soon<FastTensor>;
  hashAttention(queryKey: FastTensor, value: FastTensor, rotations: FastTensor, options: HashOptions): Soon<FastTensor>;
  propagate?(graph: FastGraph, x: FastTensor): Soon<FastTensor>;
  convolve(graph: FastGraph, x: FastTensor | FastSparse, w: FastTensor, options?: ConvolutionOptions): Soon<FastTensor>;
  attendToNeighbors(
    graph: FastGraph,
    x: FastTensor,
    w: FastTensor,
    attentionSource: FastTensor,
    attentionTarget: FastTensor,
    negativeSlope?: number,
  ): Soon<FastTensor>;
  /** An encoder layer in one piece. An engine that checks each kernel lacks it: the check alone would take as long as f64. */
  encode?(encoder: FastEncoder, x: FastTensor, options?: EncodeOptions): Soon<FastTensor>;
  layerNorm(x: FastTensor, options?: NormOptions): Soon<FastTensor>;
  feedForward(x: FastTensor, weights: FeedForwardWeights): Soon<FastTensor>;
}

/** The operations of these names, whose results are awaited. */
export type AsyncOps<Name extends OperationName> = {
  [Key in Name]-?: (...given: Parameters<NonNullable<Ops[Key]>>) => Promise<FastTensor>;
};

/** An engine that does all of its operations by one method. */
export interface Runner<Name extends OperationName> {
  /** @internal */
  run(name: Name, given: readonly unknown[]): Promise<FastTensor>;
}

/** Makes the class to extend by an engine that has these operations: a method for each, which calls `run`. */
export function operationsBy<Name extends OperationName>(
  names: readonly Name[],
): abstract new () => AsyncOps<Name> & Runner<Name> {
  abstract class Operations implements Runner<Name> {
    abstract run(name: Name, given: readonly unknown[]): Promise<FastTensor>;
  }
  for (const name of names) {
    const value = function (this: Operations, ...given: readonly unknown[]): Promise<FastTensor> {
      return this.run(name, given);
    };
    Object.defineProperty(Operations.prototype, name, { value, writable: true, configurable: true });
  }
  return Operations as abstract new () => AsyncOps<Name> & Runner<Name>;
}
