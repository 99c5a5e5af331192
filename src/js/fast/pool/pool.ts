import { reading } from "../../errors.js";
import type { Variant } from "../../probe.js";
import type { PartName } from "../codes.js";
import { DISPOSE } from "../dispose.js";
import { type Call, MAX_U32, type Owner, readNumbers, readShape } from "../fields.js";
import { OPERANDS, OPERATIONS, type OperationName } from "../operations.js";
import type { AttentionOptions, ConvolutionOptions, GraphOptions } from "../options.js";
import { type Cuts, cutEvenly, cutQueries, type Seen } from "./cuts.js";
import { PoolGraph, type PoolPlace, PoolTensor, PoolWeights, poolHandleOf } from "./handle.js";
import type { Size, Span } from "./jobs.js";
import type { Workers } from "./workers.js";

/** What a worker needs for its part of a result. */
interface Part {
  readonly operands: Readonly<Record<string, number>>;
  readonly options: Call;
  /** All rows that it has where it is left out. */
  readonly span?: Span;
}

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
  readonly #workers: Workers;
  readonly #owner: Owner;
  #handles = 0;

  /** @internal */
  constructor(workers: Workers, wasm: Variant) {
    this.#workers = workers;
    this.#owner = { operand: (input, value, kind) => poolHandleOf(workers, input, value, kind) };
    this.wasm = wasm;
  }

  /** How many workers. */
  get workers(): number {
    return this.#workers.size;
  }

  /** Whether the workers have ended: disposed of, lost, or stopped by a trap. */
  get ended(): boolean {
    return this.#workers.ended;
  }

  /** How many bytes the memories of all workers have together; they never shrink. */
  async memory(): Promise<number> {
    const bytes = await this.#workers.all("memory", () => []);
    return bytes.reduce((sum, more) => sum + more, 0);
  }

  /** Copies a matrix into every worker, row by row. */
  async tensor(shape: readonly [number, number], data: Float32Array | readonly number[]): Promise<PoolTensor> {
    const size = reading(() => readShape("shape", shape));
    const numbers = reading(() => readNumbers(size, data));
    const handle = await this.#kept((to) => this.#workers.all("tensor", () => [to, size, numbers.slice()]));
    return new PoolTensor(this.#workers, place(handle), size);
  }

  /** Lays a right factor out for many products. */
  async weights(matrix: PoolTensor): Promise<PoolWeights> {
    const call = reading(() => OPERANDS.weights([matrix], this.#owner));
    const from = await this.#whole(call.matrix as PoolTensor);
    const handle = await this.#kept((to) => this.#workers.all("weights", () => [to, from]));
    return new PoolWeights(this.#workers, place(handle));
  }

  /** Normalizes a graph, as {@link FastEngine.graph}; each worker keeps the rows of some targets, with about as many messages as any other's. */
  async graph(nodes: number, messages: Uint32Array, options?: GraphOptions): Promise<PoolGraph> {
    const call = reading(() => OPERANDS.graph([nodes, messages, options], this.#owner));
    const parts = this.workers;
    let facts: { nodes: number; messages: number; cuts: Iterable<number> } = { nodes: 0, messages: 0, cuts: [] };
    const handle = await this.#kept(async (to) => {
      const made = await this.#workers.all("graph", (part) => [to, copied(call), part, parts]);
      facts = made[0] ?? facts;
    });
    return new PoolGraph(this.#workers, { handle, cuts: [...facts.cuts], disposed: false }, facts);
  }

  /** A · B. */
  async product(left: PoolTensor, right: PoolTensor | PoolWeights): Promise<PoolTensor> {
    const call = this.#read<Multiplied>("product", [left, right]);
    const factor = await this.#whole(call.right);
    // Each worker takes the rows that it has.
    const { handle, cuts } = call.left.placeIn(this.#workers);
    const spans = cuts ? null : cutEvenly(call.left.shape[0], this.workers);
    return this.#compute("product", cuts ?? spans ?? [], (worker) => ({
      operands: { left: handle, right: factor },
      options: {},
      ...(spans && { span: spanOf(spans, worker) }),
    }));
  }

  /** softmax(Q Kᵀ/√d + bias, where seen) V, for each head of each sequence. */
  async attention(
    query: PoolTensor,
    key: PoolTensor,
    value: PoolTensor,
    options?: AttentionOptions,
  ): Promise<PoolTensor> {
    const call = this.#read<Attended>("attention", [query, key, value, options]);
    const { query: rows, key: seen, value: values, ...read } = call;
    const operands = await this.#wholes({ query: rows, key: seen, value: values });
    const cuts = cutQueries(rows.shape[0], seen.shape[0], read, this.workers);
    return this.#compute("attention", cuts, (worker) => ({
      operands,
      options: read,
      span: spanOf(cuts, worker),
    }));
  }

  /** What every node hears: Ŝ X. */
  async propagate(graph: PoolGraph, x: PoolTensor): Promise<PoolTensor> {
    const { graph: on, x: features } = this.#read<Convolved>("propagate", [graph, x]);
    return this.#spread(on, features, {});
  }

  /** Ŝ X W + b, in the cheaper order, and its ReLU if asked. */
  async convolve(graph: PoolGraph, x: PoolTensor, w: PoolTensor, options?: ConvolutionOptions): Promise<PoolTensor> {
    const call = this.#read<Convolved>("convolve", [graph, x, w, options]);
    const { graph: on, x: features, w: projection, ...read } = call;
    const whole = await this.#wholes({ x: features, w: projection });
    const { handle, cuts } = this.#split(on);
    const operands = { ...whole, graph: handle };
    // The order that one engine chooses.
    if (features.shape[1] <= projection.shape[1]) {
      return this.#compute("convolve", cuts, () => ({ operands, options: read }));
    }
    const spans = cutEvenly(on.nodes, this.workers);
    const transformed = await this.#compute("transform", spans, (worker) => ({
      operands,
      options: read,
      span: spanOf(spans, worker),
    }));
    try {
      return await this.#spread(on, transformed, read);
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
    negativeSlope?: number,
  ): Promise<PoolTensor> {
    const given = [graph, x, w, attentionSource, attentionTarget, negativeSlope];
    const call = this.#read<Attending>("attendToNeighbors", given);
    const { graph: on, negativeSlope: slope, ...tensors } = call;
    const whole = await this.#wholes(tensors);
    const { handle, cuts } = this.#split(on);
    const operands = { ...whole, graph: handle };
    const spans = cutEvenly(on.nodes, this.workers);
    const transformed = await this.#compute("transformForAttention", spans, (worker) => ({
      operands,
      options: { negativeSlope: slope },
      span: spanOf(spans, worker),
    }));
    try {
      const heard = { ...operands, x: await this.#whole(transformed) };
      return await this.#compute("listen", cuts, (worker) => ({
        operands: heard,
        options: { negativeSlope: slope },
        span: spanOf(cuts, worker),
      }));
    } finally {
      transformed.dispose();
    }
  }

  /** Ends the workers; what they hold is gone, and what is under way ends with the code `disposed`. */
  dispose(): void {
    this.#workers.close();
  }

  /** As {@link FastPool.dispose}. */
  [DISPOSE](): void {
    this.dispose();
  }

  #read<Read>(name: OperationName, given: readonly unknown[]): Read {
    return reading(() => OPERATIONS[name].read(given, this.#owner)) as Read;
  }

  async #spread(graph: PoolGraph, x: PoolTensor, options: Call): Promise<PoolTensor> {
    const features = await this.#whole(x);
    const { handle, cuts } = this.#split(graph);
    return this.#compute("propagate", cuts, () => ({ operands: { graph: handle, x: features }, options }));
  }

  #split(graph: PoolGraph): { readonly handle: number; readonly cuts: Cuts } {
    const { handle, cuts } = graph.placeIn(this.#workers);
    return { handle, cuts: cuts ?? [] };
  }

  /** Has every worker compute its rows of a result. */
  async #compute(name: OperationName | PartName, cuts: Cuts, part: (worker: number) => Part): Promise<PoolTensor> {
    let columns = 0;
    const handle = await this.#kept(async (to) => {
      const sizes: readonly Size[] = await this.#workers.all("compute", (worker) => {
        const { operands, options, span = [0, MAX_U32] } = part(worker);
        return [to, { name, span, operands, options: copied(options) }];
      });
      columns = sizes[0]?.[1] ?? 0;
    });
    return new PoolTensor(this.#workers, { handle, cuts, disposed: false }, [cuts.at(-1) ?? 0, columns]);
  }

  /** Makes something in every worker, or leaves nothing of it in any. */
  async #kept(make: (to: number) => Promise<unknown>): Promise<number> {
    const to = ++this.#handles;
    try {
      await make(to);
      return to;
    } catch (thrown) {
      this.#workers.free(to);
      throw thrown;
    }
  }

  /** The numbers of operands that every worker has as a whole, once it has them. */
  async #wholes<Name extends string>(operands: Readonly<Record<Name, PoolTensor>>): Promise<Record<Name, number>> {
    const named = Object.entries<PoolTensor>(operands);
    await Promise.all(named.map(([, tensor]) => this.#whole(tensor)));
    // One of them may have been disposed of meanwhile.
    const numbers = named.map(([input, tensor]) => [input, tensor.placeIn(this.#workers).handle]);
    return Object.fromEntries(numbers) as Record<Name, number>;
  }

  async #whole(operand: PoolTensor | PoolWeights): Promise<number> {
    const place = operand.placeIn(this.#workers);
    if (place.cuts && operand instanceof PoolTensor) {
      place.assembling ??= this.#assemble(place, place.cuts, operand.shape).finally(() => {
        place.assembling = undefined;
      });
      await place.assembling;
    }
    return operand.placeIn(this.#workers).handle;
  }

  /** Exchanges the parts of a tensor, so that every worker has all of it. */
  async #assemble(place: PoolPlace, cuts: Cuts, shape: Size): Promise<void> {
    const old = place.handle;
    const parts = await this.#workers.all("read", () => [old]);
    const last = this.workers - 1;
    const handle = await this.#kept((to) =>
      this.#workers.all("assemble", (worker) => {
        // Its last receiver takes a part as it is, all others a copy.
        const others = parts.flatMap((numbers, from): [number, Float32Array][] => {
          if (from === worker) return [];
          const isLast = worker === (from === last ? last - 1 : last);
          return [[cuts[from] ?? 0, isLast ? numbers : numbers.slice()]];
        });
        return [to, shape, old, cuts[worker] ?? 0, others];
      }),
    );
    this.#workers.free(old);
    if (place.disposed) return this.#workers.free(handle);
    place.handle = handle;
    place.cuts = null;
  }
}

interface Multiplied {
  readonly left: PoolTensor;
  readonly right: PoolTensor | PoolWeights;
}

type Attended = Record<"query" | "key" | "value", PoolTensor> & Seen & Call;

interface Convolved {
  readonly graph: PoolGraph;
  readonly x: PoolTensor;
  readonly w: PoolTensor;
}

type Attending = Convolved & {
  readonly attentionSource: PoolTensor;
  readonly attentionTarget: PoolTensor;
  readonly negativeSlope: number;
};

const place = (handle: number): PoolPlace => ({ handle, cuts: null, disposed: false });

const spanOf = (cuts: Cuts, worker: number): Span => [cuts[worker] ?? 0, cuts[worker + 1] ?? 0];

/** A call whose arrays have memory of their own, to be handed over. */
const copied = (call: Call): Call =>
  Object.fromEntries(
    Object.entries(call).map(([name, value]) => [
      name,
      ArrayBuffer.isView(value) ? (value as Float32Array | Uint32Array | Uint8Array).slice() : value,
    ]),
  );
