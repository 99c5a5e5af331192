import { AttographError } from "../../errors.js";
import type {
  AttentionOptions,
  ConvolutionOptions,
  EncodeOptions,
  FastEngine,
  HashOptions,
  NormOptions,
  WindowOptions,
} from "../engine.js";
import type { HeldProcessor, HeldTensor } from "../glue.js";
import { type FastEncoder, type FastGraph, FastSparse, FastTensor } from "../handle.js";
import { attendByParts } from "../multi-head.js";
import type { FeedForwardWeights, Ops, Projections } from "../ops.js";
import { readAttention, readEncode, readHash } from "../options.js";
import { type GpuDevice, isOfGpu, reasonOfGpu } from "./device.js";

/** Why SIMD did work that was meant for the GPU. */
export interface GpuNotice {
  /** `gpu-absent`, `gpu-software`, `gpu-lost`, `gpu-out-of-memory`, `gpu-refused`, `gpu-timed-out` or `gpu-unsuited`. */
  readonly code: string;
  /** What the platform says. */
  readonly reason: string;
}

/** The operations of the SIMD engine on a GPU. Every one ends in a result: what the GPU does not do, SIMD does, with a notice that says why. */
export class FastGpu implements Ops {
  readonly #device: GpuDevice;
  readonly #engine: FastEngine;
  readonly #notice: (notice: GpuNotice) => void;
  #failed = false;

  constructor(device: GpuDevice, engine: FastEngine, notice: (notice: GpuNotice) => void) {
    this.#device = device;
    this.#engine = engine;
    this.#notice = notice;
  }

  product(left: FastTensor, right: FastTensor): Promise<FastTensor> {
    return this.#first(
      (gpu) => gpu.product(left.held(), right.held()),
      () => this.#engine.product(left, right),
    );
  }

  attention(
    query: FastTensor,
    key: FastTensor,
    value: FastTensor,
    options: AttentionOptions = {},
  ): Promise<FastTensor> {
    return this.#first(
      (gpu) => {
        const { heads, batch, before, after, mask, bias } = readAttention(options);
        return gpu.attention(query.held(), key.held(), value.held(), heads, batch, before, after, mask, bias);
      },
      () => this.#engine.attention(query, key, value, options),
    );
  }

  /** All of it on the device: only the output is read. */
  multiHeadAttention(x: FastTensor, projections: Projections, options: AttentionOptions = {}): Promise<FastTensor> {
    return this.#first(
      (gpu) => {
        const { heads, batch, before, after, mask, bias } = readAttention(options);
        const { query, key, value, output } = projections;
        const [q, k, v, o] = [query.held(), key.held(), value.held(), output.held()];
        return gpu.multiHeadAttention(x.held(), q, k, v, o, heads, batch, before, after, mask, bias);
      },
      () => attendByParts(this.#engine, x, projections, options),
    );
  }

  /** All of it on the device, as {@link FastGpu.multiHeadAttention}. */
  encode(encoder: FastEncoder, x: FastTensor, options: EncodeOptions = {}): Promise<FastTensor> {
    return this.#first(
      (gpu) => {
        const { heads, batch, causal, mask } = readEncode(options);
        return gpu.encode(encoder.held(), x.held(), heads, batch, causal, mask);
      },
      () => this.#engine.encode(encoder, x, options),
    );
  }

  windowAttention(query: FastTensor, key: FastTensor, value: FastTensor, options: WindowOptions): Promise<FastTensor> {
    return this.#first(
      () => Promise.reject(unsuited("there is no kernel for windows with gaps or global tokens")),
      () => this.#engine.windowAttention(query, key, value, options),
    );
  }

  hashAttention(
    queryKey: FastTensor,
    value: FastTensor,
    rotations: FastTensor,
    options: HashOptions,
  ): Promise<FastTensor> {
    return this.#first(
      (gpu) => {
        const { heads, rounds, chunkLength, factors, causal } = readHash(options);
        const [q, v, r] = [queryKey.held(), value.held(), rotations.held()];
        return gpu.hashAttention(q, v, r, heads, rounds, chunkLength, factors, causal);
      },
      () => this.#engine.hashAttention(queryKey, value, rotations, options),
    );
  }

  convolve(
    graph: FastGraph,
    x: FastTensor | FastSparse,
    w: FastTensor,
    options: ConvolutionOptions = {},
  ): Promise<FastTensor> {
    const { bias, relu = false } = options;
    return this.#first(
      (gpu) =>
        x instanceof FastSparse
          ? gpu.convolveSparse(graph.held(), x.held(), w.held(), bias, relu)
          : gpu.convolve(graph.held(), x.held(), w.held(), bias, relu),
      () => this.#engine.convolve(graph, x, w, options),
    );
  }

  attendToNeighbors(
    graph: FastGraph,
    x: FastTensor,
    w: FastTensor,
    attentionSource: FastTensor,
    attentionTarget: FastTensor,
    negativeSlope = 0.2,
  ): Promise<FastTensor> {
    return this.#first(
      (gpu) => {
        const [source, target] = [attentionSource.held(), attentionTarget.held()];
        return gpu.attendToNeighbors(graph.held(), x.held(), w.held(), source, target, negativeSlope);
      },
      () => this.#engine.attendToNeighbors(graph, x, w, attentionSource, attentionTarget, negativeSlope),
    );
  }

  layerNorm(x: FastTensor, options: NormOptions = {}): Promise<FastTensor> {
    const { gamma, beta, epsilon = 1e-5 } = options;
    return this.#first(
      (gpu) => gpu.layerNorm(x.held(), gamma, beta, epsilon),
      () => this.#engine.layerNorm(x, options),
    );
  }

  feedForward(x: FastTensor, weights: FeedForwardWeights): Promise<FastTensor> {
    const { w1, b1, w2, b2 } = weights;
    return this.#first(
      (gpu) =>
        w1 instanceof FastTensor && w2 instanceof FastTensor
          ? gpu.feedForward(x.held(), w1.held(), b1, w2.held(), b2)
          : Promise.reject(unsuited("the weights were laid out for SIMD")),
      () => this.#engine.feedForward(x, weights),
    );
  }

  async #first(
    ask: (gpu: HeldProcessor) => Promise<HeldTensor>,
    instead: () => FastTensor | Promise<FastTensor>,
  ): Promise<FastTensor> {
    // After a failure the rest of the run waits for no GPU again.
    if (this.#failed) return instead();
    try {
      return new FastTensor(await this.#device.use(ask));
    } catch (thrown) {
      if (!isOfGpu(thrown)) throw thrown;
      this.#failed = thrown.code !== "gpu-unsuited";
      this.#notice({ code: thrown.code, reason: reasonOfGpu(thrown) });
      return instead();
    }
  }
}

function unsuited(reason: string): AttographError {
  return new AttographError("gpu-unsuited", reason, { reason });
}
