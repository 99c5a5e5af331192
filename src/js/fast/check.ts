import type { Check } from "../types.js";
import type {
  AttentionOptions,
  ConvolutionOptions,
  EncodeOptions,
  FastEngine,
  HashOptions,
  NormOptions,
  WindowOptions,
} from "./engine.js";
import type { FastGlue, Held } from "./glue.js";
import { type FastEncoder, type FastGraph, FastTensor, type FastWeights } from "./handle.js";
import type { FeedForwardWeights, Ops } from "./ops.js";

const MAX_U32 = 2 ** 32 - 1;

/** How much of its bound a result takes; what is beyond it is beyond any that is not. */
const part = ({ within, deviation, bound }: Check): number =>
  within ? deviation / (bound || 1) : Number.POSITIVE_INFINITY;

/**
 * An engine whose every result is held against f64, kernel by kernel: rows of it are computed anew from the f32 operands that the kernel was given, and
 * must lie within the bound that the kernel promises.
 */
export class Checked implements Ops {
  readonly #ops: Ops;
  readonly #engine: FastEngine;
  readonly #rows: number;
  readonly #gpu: boolean;
  #check: Check | null = null;

  /** `ops` computes, `engine` has the handles; at most `rows` rows of each result are looked at, by the bounds of a GPU's functions or a CPU's. */
  constructor(ops: Ops, engine: FastEngine, rows: number, gpu: boolean) {
    this.#ops = ops;
    this.#engine = engine;
    this.#rows = rows;
    this.#gpu = gpu;
  }

  /** The check that took the largest part of its bound, or passed it; null before anything was computed. */
  get check(): Check | null {
    return this.#check;
  }

  async product(left: FastTensor, right: FastTensor): Promise<FastTensor> {
    const found = await this.#ops.product(left, right);
    return this.#see("product", found, (glue, look, held) => glue.checkProduct(look, held, left.held(), right.held()));
  }

