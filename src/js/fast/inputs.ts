import type { Given } from "../glue.js";
import type { FastEngine } from "./engine.js";
import type { FastEncoder, FastGraph, FastTensor } from "./handle.js";
import type { EncoderWeights } from "./options.js";

/** The inputs of one run; what was uploaded for it, or made on the way, is disposed of at its end. */
export class FastInputs {
  readonly #given: ReadonlyMap<string, Given>;
  readonly #handles: ReadonlyMap<string, FastTensor>;
  readonly #engine: FastEngine;
  readonly #twice: boolean;
  readonly #own: { dispose(): void }[] = [];
  readonly #read = new Set<string>();

  constructor(engine: FastEngine, given: readonly Given[], handles: ReadonlyMap<string, FastTensor>) {
    this.#engine = engine;
    this.#given = new Map(given.map((input) => [input.present ?? input.name, input]));
    this.#handles = new Map(
      given.flatMap(({ name, present = name }) => {
        const handle = handles.get(name);
        return handle ? [[present, handle]] : [];
      }),
    );
    this.#twice = this.#given.size < given.length;
  }

  /** Whether an input was given by its present and by its former name, which the f64 engine refuses. */
  get isGivenTwice(): boolean {
    return this.#twice;
  }

  /** The present names of all that was given. */
  names(): string[] {
    return [...this.#given.keys()];
  }

  /** Whether an input was asked for, by any of the methods below. */
  wasRead(name: string): boolean {
    return this.#read.has(name);
  }

  has(name: string): boolean {
    return this.#get(name) !== undefined;
  }

  /** A word, a number or a flag. */
  plain(name: string): string | number | boolean | undefined {
    const input = this.#get(name);
    return input?.word ?? input?.number ?? input?.flag;
  }

  number(name: string): number | undefined {
    return this.#get(name)?.number;
  }

  flag(name: string): boolean {
    return this.#get(name)?.flag ?? false;
  }

  /** The lengths of a tensor's axes. */
  shape(name: string): readonly number[] {
    const given = this.#get(name)?.shape ?? [];
    return this.#handles.get(name)?.shape ?? Array.from(given);
  }

  /** A matrix: the handle that was given, or an upload. */
  matrix(name: string): FastTensor {
    const [rows = 0, columns = 0] = this.shape(name);
    const handle = this.#handles.get(name);
    return handle ?? this.upload([rows, columns], this.numbers(name) ?? new Float32Array());
  }

  /** Several matrices. */
  matrices<const Names extends readonly string[]>(...names: Names): { readonly [Place in keyof Names]: FastTensor } {
    return names.map((name) => this.matrix(name)) as { readonly [Place in keyof Names]: FastTensor };
  }

  /** Uploads a matrix for this run. */
  upload(shape: readonly [number, number], data: Float32Array): FastTensor {
    return this.own(this.#engine.tensor(shape, data));
  }

  /** Keeps something for the length of this run. */
  own<T extends { dispose(): void }>(value: T): T {
    this.#own.push(value);
    return value;
  }

  /** The numbers of a tensor of these lengths, of any where null stands. Throws for another shape, which the f64 engine then names. */
  shaped(name: string, ...lengths: readonly (number | null)[]): Float32Array | undefined {
    const [numbers, shape] = [this.numbers(name), this.shape(name)];
    const fits =
      shape.length === lengths.length && lengths.every((length, axis) => (length ?? shape[axis]) === shape[axis]);
    if (numbers && !fits) throw new RangeError(`${name} has another shape`);
    return numbers;
  }

  /** The numbers of a tensor, in f32. */
  numbers(name: string): Float32Array | undefined {
    const data = this.#get(name)?.data;
    return this.#handles.get(name)?.read() ?? (data && new Float32Array(data));
  }

  /** A mask as bytes; null when it leaves a query without any key, which the f64 engine gives a notice of. */
  mask(name: string, causal: boolean, rows: number, columns: number): Uint8Array | undefined | null {
    const numbers = this.shaped(name, rows, columns);
    if (!numbers) return undefined;
    const mask = new Uint8Array(numbers.length);
    for (let i = 0; i < mask.length; i++) mask[i] = numbers[i] === 0 ? 0 : 1;
    for (let row = 0; row < rows; row++) {
      const seen = mask.subarray(row * columns, row * columns + (causal ? Math.min(row + 1, columns) : columns));
      if (!seen.includes(1)) return null;
    }
    return mask;
  }

  /** A graph without weights and double edges, normalized for this run; null for any other. */
  graph(name: string): FastGraph | null {
    const graph = this.#get(name);
    if (!graph?.data || graph.weights || graph.nodes === undefined) return null;
    const { nodes } = graph;
    const messages = new Set<number>();
    for (let i = 0; i + 1 < graph.data.length; i += 2) {
      const [source = 0, target = 0] = [graph.data[i], graph.data[i + 1]];
      const turned = target * nodes + source;
      if (messages.has(source * nodes + target) || (!graph.directed && messages.has(turned))) return null;
      messages.add(source * nodes + target);
      if (!graph.directed) messages.add(turned);
    }
    const ends = [...messages].flatMap((message) => [Math.floor(message / nodes), message % nodes]);
    return this.own(this.#engine.graph(nodes, Uint32Array.from(ends)));
  }

  /** Lays the weights of an encoder layer out for this run. */
  encoder(weights: EncoderWeights): FastEncoder {
    return this.own(this.#engine.encoder(weights));
  }

  #get(name: string): Given | undefined {
    this.#read.add(name);
    return this.#given.get(name);
  }

  dispose(): void {
    for (const value of this.#own) value.dispose();
  }
}
