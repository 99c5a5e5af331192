import { reading } from "../../errors.js";
import type { Variant } from "../../probe.js";
import { wholeNumber } from "../../refuse.js";
import { copy, vector } from "../arrays.js";
import { DISPOSE } from "../handle.js";
import { type AttentionOptions, type ConvolutionOptions, MAX_U32, readAttention, readShape } from "../options.js";
import type { Crew, Deeds } from "./crew.js";
import { type Cuts, cutEvenly, cutQueries } from "./cuts.js";
import { type Place, PoolGraph, PoolTensor, PoolWeights, placeOf } from "./handle.js";
import type { Size } from "./workshop.js";

/**
 * The kernels of {@link FastEngine} on several cores: every worker has an instance of its own and computes some rows of each result. Numbers are those of one
 * engine, to the bit.
 *
 * What is uploaded is whole in every worker. A result is split by rows; where it becomes an operand that every worker needs as a whole (any but the left factor
 * of a product), its parts are first exchanged, once.
 */
export class FastPool {
  /** Which WebAssembly file runs. */
  readonly wasm: Variant;
  readonly #crew: Crew;
  #handles = 0;

  /** @internal */
  constructor(crew: Crew, wasm: Variant) {
    this.#crew = crew;
    this.wasm = wasm;
  }

  /** How many workers. */
  get workers(): number {
    return this.#crew.size;
  }

  /** Whether the workers have ended: disposed of, lost, or stopped by a trap. */
  get ended(): boolean {
    return this.#crew.ended;
  }

  /** How many bytes the memories of all workers have together; they never shrink. */
  async memory(): Promise<number> {
    const bytes = await this.#crew.all("memory", () => []);
    return bytes.reduce((sum, more) => sum + more, 0);
  }

