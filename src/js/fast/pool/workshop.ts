import { AttographError } from "../../errors.js";
import { createGlue, type FastGlue, type Held, type HeldGraph, type HeldTensor, type HeldWeights } from "../glue.js";
import type { AttentionOrder } from "../options.js";

/** Rows and columns of what a worker made. */
export type Size = readonly [rows: number, columns: number];

/** Rows from the first to before the last. */
export type Span = readonly [first: number, end: number];

/** What lives in one worker: an instance, and what the pool knows by numbers of its own. Every method is something that the pool can ask for. */
export class Workshop {
  readonly #things = new Map<number, Held>();
  #glue: FastGlue | null = null;
  #memory: WebAssembly.Memory | null = null;

  open(module: WebAssembly.Module): void {
    this.#glue = createGlue();
    this.#memory = this.#glue.initSync({ module }).memory;
  }

  memory(): number {
    return this.#memory?.buffer.byteLength ?? 0;
  }

  tensor(to: number, [rows, columns]: Size, numbers: Float32Array): void {
    this.#keep(to, new this.#kernels.Tensor(rows, columns, numbers));
  }

  weights(to: number, matrix: number): void {
    this.#keep(to, new this.#kernels.Weights(this.#find(matrix)));
  }

  /** Keeps the block of the graph that is this worker's of `parts`; answers how many nodes and messages all have, and where the blocks are cut. */
  graph(
    to: number,
    nodes: number,
    messages: Uint32Array,
    weights: Float32Array | undefined,
    selfLoops: boolean,
    part: number,
    parts: number,
  ): { nodes: number; messages: number; cuts: Uint32Array } {
    const whole = new this.#kernels.Graph(nodes, messages, weights, selfLoops);
    try {
      const cuts = whole.cuts(parts);
      this.#keep(to, whole.block(cuts[part] ?? 0, cuts[part + 1] ?? 0));
      return { nodes: whole.nodes, messages: whole.messages, cuts };
    } finally {
      whole.free();
    }
  }

  /** Some rows of a product; without a span, of all the rows that this worker has of the left factor. */
  product(to: number, left: number, right: number, laidOut: boolean, span: Span | null): Size {
    const kernels = this.#kernels;
    const multiply = (rows: HeldTensor): HeldTensor =>
      laidOut
        ? kernels.weightedProduct(rows, this.#find<HeldWeights>(right))
        : kernels.product(rows, this.#find<HeldTensor>(right));
    const whole = this.#find<HeldTensor>(left);
    if (!span) return this.#keep(to, multiply(whole));
    const rows = whole.slice(...span);
    try {
      return this.#keep(to, multiply(rows));
    } finally {
      rows.free();
    }
  }

  attention(to: number, query: number, key: number, value: number, order: AttentionOrder, span: Span): Size {
    const { heads, batch, before, after, mask, bias } = order;
    const [q, k, v] = [this.#find<HeldTensor>(query), this.#find<HeldTensor>(key), this.#find<HeldTensor>(value)];
    return this.#keep(to, this.#kernels.attention(q, k, v, heads, batch, before, after, mask, bias, ...span));
  }

  propagate(to: number, graph: number, x: number, bias: Float32Array | undefined, relu: boolean): Size {
    return this.#keep(to, this.#kernels.propagate(this.#find(graph), this.#find(x), bias, relu));
  }

  convolve(to: number, graph: number, x: number, w: number, bias: Float32Array | undefined, relu: boolean): Size {
    return this.#keep(to, this.#kernels.convolve(this.#find(graph), this.#find(x), this.#find(w), bias, relu));
  }

  transform(to: number, graph: number, x: number, w: number, bias: Float32Array | undefined, span: Span): Size {
    return this.#keep(to, this.#kernels.transform(this.#find(graph), this.#find(x), this.#find(w), bias, ...span));
  }

  transformForAttention(
    to: number,
    graph: number,
    x: number,
    w: number,
    source: number,
    target: number,
    span: Span,
  ): Size {
    const [a, b] = [this.#find<HeldTensor>(source), this.#find<HeldTensor>(target)];
    const kernels = this.#kernels;
    return this.#keep(
      to,
      kernels.transformForAttention(this.#find(graph), this.#find(x), this.#find(w), a, b, ...span),
    );
  }

  listen(
    to: number,
    graph: number,
    first: number,
    transformed: number,
    w: number,
    source: number,
    target: number,
    negativeSlope: number,
  ): Size {
    const [h, a, b] = [
      this.#find<HeldTensor>(transformed),
      this.#find<HeldTensor>(source),
      this.#find<HeldTensor>(target),
    ];
    const heard = this.#kernels.listen(this.#find<HeldGraph>(graph), first, h, this.#find(w), a, b, negativeSlope);
    return this.#keep(to, heard);
  }

  read(handle: number): Float32Array {
    return this.#find<HeldTensor>(handle).read();
  }

  /** Makes a whole tensor of the part that this worker has, which begins at row `first`, and of those that others have. */
  assemble(
    to: number,
    [rows, columns]: Size,
    own: number,
    first: number,
    others: readonly [number, Float32Array][],
  ): void {
    const whole = this.#kernels.Tensor.blank(rows, columns);
    this.#keep(to, whole);
    whole.place(first, this.#find<HeldTensor>(own).read());
    for (const [row, numbers] of others) whole.place(row, numbers);
  }

  /** Gives something back; what is not there need not be. */
  free(handle: number): void {
    this.#things.get(handle)?.free();
    this.#things.delete(handle);
  }

  get #kernels(): FastGlue {
    if (this.#glue) return this.#glue;
    throw new AttographError("trapped", "the worker has no instance", { reason: "not opened" });
  }

  #find<T extends Held>(handle: number): T {
    const thing = this.#things.get(handle);
    if (thing) return thing as T;
    throw new AttographError("disposed", "this handle was disposed of");
  }

  #keep(to: number, thing: Held): Size {
    this.#things.set(to, thing);
    const { rows = 0, columns = 0 } = thing as Partial<HeldTensor>;
    return [rows, columns];
  }
}
