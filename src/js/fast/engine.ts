import { type AttographError, reading } from "../errors.js";
import type { Variant } from "../probe.js";
import { wholeNumber, wrongType } from "../refuse.js";
import { failureOf } from "./failure.js";
import type { FastGlue, HeldTensor } from "./glue.js";
import { FastEncoder, FastGraph, FastSparse, FastTensor, FastWeights } from "./handle.js";
import type { FeedForwardWeights, Ops } from "./ops.js";
import {
  type AttentionOptions,
  type ConvolutionOptions,
  type EncodeOptions,
  type HashOptions,
  MAX_U32,
  type NormOptions,
  readAttention,
  readEncode,
  readHash,
  readShape,
  type WindowOptions,
} from "./options.js";

export type {
  AttentionOptions,
  ConvolutionOptions,
  EncodeOptions,
  HashOptions,
  NormOptions,
  WindowOptions,
} from "./options.js";

/** What a layer norm multiplies by and adds, 1 and 0 where it is left out. */
export interface NormWeights {
  readonly gamma?: Float32Array | undefined;
  readonly beta?: Float32Array | undefined;
}

/** The weights of an encoder layer; matrices are [inputs, outputs]. */
export interface EncoderWeights {
  readonly query: FastTensor;
  readonly key: FastTensor;
  readonly value: FastTensor;
  readonly output: FastTensor;
  /** What is added to queries, keys, values and the output of attention; nothing by default. */
  readonly biases?: {
    readonly query?: Float32Array | undefined;
    readonly key?: Float32Array | undefined;
    readonly value?: Float32Array | undefined;
    readonly output?: Float32Array | undefined;
  };
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

/** Kernels in f32 for inputs of real size. What they take and give stays in WebAssembly's memory until it is read or disposed of. */
export class FastEngine implements Ops {
  /** Which WebAssembly file runs. */
  readonly wasm: Variant;
  readonly #glue: FastGlue;
  readonly #memory: WebAssembly.Memory;
  #trapped: AttographError | null = null;

  /** @internal */
  constructor(glue: FastGlue, memory: WebAssembly.Memory, wasm: Variant) {
    this.#glue = glue;
    this.#memory = memory;
    this.wasm = wasm;
  }

  /** How many bytes this engine's memory has; it never shrinks. */
  get memory(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Copies a matrix in, row by row. */
  tensor(shape: readonly [number, number], data: Float32Array | readonly number[]): FastTensor {
    const [rows, columns] = readShape(shape);
    const numbers = data instanceof Float32Array ? data : reading(() => Float32Array.from(data));
    return this.#make((glue) => new glue.Tensor(rows, columns, numbers));
  }

  /** Lays a right factor out for many products. */
  weights(matrix: FastTensor): FastWeights {
    return new FastWeights(this.ask((glue) => new glue.Weights(matrix.held())));
  }

  /** Normalizes a graph: D̂^-½ (A + I) D̂^-½. Messages are pairs of source and target, one after the other; an undirected edge is two. */
  graph(
    nodes: number,
    messages: Uint32Array,
    { weights, selfLoops = true }: { readonly weights?: Float32Array; readonly selfLoops?: boolean } = {},
  ): FastGraph {
    const count = wholeNumber("nodes", nodes, 0, MAX_U32);
    if (!(messages instanceof Uint32Array)) throw wrongType("messages", "a Uint32Array", messages);
    return new FastGraph(this.ask((glue) => new glue.Graph(count, messages, weights, selfLoops)));
  }

  /** Keeps values at places, pairs of row and column. */
  sparse(shape: readonly [number, number], places: Uint32Array, values: Float32Array): FastSparse {
    const [rows, columns] = readShape(shape);
    return new FastSparse(this.ask((glue) => new glue.SparseTensor(rows, columns, places, values)));
  }

  /** A · B. */
  product(left: FastTensor, right: FastTensor | FastWeights): FastTensor {
    return this.#make((glue) =>
      right instanceof FastWeights
        ? glue.weightedProduct(left.held(), right.held())
        : glue.product(left.held(), right.held()),
    );
  }

  /** softmax(Q Kᵀ/√d + bias, where seen) V, for each head of each sequence. */
  attention(query: FastTensor, key: FastTensor, value: FastTensor, options: AttentionOptions = {}): FastTensor {
    const { heads, batch, before, after, mask, bias } = readAttention(options);
    return this.#make((glue) =>
      glue.attention(query.held(), key.held(), value.held(), heads, batch, before, after, mask, bias, 0, MAX_U32),
    );
  }

