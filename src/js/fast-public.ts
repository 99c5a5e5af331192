/** What both entries of the fast engine offer beside `loadFast`. */
export { AttographError, type Fact } from "./errors.js";
export { Checked } from "./fast-check.js";
export type { EncoderWeights, FastEngine, HashOptions, NormOptions } from "./fast-engine.js";
export type { FastEncoder, FastGraph, FastSparse, FastTensor, FastWeights } from "./fast-handle.js";
export type { FastOptions } from "./fast-load.js";
export type { FeedForwardWeights, Ops } from "./fast-ops.js";
export type { AttentionOptions, ConvolutionOptions, WindowOptions } from "./fast-options.js";
export type { FastPool } from "./fast-pool.js";
export type { PoolGraph, PoolTensor, PoolWeights } from "./fast-pool-handle.js";
export type { PoolOptions } from "./fast-pool-load.js";
export type { Check } from "./types.js";
