import {
  dataLength,
  each,
  isDetached,
  kindOf,
  MAX_ELEMENTS,
  refusal,
  tooLarge,
  wholeNumber,
  wrongType,
} from "./refuse.js";

/** A copy of a tensor, ready to cross. */
export interface FlatTensor {
  readonly shape: Uint32Array;
  readonly data: Float64Array;
}

/** More axes than any input has; ends the search in arrays that contain themselves. */
export const MAX_RANK = 8;

const EXPECTED = "a tensor: nested arrays of numbers, or { shape, data }";

/** Returns a copy of a tensor in any of the forms that an input may have. */
export function flatten(input: string, value: unknown): FlatTensor {
  if (isShaped(value)) return shaped(input, value.shape, value.data);
  const shape = nestedShape(input, value);
  const data = new Float64Array(countOf(input, shape));
  fill(input, value, shape, data);
  return { shape: Uint32Array.from(shape), data };
}

function isShaped(value: unknown): value is { shape: unknown; data: unknown } {
  return typeof value === "object" && value !== null && !isList(value) && "shape" in value && "data" in value;
}

function shaped(input: string, shape: unknown, data: unknown): FlatTensor {
  if (!isList(shape)) throw wrongType(`${input}.shape`, "a list of whole numbers", shape);
  if (shape.length > MAX_RANK) throw wrongType(`${input}.shape`, `a list of at most ${MAX_RANK} lengths`, shape);
  const lengths = each(shape, (length) => wholeNumber(`${input}.shape`, length, 0));
  if (!isList(data)) throw wrongType(`${input}.data`, "a list of numbers", data);
  // Before anything is copied: a list may claim any length.
  const expected = countOf(input, lengths);
  if (data.length !== expected) throw dataLength(input, expected, data.length);
  return { shape: Uint32Array.from(lengths), data: numbers(input, data) };
}

type List = ArrayLike<unknown>;

/** Returns whether a value is an array, or a typed array of numbers that f64 represents and that it still has. */
function isList(value: unknown): value is List {
  if (Array.isArray(value)) return true;
  const kind = kindOf(value);
  return kind !== undefined && !kind.startsWith("Big") && !isDetached(value);
}

function numbers(input: string, data: List): Float64Array {
  if (ArrayBuffer.isView(data)) return new Float64Array(data as unknown as ArrayLike<number>);
  const copy = new Float64Array(data.length);
  for (let i = 0; i < copy.length; i++) copy[i] = numberAt(input, data[i], [i]);
  return copy;
}

function numberAt(input: string, value: unknown, index: readonly number[]): number {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  throw wrongType(input, index.length === 0 ? EXPECTED : "a number", value, index);
}

/** Returns the lengths of the first array at each level; `fill` compares the others with them. */
function nestedShape(input: string, value: unknown): number[] {
  const shape: number[] = [];
  let inner = value;
  while (isList(inner)) {
    if (shape.length === MAX_RANK) throw wrongType(input, `nested at most ${MAX_RANK} levels deep`, inner);
    shape.push(inner.length);
    inner = inner[0];
  }
  return shape;
}

/** How many numbers a tensor of these lengths has. Throws `too-large`. */
export function countOf(input: string, shape: readonly number[]): number {
  // As in the library, empty rows count as well: visiting them takes time.
  const bound = shape.reduce((product, length) => product * Math.max(1, length), 1);
  if (bound > MAX_ELEMENTS) throw tooLarge(input, shape);
  return shape.reduce((product, length) => product * length, 1);
}

function fill(input: string, value: unknown, shape: readonly number[], data: Float64Array): void {
  const index: number[] = [];
  let place = 0;
  const visit = (part: unknown): void => {
    const axis = index.length;
    const expected = shape[axis];
    if (expected === undefined) {
      if (isList(part)) throw wrongType(input, "a number", part, index);
      data[place++] = numberAt(input, part, index);
      return;
    }
    if (!isList(part)) throw wrongType(input, `an array of length ${expected}`, part, index);
    if (part.length !== expected) {
      const facts = { input, axis, expected, found: part.length, because: "the rows before it", index: [...index] };
      throw refusal("shape-mismatch", facts);
    }
    const isLast = axis === shape.length - 1;
    for (let i = 0; i < expected; i++) {
      const inner: unknown = part[i];
      // Nearly all of a large input, and what is a number needs no index for an error.
      if (isLast && typeof inner === "number") {
        data[place++] = inner;
        continue;
      }
      index.push(i);
      visit(inner);
      index.pop();
    }
  };
  visit(value);
}

/** Returns the index of a cell from its position in row-major order. */
export function indexOf(cell: number, shape: readonly number[]): number[] {
  let rest = cell;
  const backwards = [...shape].reverse().map((length) => {
    const position = rest % length;
    rest = (rest - position) / length;
    return position;
  });
  return backwards.reverse();
}
