import type { FastEncoder, FastGraph, FastTensor, FastWeights } from "./handle.js";
import type {
  AttentionOptions,
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

/** What multi-head attention multiplies by: x to queries, keys and values, and what the heads give to the output. Each is [inputs, outputs]. */
export interface Projections {
  readonly query: FastTensor;
  readonly key: FastTensor;
  readonly value: FastTensor;
  readonly output: FastTensor;
}

/** What `lab.run` asks an engine for. Operands and results are handles of the SIMD engine, wherever the work is done. */
export interface Ops {
  product(left: FastTensor, right: FastTensor): Soon<FastTensor>;
  attention(query: FastTensor, key: FastTensor, value: FastTensor, options?: AttentionOptions): Soon<FastTensor>;
  /** Multi-head self-attention in one piece, for engines whose parts cost a way there and back; the others do it part by part. */
  multiHeadAttention?(x: FastTensor, projections: Projections, options?: AttentionOptions): Soon<FastTensor>;
  windowAttention(query: FastTensor, key: FastTensor, value: FastTensor, options: WindowOptions): Soon<FastTensor>;
  hashAttention(queryKey: FastTensor, value: FastTensor, rotations: FastTensor, options: HashOptions): Soon<FastTensor>;
  convolve(graph: FastGraph, x: FastTensor, w: FastTensor, options?: ConvolutionOptions): Soon<FastTensor>;
  attendToNeighbors(
    graph: FastGraph,
    x: FastTensor,
    w: FastTensor,
    attentionSource: FastTensor,
    attentionTarget: FastTensor,
    negativeSlope?: number,
  ): Soon<FastTensor>;
  /** An encoder layer in one piece. Who checks each kernel does without: the check alone would take as long as f64. */
  encode?(encoder: FastEncoder, x: FastTensor, options?: EncodeOptions): Soon<FastTensor>;
  layerNorm(x: FastTensor, options?: NormOptions): Soon<FastTensor>;
  feedForward(x: FastTensor, weights: FeedForwardWeights): Soon<FastTensor>;
}
