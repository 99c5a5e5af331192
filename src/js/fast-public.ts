/** What both entries of the fast engine offer beside `loadFast`. */
export { AttographError, type Fact } from "./errors.js";
export type {
  AttentionOptions,
  ConvolutionOptions,
  EncoderWeights,
  FastEngine,
  HashOptions,
  NormOptions,
} from "./fast-engine.js";
export type { FastEncoder, FastGraph, FastSparse, FastTensor, FastWeights } from "./fast-handle.js";
export type { FastOptions } from "./fast-load.js";
