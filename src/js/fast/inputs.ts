import type { Given } from "../glue.js";
import { MAX_ELEMENTS } from "../refuse.js";
import type { FastEngine } from "./engine.js";
import type { FastEncoder, FastGraph, FastTensor } from "./handle.js";
import type { EncoderWeights, GraphOptions } from "./options.js";

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
  graph(name: string, options?: GraphOptions): FastGraph | null {
    const graph = this.#get(name);
    if (!graph?.data || graph.weights || graph.nodes === undefined || graph.nodes > MAX_ELEMENTS) return null;
    const messages = messagesOf(graph.data, graph.nodes, graph.directed ?? false);
    return messages && this.own(this.#engine.graph(graph.nodes, messages, options));
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

/** The messages of edges, pairs of source and target; null if an edge is listed twice or names what is no node. */
function messagesOf(edges: Float64Array, nodes: number, directed: boolean): Uint32Array | null {
  const messages = new Uint32Array(directed ? edges.length : 2 * edges.length);
  // How many messages each node sends, behind each other: where those of the next begin.
  const ends = new Uint32Array(nodes + 1);
  let length = 0;
  for (let i = 0; i + 1 < edges.length; i += 2) {
    const [source, target] = [edges[i] as number, edges[i + 1] as number];
    // An index of an array is a whole number, and none that is too large.
    if (!(source < nodes && target < nodes) || ends[source] === undefined || ends[target] === undefined) return null;
    messages[length++] = source;
    messages[length++] = target;
    ends[source] = (ends[source] as number) + 1;
    if (directed || source === target) continue;
    messages[length++] = target;
    messages[length++] = source;
    ends[target] = (ends[target] as number) + 1;
  }
  const found = messages.subarray(0, length);
  return hasRepeats(found, ends) ? null : found;
}

/** Whether a message is listed twice. `counts` says how many each node sends, and is used up. */
function hasRepeats(messages: Uint32Array, counts: Uint32Array): boolean {
  let start = 0;
  for (let node = 0; node < counts.length; node++) {
    const count = counts[node] as number;
    counts[node] = start;
    start += count;
  }
  const targets = new Uint32Array(start);
  for (let i = 0; i < messages.length; i += 2) {
    const source = messages[i] as number;
    targets[counts[source] as number] = messages[i + 1] as number;
    counts[source] = (counts[source] as number) + 1;
  }
  // The source, counted from 1, that sent a node its last message so far.
  const heard = new Uint32Array(counts.length);
  for (let source = 0, place = 0; source < counts.length; source++) {
    for (; place < (counts[source] as number); place++) {
      const target = targets[place] as number;
      if (heard[target] === source + 1) return true;
      heard[target] = source + 1;
    }
  }
  return false;
}