  /** Copies a matrix into every worker, row by row. */
  async tensor(shape: readonly [number, number], data: Float32Array | readonly number[]): Promise<PoolTensor> {
    const size = readShape(shape);
    const numbers = data instanceof Float32Array ? data : reading(() => Float32Array.from(data));
    const handle = await this.#kept((to) => this.#crew.all("tensor", () => [to, size, copy(numbers)]));
    return new PoolTensor(this.#crew, place(handle), size);
  }

  /** Lays a right factor out for many products. */
  async weights(matrix: PoolTensor): Promise<PoolWeights> {
    const from = await this.#whole("matrix", matrix);
    const handle = await this.#kept((to) => this.#crew.all("weights", () => [to, from]));
    return new PoolWeights(this.#crew, place(handle));
  }

  /** Normalizes a graph, as {@link FastEngine.graph}; each worker keeps the rows of some targets, with about as many messages as any other's. */
  async graph(
    nodes: number,
    messages: Uint32Array,
    { weights, selfLoops = true }: { readonly weights?: Float32Array; readonly selfLoops?: boolean } = {},
  ): Promise<PoolGraph> {
    const count = wholeNumber("nodes", nodes, 0, MAX_U32);
    const ends = vector("messages", messages, Uint32Array);
    const own = weights && vector("weights", weights, Float32Array);
    const parts = this.workers;
    let facts: { nodes: number; messages: number; cuts: Iterable<number> } = { nodes: 0, messages: 0, cuts: [] };
    const handle = await this.#kept(async (to) => {
      const made = await this.#crew.all("graph", (part) => [
        to,
        count,
        copy(ends),
        own && copy(own),
        Boolean(selfLoops),
        part,
        parts,
      ]);
      facts = made[0] ?? facts;
    });
    return new PoolGraph(this.#crew, { handle, cuts: [...facts.cuts], disposed: false }, facts);
  }

  /** A · B. */
  async product(left: PoolTensor, right: PoolTensor | PoolWeights): Promise<PoolTensor> {
    const laidOut = right instanceof PoolWeights;
    const factor = laidOut
      ? placeOf(this.#crew, "right", right, PoolWeights).handle
      : await this.#whole("right", right);
    // Each worker takes the rows that it has.
    const { handle, cuts } = placeOf(this.#crew, "left", left, PoolTensor);
    const spans = cuts ? null : cutEvenly(left.shape[0], this.workers);
    return this.#compute("product", cuts ?? spans ?? [], (to, worker) => [
      to,
      handle,
      factor,
      laidOut,
      spans && span(spans, worker),
    ]);
  }

  /** softmax(Q Kᵀ/√d + bias, where seen) V, for each head of each sequence. */
  async attention(
    query: PoolTensor,
    key: PoolTensor,
    value: PoolTensor,
    options: AttentionOptions = {},
  ): Promise<PoolTensor> {
    const order = readAttention(options);
    const mask = order.mask && vector("mask", order.mask, Uint8Array);
    const bias = order.bias && vector("bias", order.bias, Float32Array);
    const [q, k, v] = await this.#wholes({ query, key, value });
    const cuts = cutQueries(query.shape[0], key.shape[0], order, this.workers);
    return this.#compute("attention", cuts, (to, worker) => {
      const own = { ...order, mask: mask && copy(mask), bias: bias && copy(bias) };
      return [to, q, k, v, own, span(cuts, worker)];
    });
  }

  /** What every node hears: Ŝ X. */
  async propagate(graph: PoolGraph, x: PoolTensor): Promise<PoolTensor> {
    return this.#spread(graph, x, undefined, false);
  }

  /** Ŝ X W + b, in the cheaper order, and its ReLU if asked. */
  async convolve(
    graph: PoolGraph,
    x: PoolTensor,
    w: PoolTensor,
    options: ConvolutionOptions = {},
  ): Promise<PoolTensor> {
    const { bias, relu = false } = reading(() => ({ ...options }));
    const b = bias && vector("bias", bias, Float32Array);
    const [features, projection] = await this.#wholes({ x, w });
    const { handle, cuts } = this.#split(graph);
    // The order that one engine chooses.
    if (x.shape[1] <= w.shape[1]) {
      return this.#compute("convolve", cuts, (to) => [to, handle, features, projection, b && copy(b), Boolean(relu)]);
    }
    const spans = cutEvenly(graph.nodes, this.workers);
    const transformed = await this.#compute("transform", spans, (to, worker) => [
      to,
      handle,
      features,
      projection,
      b && copy(b),
      span(spans, worker),
    ]);
    try {
      return await this.#spread(graph, transformed, b, Boolean(relu));
    } finally {
      transformed.dispose();
    }
  }

  /** Graph attention over the sources that each node hears; attention vectors are [heads, width]. */
  async attendToNeighbors(
    graph: PoolGraph,
    x: PoolTensor,
    w: PoolTensor,
    attentionSource: PoolTensor,
    attentionTarget: PoolTensor,
    negativeSlope = 0.2,
  ): Promise<PoolTensor> {
    const slope = reading(() => Number(negativeSlope));
    const [features, projection, source, target] = await this.#wholes({ x, w, attentionSource, attentionTarget });
    const { handle, cuts } = this.#split(graph);
    const spans = cutEvenly(graph.nodes, this.workers);
    const transformed = await this.#compute("transformForAttention", spans, (to, worker) => [
      to,
      handle,
      features,
      projection,
      source,
      target,
      span(spans, worker),
    ]);
    try {
      const whole = await this.#whole("x", transformed);
      return await this.#compute("listen", cuts, (to, worker) => {
        const first = cuts[worker] ?? 0;
        return [to, handle, first, whole, projection, source, target, slope];
      });
    } finally {
      transformed.dispose();
    }
  }

  /** Ends the workers; what they hold is gone, and what is under way ends with the code `disposed`. */
  dispose(): void {
    this.#crew.close();
  }

  /** As {@link FastPool.dispose}. */
  [DISPOSE](): void {
    this.dispose();
  }

  async #spread(graph: PoolGraph, x: PoolTensor, bias: Float32Array | undefined, relu: boolean): Promise<PoolTensor> {
    const features = await this.#whole("x", x);
    const { handle, cuts } = this.#split(graph);
    return this.#compute("propagate", cuts, (to) => [to, handle, features, bias && copy(bias), relu]);
  }

  #split(graph: PoolGraph): { readonly handle: number; readonly cuts: Cuts } {
    const { handle, cuts } = placeOf(this.#crew, "graph", graph, PoolGraph);
    return { handle, cuts: cuts ?? [] };
  }

  /** Has every worker compute its rows of a result. */
  async #compute<Name extends Kernel>(
    deed: Name,
    cuts: Cuts,
    given: (to: number, worker: number) => Deeds[Name],
  ): Promise<PoolTensor> {
    let columns = 0;
    const handle = await this.#kept(async (to) => {
      const sizes: readonly Size[] = await this.#crew.all(deed, (worker) => given(to, worker));
      columns = sizes[0]?.[1] ?? 0;
    });
    return new PoolTensor(this.#crew, { handle, cuts, disposed: false }, [cuts.at(-1) ?? 0, columns]);
  }

  /** Makes something in every worker, or leaves nothing of it in any. */
  async #kept(make: (to: number) => Promise<unknown>): Promise<number> {
    const to = ++this.#handles;
    try {
      await make(to);
      return to;
    } catch (thrown) {
      this.#crew.free(to);
      throw thrown;
    }
  }

  /** The numbers of operands that every worker has as a whole, once it has them. */
  async #wholes(operands: Readonly<Record<string, PoolTensor>>): Promise<[number, number, number, number]> {
    const named = Object.entries(operands);
    for (const [input, tensor] of named) placeOf(this.#crew, input, tensor, PoolTensor);
    await Promise.all(named.map(([input, tensor]) => this.#whole(input, tensor)));
    // One of them may have been disposed of meanwhile.
    const [a = 0, b = 0, c = 0, d = 0] = named.map(
      ([input, tensor]) => placeOf(this.#crew, input, tensor, PoolTensor).handle,
    );
    return [a, b, c, d];
  }

  async #whole(input: string, tensor: PoolTensor): Promise<number> {
    const place = placeOf(this.#crew, input, tensor, PoolTensor);
    if (place.cuts) {
      place.assembling ??= this.#assemble(place, place.cuts, tensor.shape).finally(() => {
        place.assembling = undefined;
      });
      await place.assembling;
    }
    return placeOf(this.#crew, input, tensor, PoolTensor).handle;
  }

  /** Exchanges the parts of a tensor, so that every worker has all of it. */
  async #assemble(place: Place, cuts: Cuts, shape: Size): Promise<void> {
    const old = place.handle;
    const parts = await this.#crew.all("read", () => [old]);
    const last = this.workers - 1;
    const handle = await this.#kept((to) =>
      this.#crew.all("assemble", (worker) => {
        // Its last receiver takes a part as it is, all others a copy.
        const others = parts.flatMap((numbers, from): [number, Float32Array][] => {
          if (from === worker) return [];
          const isLast = worker === (from === last ? last - 1 : last);
          return [[cuts[from] ?? 0, isLast ? numbers : copy(numbers)]];
        });
        return [to, shape, old, cuts[worker] ?? 0, others];
      }),
    );
    this.#crew.free(old);
    if (place.disposed) return this.#crew.free(handle);
    place.handle = handle;
    place.cuts = null;
  }
}

/** What the workers compute a result by. */
type Kernel = "product" | "attention" | "propagate" | "convolve" | "transform" | "transformForAttention" | "listen";

const place = (handle: number): Place => ({ handle, cuts: null, disposed: false });

const span = (cuts: Cuts, worker: number): readonly [number, number] => [cuts[worker] ?? 0, cuts[worker + 1] ?? 0];