  async attention(
    query: FastTensor,
    key: FastTensor,
    value: FastTensor,
    options: AttentionOptions = {},
  ): Promise<FastTensor> {
    const found = await this.#ops.attention(query, key, value, options);
    const { heads = 1, batch = 1, causal = false, window = MAX_U32, mask, bias } = options;
    return this.#see("attention", found, (glue, look, held) => {
      const [q, k, v] = [query.held(), key.held(), value.held()];
      return glue.checkAttention(look, held, q, k, v, heads, batch, window, causal ? 0 : window, mask, bias);
    });
  }

  async windowAttention(
    query: FastTensor,
    key: FastTensor,
    value: FastTensor,
    options: WindowOptions,
  ): Promise<FastTensor> {
    const found = await this.#ops.windowAttention(query, key, value, options);
    const { window, dilation = 1, globals = new Uint32Array(), causal = false } = options;
    return this.#see("window-attention", found, (glue, look, held) => {
      const [q, k, v] = [query.held(), key.held(), value.held()];
      return glue.checkWindowAttention(look, held, q, k, v, window, dilation, globals, causal);
    });
  }

  async hashAttention(
    queryKey: FastTensor,
    value: FastTensor,
    rotations: FastTensor,
    options: HashOptions,
  ): Promise<FastTensor> {
    const found = await this.#ops.hashAttention(queryKey, value, rotations, options);
    const { heads = 1, rounds, chunkLength, factors, causal = false } = options;
    return this.#see("hash-attention", found, (glue, look, held) => {
      const [x, v, directions] = [queryKey.held(), value.held(), rotations.held()];
      const parts = Uint32Array.from(factors);
      return glue.checkHashAttention(look, held, x, v, directions, heads, rounds, chunkLength, parts, causal);
    });
  }

  async convolve(
    graph: FastGraph,
    x: FastTensor,
    w: FastTensor,
    options: ConvolutionOptions = {},
  ): Promise<FastTensor> {
    const found = await this.#ops.convolve(graph, x, w, options);
    const { bias, relu = false } = options;
    return this.#see("convolution", found, (glue, look, held) =>
      glue.checkConvolution(look, held, graph.held(), x.held(), w.held(), bias, relu),
    );
  }

  async attendToNeighbors(
    graph: FastGraph,
    x: FastTensor,
    w: FastTensor,
    attentionSource: FastTensor,
    attentionTarget: FastTensor,
    negativeSlope = 0.2,
  ): Promise<FastTensor> {
    const found = await this.#ops.attendToNeighbors(graph, x, w, attentionSource, attentionTarget, negativeSlope);
    return this.#see("graph-attention", found, (glue, look, held) => {
      const [source, target] = [attentionSource.held(), attentionTarget.held()];
      return glue.checkNeighbors(look, held, graph.held(), x.held(), w.held(), source, target, negativeSlope);
    });
  }

  async layerNorm(x: FastTensor, options: NormOptions = {}): Promise<FastTensor> {
    const found = await this.#ops.layerNorm(x, options);
    const { gamma, beta, epsilon = 1e-5 } = options;
    return this.#see("layer-norm", found, (glue, look, held) =>
      glue.checkNorm(look, held, x.held(), gamma, beta, epsilon),
    );
  }

  async feedForward(x: FastTensor, weights: FeedForwardWeights): Promise<FastTensor> {
    const found = await this.#ops.feedForward(x, weights);
    const { b1, b2 } = weights;
    const own: FastTensor[] = [];
    const numbersOf = (factor: FastTensor | FastWeights): FastTensor => {
      if (factor instanceof FastTensor) return factor;
      const numbers = new FastTensor(this.#engine.ask(() => factor.held().unpacked()));
      own.push(numbers);
      return numbers;
    };
    try {
      return this.#see("feed-forward", found, (glue, look, held) => {
        const [w1, w2] = [numbersOf(weights.w1), numbersOf(weights.w2)];
        return glue.checkFeedForward(look, held, x.held(), w1.held(), b1, w2.held(), b2);
      });
    } finally {
      for (const numbers of own) numbers.dispose();
    }
  }

  /** Notes how a result compares, and hands it on. */
  #see(
    kernel: Check["kernel"],
    found: FastTensor,
    compare: (glue: FastGlue, look: Held, held: ReturnType<FastTensor["held"]>) => Float64Array,
  ): FastTensor {
    try {
      const [deviation = 0, bound = 0, rows = 0, within = 0, scale = 0] = this.#engine.ask((glue) => {
        const look = new glue.Look(this.#rows, this.#gpu);
        try {
          return compare(glue, look, found.held());
        } finally {
          look.free();
        }
      });
      const check: Check = { kernel, deviation, bound, rows, scale, within: within === 1 };
      if (!this.#check || part(check) > part(this.#check)) this.#check = check;
      return found;
    } catch (thrown) {
      found.dispose();
      throw thrown;
    }
  }
}

/**
 * A {@link Checked} engine that also runs encoder layers. Comparing a whole layer takes the f64 engine as long as computing it; what its first norm does
 * with X shows whether f32 tells the numbers of a row apart.
 */
export class Guarded extends Checked {
  /** Present where it keeps its intermediate results on a GPU, which then are not compared. */
  readonly multiHeadAttention?: NonNullable<Ops["multiHeadAttention"]>;
  readonly #ops: Ops;
  readonly #engine: FastEngine;

  constructor(ops: Ops, engine: FastEngine, rows: number, gpu: boolean) {
    super(ops, engine, rows, gpu);
    this.#ops = ops;
    this.#engine = engine;
    if (ops.multiHeadAttention) this.multiHeadAttention = ops.multiHeadAttention.bind(ops);
  }

  async encode(encoder: FastEncoder, x: FastTensor, options: EncodeOptions = {}): Promise<FastTensor> {
    (await this.layerNorm(x)).dispose();
    return this.#ops.encode?.(encoder, x, options) ?? this.#engine.encode(encoder, x, options);
  }
}
