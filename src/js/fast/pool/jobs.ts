import { AttographError } from "../../errors.js";
import type { PlatformMemory, PlatformModule } from "../../platform.js";
import { type Codes, codesOf, type PartName } from "../codes.js";
import type { Operands, Options } from "../fields.js";
import { createGlue, type FastGlue } from "../glue.js";
import type { OperationName } from "../ops.js";

/** Rows and columns of what a worker made. */
export type Size = readonly [rows: number, columns: number];

/** Rows from the first to before the end. */
export type Span = readonly [first: number, end: number];

/** What one worker computes: rows of an operation's result, its operands by the pool's numbers, and its options. */
export interface Computation {
  readonly name: OperationName | PartName;
  readonly span: Span;
  readonly operands: Operands<number>;
  readonly options: Options | undefined;
}

/** The jobs of one worker. It has an instance, and knows what lives there by the pool's numbers. Every method is a job that the pool can send. */
export class Jobs {
  readonly #numbers = new Map<number, number>();
  #glue: FastGlue | null = null;
  #codes: Codes | null = null;
  #memory: PlatformMemory | null = null;

  open(module: PlatformModule): void {
    this.#glue = createGlue();
    this.#codes = codesOf(this.#glue);
    this.#memory = this.#glue.initSync({ module }).memory;
  }

  memory(): number {
    return this.#memory?.buffer.byteLength ?? 0;
  }

  tensor(to: number, [rows, columns]: Size, numbers: Float32Array): void {
    this.#numbers.set(to, this.#kernels.tensor(rows, columns, numbers));
  }

  weights(to: number, matrix: number): void {
    this.#numbers.set(to, this.#kernels.weights(this.#find(matrix)));
  }

  /** Keeps the block of the graph that is this worker's of `parts`; returns how many nodes and messages all have, and where the blocks are cut. */
  graph(
    to: number,
    options: Options,
    part: number,
    parts: number,
  ): { nodes: number; messages: number; cuts: Uint32Array } {
    const whole = this.#kernels.graph(options);
    try {
      const outline = this.#kernels.outline(whole, parts);
      const [nodes = 0, messages = 0] = outline;
      const cuts = outline.slice(2);
      this.#numbers.set(to, this.#kernels.block(whole, cuts[part] ?? 0, cuts[part + 1] ?? 0));
      return { nodes, messages, cuts };
    } finally {
      this.#kernels.free(whole);
    }
  }

  /** Computes some rows of a result. */
  compute(to: number, { name, span, operands, options }: Computation): Size {
    const kernels = this.#kernels;
    const found = operands.map((number) => number && this.#find(number)) as Operands<number>;
    const made = kernels.compute(this.#codes?.[name] ?? 0, ...span, options, ...found);
    this.#numbers.set(to, made);
    return [kernels.rows(made), kernels.columns(made)];
  }

  read(handle: number): Float32Array {
    return this.#kernels.read(this.#find(handle));
  }

  /** Makes a whole tensor of the part that this worker has, which begins at row `first`, and of those that others have. */
  assemble(
    to: number,
    [rows, columns]: Size,
    own: number,
    first: number,
    others: readonly [number, Float32Array][],
  ): void {
    const kernels = this.#kernels;
    const whole = kernels.blank(rows, columns);
    this.#numbers.set(to, whole);
    kernels.place(whole, first, kernels.read(this.#find(own)));
    for (const [row, numbers] of others) kernels.place(whole, row, numbers);
  }

  /** Gives something back; what is not there need not be. */
  free(handle: number): void {
    const number = this.#numbers.get(handle);
    if (number !== undefined) this.#kernels.free(number);
    this.#numbers.delete(handle);
  }

  get #kernels(): FastGlue {
    if (this.#glue) return this.#glue;
    throw new AttographError("trapped", "the worker has no instance", { reason: "not opened" });
  }

  #find(handle: number): number {
    const number = this.#numbers.get(handle);
    if (number !== undefined) return number;
    throw new AttographError("disposed", "this handle was disposed of");
  }
}
