/** How attention of several heads and sequences is computed. */
export interface AttentionOptions {
  /** How many heads lie side by side; 1 by default. */
  readonly heads?: number;
  /** How many sequences lie one below the other; 1 by default. */
  readonly batch?: number;
  /** Hide every key after the query's own position. */
  readonly causal?: boolean;
  /** How many keys before and after its own position a query sees; all by default. */
  readonly window?: number;
  /** [queries, keys]: 0 hides a key, 1 shows it. */
  readonly mask?: Uint8Array;
  /** [queries, keys]: added to the scaled scores. */
  readonly bias?: Float32Array;
}

/** How an encoder layer is run. */
export type EncodeOptions = Pick<AttentionOptions, "heads" | "batch" | "causal" | "mask">;

/** Which keys a token of window attention sees. */
export interface WindowOptions {
  /** How many neighbors on each side. */
  readonly window: number;
  /** How far they lie apart; 1 by default. */
  readonly dilation?: number;
  /** Positions of the tokens that see all and are seen by all; none by default. */
  readonly globals?: Uint32Array;
  /** Hide every key after the query's own position. */
  readonly causal?: boolean;
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
  readonly heads?: number;
  readonly rounds: number;
  readonly chunkLength: number;
  /** The factors of the number of buckets, each even. */
  readonly factors: readonly number[];
  readonly causal?: boolean;
}

/** How a graph is normalized. */
export interface GraphOptions {
  /** A weight for each message; 1 by default. */
  readonly weights?: Float32Array;
  /** Whether every node that does not hear itself does so with weight 1; true by default. */
  readonly selfLoops?: boolean;
}

/** What layer norm multiplies by, adds, and keeps from dividing by 0 with. */
export interface NormOptions {
  readonly gamma?: Float32Array;
  readonly beta?: Float32Array;
  /** 1e-5 by default. */
  readonly epsilon?: number;
}

/** What a convolution adds and applies. */
export interface ConvolutionOptions {
  readonly bias?: Float32Array;
  readonly relu?: boolean;
}
