import { reading } from "../errors.js";
import { Machine } from "../machine.js";
import type { Variant } from "../probe.js";
import { type Codes, codesOf } from "./codes.js";
import { type Call, MAX_U32, type Owner, readNumbers, readShape } from "./fields.js";
import { createGlue, type FastGlue, type Processor } from "./glue.js";
import {
  FastEncoder,
  FastGraph,
  FastSparse,
  FastTensor,
  FastWeights,
  type Home,
  handleOf,
  lost,
  type Place,
} from "./handle.js";
import { OPERANDS, OPERATIONS, type OperationName } from "./operations.js";
import type { EncoderWeights, FeedForwardWeights, Ops } from "./ops.js";
import type {
  AttentionOptions,
  BlockOptions,
  ConvolutionOptions,
  EncodeOptions,
  GraphOptions,
  HashOptions,
  NormOptions,
  WindowOptions,
} from "./options.js";

/** Kernels in f32 for inputs of real size. What they take and give stays in WebAssembly's memory until it is read or disposed of. */
export class FastEngine implements Ops {
  /** Which WebAssembly file runs. */
  readonly wasm: Variant;
  readonly #home: Home;
  readonly #owner: Owner;
  readonly #codes: Codes;

  /** @internal */
  constructor(module: WebAssembly.Module, wasm: Variant) {
    const home: Home = { machine: new Machine(module, createGlue), newest: null };
    this.#home = home;
    this.#owner = { operand: (input, value, kind) => handleOf(input, value, kind).numberIn(home) };
    this.#codes = home.machine.call(codesOf);
    this.wasm = wasm;
  }

  /** How many bytes this engine's memory has; it never shrinks. */
  get memory(): number {
    return this.#home.machine.memory;
  }

  /** Copies a matrix in, row by row. */
  tensor(shape: readonly [number, number], data: Float32Array | readonly number[]): FastTensor {
    const size = reading(() => readShape("shape", shape));
    const numbers = reading(() => readNumbers(size, data));
    const place = this.#place((glue) => glue.tensor(...size, numbers));
    return new FastTensor(place, size);
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
    const [rows, columns] = reading(() => readShape("shape", shape));
    return new FastSparse(this.#make("sparse", [rows, columns, places, values]));
  }

  /** A · B. */
  product(left: FastTensor, right: FastTensor | FastWeights): FastTensor {
    return this.#compute("product", [left, right]);
  }

  /** softmax(Q Kᵀ/√d + bias, where seen) V, for each head of each sequence. */
  attention(query: FastTensor, key: FastTensor, value: FastTensor, options?: AttentionOptions): FastTensor {
    return this.#compute("attention", [query, key, value, options]);
  }

  /** Attention to neighbors, which may lie apart, and to global tokens, in the time that so many pairs take. */
  windowAttention(query: FastTensor, key: FastTensor, value: FastTensor, options: WindowOptions): FastTensor {
    return this.#compute("windowAttention", [query, key, value, options]);
  }

  /** Attention of blocks of queries to the blocks of keys that are listed, as pairs of both. */
  blockAttention(query: FastTensor, key: FastTensor, value: FastTensor, options: BlockOptions): FastTensor {
    return this.#compute("blockAttention", [query, key, value, options]);
  }

  /** LSH attention; rotations are [heads · rounds · width, sum of factors / 2]. */
  hashAttention(queryKey: FastTensor, value: FastTensor, rotations: FastTensor, options: HashOptions): FastTensor {
    return this.#compute("hashAttention", [queryKey, value, rotations, options]);
  }

  /** What every node hears: Ŝ X. */
  propagate(graph: FastGraph, x: FastTensor): FastTensor {
    return this.#compute("propagate", [graph, x]);
  }

  /** Ŝ X W + b, in the cheaper order, and its ReLU if asked. */
  convolve(graph: FastGraph, x: FastTensor | FastSparse, w: FastTensor, options?: ConvolutionOptions): FastTensor {
    return this.#compute("convolve", [graph, x, w, options]);
  }

  /** Graph attention over the sources that each node hears; attention vectors are [heads, width]. The slope is that of LeakyReLU below 0, 0.2 by default. */
  attendToNeighbors(
    graph: FastGraph,
    x: FastTensor,
    w: FastTensor,
    attentionSource: FastTensor,
    attentionTarget: FastTensor,
    negativeSlope?: number,
  ): FastTensor {
    return this.#compute("attendToNeighbors", [graph, x, w, attentionSource, attentionTarget, negativeSlope]);
  }

  /** The layer norm of every row. */
  layerNorm(x: FastTensor, options?: NormOptions): FastTensor {
    return this.#compute("layerNorm", [x, options]);
  }

  /** ReLU(X W₁ + b₁) W₂ + b₂. */
  feedForward(x: FastTensor, weights: FeedForwardWeights): FastTensor {
    return this.#compute("feedForward", [x, weights]);
  }

  /** Lays the weights of an encoder layer out. */
  encoder(weights: EncoderWeights): FastEncoder {
    return new FastEncoder(this.#make("encoder", [weights]));
  }

  /** Runs an encoder layer on every sequence. */
  encode(encoder: FastEncoder, x: FastTensor, options?: EncodeOptions): FastTensor {
    return this.#compute("encode", [encoder, x, options]);
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
    const call = this.#read(name, given);
    const { generation } = this;
    const computing = this.ask(() => processor.compute(this.#codes[name], call));
    return computing.then((number) => {
      if (generation === this.generation) return this.ask((glue) => this.#tensor(glue, number));
      throw lost();
    });
  }

  /** @internal Compares the result of an operation with f64 at some rows. */
  compare(name: OperationName, given: readonly unknown[], found: FastTensor, rows: number, gpu: boolean): Float64Array {
    const call = this.#read(name, given);
    return this.ask((glue) => glue.check(this.#codes[name], call, found.numberIn(this.#home), rows, gpu));
  }

  #compute(name: OperationName, given: readonly unknown[]): FastTensor {
    const call = this.#read(name, given);
    const code = this.#codes[name];
    return this.ask((glue) => this.#tensor(glue, glue.compute(code, call, 0, MAX_U32)));
  }

  #make(name: keyof typeof OPERANDS, given: readonly unknown[]): Place {
    const call = reading(() => OPERANDS[name](given, this.#owner));
    return this.#place((glue) => glue[name](call));
  }

  #read(name: OperationName, given: readonly unknown[]): Call {
    return reading(() => OPERATIONS[name].read(given, this.#owner));
  }

  #place(make: (glue: FastGlue) => number): Place {
    const number = this.ask(make);
    return { home: this.#home, generation: this.generation, number };
  }

  #tensor(glue: FastGlue, number: number): FastTensor {
    const place = { home: this.#home, generation: this.generation, number };
    return new FastTensor(place, [glue.rows(number), glue.columns(number)]);
  }
}
