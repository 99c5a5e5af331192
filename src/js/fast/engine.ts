import { Machine } from "../machine.js";
import type { Variant } from "../probe.js";
import { type Codes, codesOf } from "./codes.js";
import { type Owner, readMatrix, readShape } from "./fields.js";
import { createGlue, type FastGlue, type Processor } from "./glue.js";
import {
  FastEncoder,
  FastGraph,
  type FastHandles,
  FastSparse,
  FastTensor,
  FastWeights,
  type Held,
  type Home,
  handleOf,
  lost,
  numberIn,
  type Place,
} from "./handle.js";
import { OPERANDS, OPERATIONS, OWN } from "./operations.js";
import { type OperationName, type Operations, operationsBy } from "./ops.js";
import type { EncoderWeights, GraphOptions } from "./options.js";

type EngineOperations = Operations<FastHandles, FastTensor>;

/** Kernels in f32 for inputs of real size. What they take and give stays in WebAssembly's memory until it is read or disposed of. */
export class FastEngine extends operationsBy<EngineOperations, FastTensor>(OWN) {
  /** Which WebAssembly file runs. */
  readonly wasm: Variant;
  readonly #home: Home;
  readonly #owner: Owner<number>;
  readonly #codes: Codes;

  /** @internal */
  constructor(module: WebAssembly.Module, wasm: Variant) {
    super();
    const home: Home = { machine: new Machine(module, createGlue), newest: null };
    this.#home = home;
    this.#owner = { operand: (input, value, kind) => numberIn(home, handleOf(input, value, kind)) };
    this.#codes = home.machine.call(codesOf);
    this.wasm = wasm;
  }

  /** How many bytes this engine's memory has; it never shrinks. */
  get memory(): number {
    return this.#home.machine.memory;
  }

  /** Copies a matrix in, row by row. */
  tensor(shape: readonly [number, number], data: Float32Array | readonly number[]): FastTensor {
    const { size, numbers } = readMatrix(shape, data);
    return new FastTensor(
      this.#place("tensor", (glue) => glue.tensor(...size, numbers)),
      size,
    );
  }

  /** Lays a right factor out for many products. */
  weights(matrix: FastTensor): FastWeights {
    return new FastWeights(this.#make("weights", [matrix]));
  }

  /** Normalizes a graph: D̂^-½ (A + I) D̂^-½. Messages are pairs of source and target, one after the other; an undirected edge is two. */
  graph(nodes: number, messages: Uint32Array, options?: GraphOptions): FastGraph {
    return new FastGraph(this.#make("graph", [nodes, messages, options]));
  }

  /** Keeps values at places, pairs of row and column. */
  sparse(shape: readonly [number, number], places: Uint32Array, values: Float32Array): FastSparse {
    return new FastSparse(this.#make("sparse", [...readShape(shape), places, values]));
  }

  /** Lays the weights of an encoder layer out. */
  encoder(weights: EncoderWeights): FastEncoder {
    return new FastEncoder(this.#make("encoder", [weights]));
  }

  /** @internal Computes with the SIMD kernels. */
  override run(name: OperationName, given: readonly unknown[]): FastTensor {
    // −1 crosses as the largest index.
    return this.rows(name, given, 0, -1);
  }

  /** @internal Computes the rows of a product or of attention from `first` to before `end`. */
  rows(name: OperationName, given: readonly unknown[], first: number, end: number): FastTensor {
    const { operands: by, options } = OPERATIONS[name].read(given, this.#owner);
    const code = this.#codes[name];
    // One by one they cross faster than spread: a twelfth of the time of a small product.
    return this.ask((glue) =>
      this.#tensor(glue, glue.compute(code, first, end, options, by[0], by[1], by[2], by[3], by[4])),
    );
  }

  /** @internal Makes a matrix of zeros. */
  blank([rows, columns]: readonly [number, number]): FastTensor {
    return this.ask((glue) => this.#tensor(glue, glue.blank(rows, columns)));
  }

  /** @internal Copies rows into a matrix, from row `first` on. */
  place(whole: FastTensor, first: number, rows: FastTensor): void {
    const number = this.#owner.operand("tensor", whole, "tensor");
    this.ask((glue) => glue.place(number, first, rows.read()));
  }

  /** @internal Counts the instances: what lived in one does not live in the next. */
  get generation(): number {
    return this.#home.machine.generation;
  }

  /** @internal Calls into the present instance. */
  ask<T>(question: (glue: FastGlue) => T): T {
    return this.#home.machine.call(question);
  }

  /** @internal Has a graphics processor compute an operation. What the platform throws at once is thrown, not promised. */
  submit(processor: Processor, name: OperationName, given: readonly unknown[]): Promise<FastTensor> {
    const { operands, options } = OPERATIONS[name].read(given, this.#owner);
    const { generation } = this;
    const computing = this.ask(() => processor.compute(this.#codes[name], options, ...operands));
    return computing.then((number) => {
      if (generation === this.generation) return this.ask((glue) => this.#tensor(glue, number));
      throw lost();
    });
  }

  /** @internal Compares the result of an operation with f64 at some rows. */
  compare(name: OperationName, given: readonly unknown[], found: FastTensor, rows: number, gpu: boolean): Float64Array {
    const { operands, options } = OPERATIONS[name].read(given, this.#owner);
    const [code, result] = [this.#codes[name], this.#owner.operand("result", found, "tensor")];
    return this.ask((glue) => glue.check(code, result, rows, gpu, options, ...operands));
  }

  #make(name: keyof typeof OPERANDS, given: readonly unknown[]): Place {
    const { operands, options } = OPERANDS[name](given, this.#owner);
    return this.#place(name, (glue) => (glue[name] as (...parts: readonly unknown[]) => number)(...operands, options));
  }

  #place(held: Held, make: (glue: FastGlue) => number): Place {
    const number = this.ask(make);
    return { home: this.#home, generation: this.generation, number, held };
  }

  #tensor(glue: FastGlue, number: number): FastTensor {
    const place = { home: this.#home, generation: this.generation, number, held: "tensor" } as const;
    return new FastTensor(place, [glue.rows(number), glue.columns(number)]);
  }
}
