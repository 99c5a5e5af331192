import type { FastTensor, FastWeights } from "./handle.js";

/** How attention of several heads and sequences is computed. */
export interface AttentionOptions {
  /** How many heads lie side by side; 1 by default. */
  readonly heads?: number | undefined;
  /** How many sequences lie one below the other; 1 by default. */
  readonly batch?: number | undefined;
  /** Hide every key after the query's own position. */
  readonly causal?: boolean | undefined;
  /** How many keys before and after its own position a query sees; all by default. */
  readonly window?: number | undefined;
  /** [queries, keys]: 0 hides a key, 1 shows it. */
  readonly mask?: Uint8Array | undefined;
  /** [queries, keys]: added to the scaled scores. */
  readonly bias?: Float32Array | undefined;
}

/** How an encoder layer is run. */
export type EncodeOptions = Pick<AttentionOptions, "heads" | "batch" | "causal" | "mask">;

/** Which keys a token of window attention sees. */
export interface WindowOptions {
  /** How many neighbors on each side. */
  readonly window: number;
  /** How far they lie apart; 1 by default. */
  readonly dilation?: number | undefined;
  /** Positions of the tokens that see all and are seen by all; none by default. */
  readonly globals?: Uint32Array | undefined;
  /** Hide every key after the query's own position. */
  readonly causal?: boolean | undefined;
}

/** Which blocks of keys a block of queries sees. */
export interface BlockOptions {
  /** How many queries, and how many keys, a block has. */
  readonly blockLength: number;
  /** Pairs of a block of queries and a block of keys, one after the other. */
  readonly pairs: Uint32Array;
}

/** How attention by hash is computed. */
export interface HashOptions {
  readonly heads?: number | undefined;
  readonly rounds: number;
  readonly chunkLength: number;
  /** The factors of the number of buckets, each even. */
  readonly factors: readonly number[];
  readonly causal?: boolean | undefined;
}

/** How a graph is normalized. */
export interface GraphOptions {
  /** A weight for each message; 1 by default. */
  readonly weights?: Float32Array | undefined;
  /** Whether every node that does not hear itself does so with weight 1; true by default. */
  readonly selfLoops?: boolean | undefined;
  /** Whether a node hears the mean of what arrives, D̂⁻¹ Â, in place of D̂^-½ Â D̂^-½; false by default. */
  readonly mean?: boolean | undefined;
}

/** How a step of a propagation mixes. */
export interface RestartOptions {
  /** The share of the start, from 0 to 1; 0.1 by default. */
  readonly alpha?: number | undefined;
}

/** What a layer norm multiplies by and adds, 1 and 0 where it is left out. */
export interface NormWeights {
  readonly gamma?: Float32Array | undefined;
  readonly beta?: Float32Array | undefined;
}

/** What layer norm multiplies by, adds, and keeps from dividing by 0 with. */
export interface NormOptions extends NormWeights {
  /** 1e-5 by default. */
  readonly epsilon?: number | undefined;
}

/** What a convolution adds and applies. */
export interface ConvolutionOptions {
  readonly bias?: Float32Array | undefined;
  readonly relu?: boolean | undefined;
}

/** A linear layer twice, with what lies between. */
export interface FeedForwardWeights {
  readonly w1: FastTensor | FastWeights;
  readonly b1?: Float32Array | undefined;
  readonly w2: FastTensor | FastWeights;
  readonly b2?: Float32Array | undefined;
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
  readonly normFirst?: boolean | undefined;
  /** Added to the variance of each norm; 1e-5 by default. */
  readonly epsilon?: number | undefined;
}
