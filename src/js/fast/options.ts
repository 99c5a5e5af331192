import { reading } from "../errors.js";
import { wholeNumber, wrongType } from "../refuse.js";

/** The largest number that an address may be. */
export const MAX_U32 = 2 ** 32 - 1;

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
  /** [queries, keys]: 0 hides a key. */
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

/** How attention by hash is computed. */
export interface HashOptions {
  readonly heads?: number;
  readonly rounds: number;
  readonly chunkLength: number;
  /** The factors of the number of buckets, each even. */
  readonly factors: readonly number[];
  readonly causal?: boolean;
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

/** Attention as the kernel is told it: how far a query sees before and after its own position. */
export interface AttentionOrder {
  readonly heads: number;
  readonly batch: number;
  readonly before: number;
  readonly after: number;
  readonly mask: Uint8Array | undefined;
  readonly bias: Float32Array | undefined;
}

/** Reads how attention is computed. */
export function readAttention(options: AttentionOptions): AttentionOrder {
  const { heads = 1, batch = 1, causal = false, window = MAX_U32, mask, bias } = reading(() => ({ ...options }));
  const before = wholeNumber("window", window, 0, MAX_U32);
  return {
    heads: wholeNumber("heads", heads, 1, MAX_U32),
    batch: wholeNumber("batch", batch, 1, MAX_U32),
    before,
    after: causal ? 0 : before,
    mask,
    bias,
  };
}

/** Reads how an encoder layer is run. */
export function readEncode(options: EncodeOptions) {
  const { heads = 1, batch = 1, causal = false, mask } = reading(() => ({ ...options }));
  return {
    heads: wholeNumber("heads", heads, 1, MAX_U32),
    batch: wholeNumber("batch", batch, 1, MAX_U32),
    causal,
    mask,
  };
}

/** Reads rows and columns. */
export function readShape(shape: readonly [number, number]): [number, number] {
  if (!Array.isArray(shape) || shape.length !== 2) throw wrongType("shape", "two lengths", shape);
  return [wholeNumber("shape", shape[0], 0, MAX_U32), wholeNumber("shape", shape[1], 0, MAX_U32)];
}

/** Reads how attention by hash is computed. */
export function readHash(options: HashOptions) {
  const { heads = 1, rounds, chunkLength, factors, causal = false } = reading(() => ({ ...options }));
  return {
    heads: wholeNumber("heads", heads, 1, MAX_U32),
    rounds: wholeNumber("rounds", rounds, 1, MAX_U32),
    chunkLength: wholeNumber("chunkLength", chunkLength, 1, MAX_U32),
    factors: reading(() => Uint32Array.from(factors)),
    causal,
  };
}
