/** What the entries of the fast engine offer beside `loadFast`. */
export { AttographError, type Fact } from "../errors.js";
export type { Check } from "../types.js";
export { Checked } from "./check.js";
export type { FastEngine } from "./engine.js";
export type { FastModule } from "./engines.js";
/** @internal */
export * as forLabs from "./for-labs.js";
export type { FastEncoder, FastGraph, FastSparse, FastTensor, FastWeights } from "./handle.js";
export type { FastOptions } from "./load.js";
export type { Operations, Ops, SharedOperations } from "./ops.js";
export type {
  AttentionOptions,
  BlockOptions,
  ConvolutionOptions,
  EncodeOptions,
  EncoderWeights,
  FeedForwardWeights,
  GraphOptions,
  HashOptions,
  NormOptions,
  NormWeights,
  Projections,
  WindowOptions,
} from "./options.js";
export type { PoolGraph, PoolTensor, PoolWeights } from "./pool/handle.js";
export type { PoolOptions } from "./pool/load.js";
export type { FastPool } from "./pool/pool.js";