  /** Attention to neighbors, which may lie apart, and to global tokens, in the time that so many pairs take. */
  windowAttention(query: FastTensor, key: FastTensor, value: FastTensor, options: WindowOptions): FastTensor {
    const { window, dilation = 1, globals = new Uint32Array(), causal = false } = reading(() => ({ ...options }));
    const [half, apart] = [wholeNumber("window", window, 0, MAX_U32), wholeNumber("dilation", dilation, 1, MAX_U32)];
    if (!(globals instanceof Uint32Array)) throw wrongType("globals", "a Uint32Array", globals);
    return this.#make((glue) =>
      glue.windowAttention(query.held(), key.held(), value.held(), half, apart, globals, causal),
    );
  }

  /** Attention of blocks of queries to the blocks of keys that are listed, as pairs of both. */
  blockAttention(
    query: FastTensor,
    key: FastTensor,
    value: FastTensor,
    { blockLength, pairs }: { readonly blockLength: number; readonly pairs: Uint32Array },
  ): FastTensor {
    const length = wholeNumber("blockLength", blockLength, 1, MAX_U32);
    return this.#make((glue) => glue.blockAttention(query.held(), key.held(), value.held(), length, pairs));
  }

  /** LSH attention; rotations are [heads · rounds · width, sum of factors / 2]. */
  hashAttention(queryKey: FastTensor, value: FastTensor, rotations: FastTensor, options: HashOptions): FastTensor {
    const { heads, rounds, chunkLength, factors, causal } = readHash(options);
    const [q, v, r] = [queryKey.held(), value.held(), rotations.held()];
    return this.#make((glue) => glue.hashAttention(q, v, r, heads, rounds, chunkLength, factors, causal));
  }

  /** What every node hears: Ŝ X. */
  propagate(graph: FastGraph, x: FastTensor): FastTensor {
    return this.#make((glue) => glue.propagate(graph.held(), x.held(), undefined, false));
  }

  /** Ŝ X W + b, in the cheaper order, and its ReLU if asked. */
  convolve(graph: FastGraph, x: FastTensor | FastSparse, w: FastTensor, options: ConvolutionOptions = {}): FastTensor {
    const { bias, relu = false } = reading(() => ({ ...options }));
    return this.#make((glue) =>
      x instanceof FastSparse
        ? glue.convolveSparse(graph.held(), x.held(), w.held(), bias, relu)
        : glue.convolve(graph.held(), x.held(), w.held(), bias, relu),
    );
  }

  /** Graph attention over the sources that each node hears; attention vectors are [heads, width]. */
  attendToNeighbors(
    graph: FastGraph,
    x: FastTensor,
    w: FastTensor,
    attentionSource: FastTensor,
    attentionTarget: FastTensor,
    negativeSlope = 0.2,
  ): FastTensor {
    return this.#make((glue) =>
      glue.attendToNeighbors(
        graph.held(),
        x.held(),
        w.held(),
        attentionSource.held(),
        attentionTarget.held(),
        negativeSlope,
      ),
    );
  }

  /** The layer norm of every row. */
  layerNorm(x: FastTensor, options: NormOptions = {}): FastTensor {
    const { gamma, beta, epsilon = 1e-5 } = reading(() => ({ ...options }));
    return this.#make((glue) => glue.layerNorm(x.held(), undefined, gamma, beta, epsilon));
  }

  /** ReLU(X W₁ + b₁) W₂ + b₂. */
  feedForward(x: FastTensor, { w1, b1, w2, b2 }: FeedForwardWeights): FastTensor {
    const laid: FastWeights[] = [];
    const lay = (factor: FastTensor | FastWeights): FastWeights => {
      if (factor instanceof FastWeights) return factor;
      const own = this.weights(factor);
      laid.push(own);
      return own;
    };
    try {
      const [first, second] = [lay(w1), lay(w2)];
      return this.#make((glue) => glue.feedForward(x.held(), first.held(), b1, second.held(), b2));
    } finally {
      for (const own of laid) own.dispose();
    }
  }

  /** Lays the weights of an encoder layer out. */
  encoder(weights: EncoderWeights): FastEncoder {
    const { query, key, value, output, biases = {}, w1, b1, w2, b2, norm1 = {}, norm2 = {} } = weights;
    const { normFirst = false, epsilon = 1e-5 } = weights;
    return new FastEncoder(
      this.ask(
        (glue) =>
          new glue.Encoder(
            query.held(),
            biases.query,
            key.held(),
            biases.key,
            value.held(),
            biases.value,
            output.held(),
            biases.output,
            w1.held(),
            b1,
            w2.held(),
            b2,
            norm1.gamma,
            norm1.beta,
            norm2.gamma,
            norm2.beta,
            normFirst,
            epsilon,
          ),
      ),
    );
  }

  /** Runs an encoder layer on every sequence. */
  encode(encoder: FastEncoder, x: FastTensor, options: EncodeOptions = {}): FastTensor {
    const { heads, batch, causal, mask } = readEncode(options);
    return this.#make(() => encoder.held().run(x.held(), heads, batch, causal, mask));
  }

  #make(compute: (glue: FastGlue) => HeldTensor): FastTensor {
    return new FastTensor(this.ask(compute));
  }

  /** @internal Whether a trap has ended this engine. */
  get trapped(): boolean {
    return this.#trapped !== null;
  }

  /** @internal Calls into the instance. After a trap its memory is in an unknown state, so that it answers nothing any more. */
  ask<T>(question: (glue: FastGlue) => T): T {
    if (this.#trapped) throw this.#trapped;
    try {
      return question(this.#glue);
    } catch (thrown) {
      const error = failureOf(thrown);
      if (error.code === "trapped") this.#trapped = error;
      throw error;
    }
  }
}
