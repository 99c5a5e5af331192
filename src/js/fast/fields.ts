import { AttographError, reading } from "../errors.js";
import {
  dataLength,
  each,
  isDetached,
  isPromise,
  kindOf,
  MAX_ELEMENTS,
  missing,
  outOfRange,
  tooLarge,
  unknown,
  wholeNumber,
  wrongType,
} from "../refuse.js";
import { DISPOSE } from "./dispose.js";

/** Options as they cross, by name; those of a nested object by its name, `_` and theirs. */
export type Options = Record<string, unknown>;

/** What stands for operands in a call, in their order; 0 where an operation has fewer than five. */
export type Operands<Operand> = [Operand | 0, Operand | 0, Operand | 0, Operand | 0, Operand | 0];

/** A call as it was read, with the options of an operation that has some. */
export interface Call<Operand> {
  readonly operands: Operands<Operand>;
  readonly options: Options | undefined;
}

/** The kinds of operands: a factor is a tensor or weights, features are a tensor or a sparse tensor. */
export type Kind = "tensor" | "factor" | "features" | "graph" | "encoder";

/** The engine or pool in whose memory operands live: returns what stands for one in a call, and refuses any other value. */
export interface Owner<Operand = unknown> {
  operand(input: string, value: unknown, kind: Kind): Operand;
}

/** Validates the value of an input, and returns what crosses. */
type Read = (input: string, value: unknown, owner: Owner) => unknown;

/** Operands and options by name, in the order of the parameters; an object of them is nested. */
export interface Fields {
  readonly [name: string]: Read | Fields;
}

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

const required =
  (read: Read): Read =>
  (input, value, owner) => {
    if (isAbsent(value)) throw missing(input);
    return read(input, value, owner);
  };

/** A field that may be left out. */
export const optional =
  (read: Read, otherwise?: number | boolean): Read =>
  (input, value, owner) =>
    isAbsent(value) ? otherwise : read(input, value, owner);

/** The functions that read operands; all others read options. */
const OPERANDS = new Set<Read>();

/** An operand of a kind. */
export function operand(kind: Kind): Read {
  const read = required((input, value, owner) => owner.operand(input, value, kind));
  OPERANDS.add(read);
  return read;
}

/** A whole number that an index may be. */
export const whole = (least: number): Read => required((input, value) => wholeNumber(input, value, least));

/** True or false. */
export const flag: Read = (input, value) => {
  if (typeof value !== "boolean") throw wrongType(input, "true or false", value);
  return value;
};

/** A number that f32 can hold. */
export const number =
  (least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY): Read =>
  (input, value) => {
    if (typeof value !== "number") throw wrongType(input, "a number", value);
    if (!Number.isFinite(value)) throw nonFinite(input, value);
    const range = Number.isFinite(most) ? `from ${least} to ${most}` : `at least ${least}`;
    if (value < least || value > most) throw outOfRange(input, value, range);
    if (!Number.isFinite(Math.fround(value))) throw outOfRange(input, value, "a number that f32 can hold");
    return value;
  };

function nonFinite(input: string, value: number): AttographError {
  const message = `\`${input}\` holds ${value} at []; only finite numbers are allowed`;
  return new AttographError("non-finite", message, { input, index: [], value });
}

type Numbers = Float32Array | Uint32Array | Uint8Array;

/** A typed array of one kind. Its numbers and their count are validated where they are copied. */
const typedArray = <Kind extends Numbers>(kind: { new (numbers: Kind): Kind; readonly name: string }): Read =>
  required((input, value) => {
    if (kindOf(value) !== kind.name || isDetached(value)) throw wrongType(input, `a ${kind.name}`, value);
    return own(value as Kind, kind);
  });

export const floats = typedArray(Float32Array);
export const bytes = typedArray(Uint8Array);
export const indices = typedArray(Uint32Array);

/** Indices that come in pairs. */
export const pairs: Read = (input, value, owner) => {
  const found = indices(input, value, owner) as Uint32Array;
  if (found.length % 2 === 1) throw dataLength(input, found.length + 1, found.length);
  return found;
};

/** Whole numbers whose product is the number of buckets. */
export const factors = required((input, value) => {
  if (!Array.isArray(value) && kindOf(value) !== "Uint32Array") {
    throw wrongType(input, "an array of whole numbers", value);
  }
  const given = value as ArrayLike<unknown>;
  if (given.length > 32) throw outOfRange(`${input}.length`, given.length, "at most 32");
  const found = each(given, (factor) => wholeNumber(input, factor, 0));
  if (found.reduce((product, factor) => product * factor, 1) > MAX_ELEMENTS) throw tooLarge(input, found);
  return Uint32Array.from(found);
});

/** The array itself, or a copy where another thread could change it, or where it may say something else about itself. */
function own<Kind extends Numbers>(numbers: Kind, kind: { new (numbers: Kind): Kind }): Kind {
  const plain = Object.getPrototypeOf(numbers) === kind.prototype && !Object.hasOwn(numbers, "length");
  const shared = plain && Object.prototype.toString.call(numbers.buffer) === "[object SharedArrayBuffer]";
  return plain && !shared ? numbers : new kind(numbers);
}

/** Reads rows and columns. */
export const readShape = (shape: unknown): [number, number] =>
  reading(() => {
    if (isAbsent(shape)) throw missing("shape");
    if (!Array.isArray(shape) || shape.length !== 2) throw wrongType("shape", "two lengths", shape);
    return [wholeNumber("shape", shape[0], 0), wholeNumber("shape", shape[1], 0)];
  });

/** Reads the lengths of a matrix, and its numbers row by row. */
export function readMatrix(shape: unknown, data: unknown): { size: [number, number]; numbers: Float32Array } {
  const size = readShape(shape);
  return { size, numbers: reading(() => readNumbers(size, data)) };
}

/** The numbers of a matrix; their count is compared before any is copied. */
function readNumbers([rows, columns]: readonly [number, number], data: unknown): Float32Array {
  const [kind, expected] = [kindOf(data), rows * columns];
  if (expected > MAX_ELEMENTS) throw tooLarge("tensor", [rows, columns]);
  if (isAbsent(data)) throw missing("data");
  if (kind === undefined ? !Array.isArray(data) : kind.startsWith("Big") || isDetached(data)) {
    throw wrongType("data", "a Float32Array or an array of numbers", data);
  }
  const given = kind === "Float32Array" ? own(data as Float32Array, Float32Array) : (data as ArrayLike<unknown>);
  const { length } = given;
  if (length !== expected) throw dataLength("tensor", expected, length);
  if (given instanceof Float32Array) return given;
  const numbers = new Float32Array(expected);
  for (let place = 0; place < expected; place++) {
    const value = given[place];
    const index = [Math.floor(place / columns), place % columns];
    if (typeof value !== "number" && typeof value !== "boolean") throw wrongType("data", "a number", value, index);
    numbers[place] = Number(value);
  }
  return numbers;
}

interface Field {
  readonly name: string;
  readonly input: string;
  readonly slot: string;
  readonly read: Read | null;
  /** Which of the operands it is; −1 for an option. */
  readonly place: number;
  readonly group: readonly Field[];
}

function fieldsOf(fields: Fields, next: () => number, path: string, inner?: string): Field[] {
  return Object.entries(fields).map(([name, field]) => {
    const input = `${path}${name}`;
    const read = typeof field === "function" ? field : null;
    const group = typeof field === "function" ? [] : fieldsOf(field, next, inner ?? `${input}.`);
    const place = read && OPERANDS.has(read) ? next() : -1;
    return { name, input, slot: input.replace(".", "_"), read, place, group };
  });
}

/**
 * Makes the function that reads the arguments of an operation, and throws only AttographError. Names within an object that is an argument itself stand
 * alone. There are as many places for operands as it has, and at least so many.
 */
export function reader(
  parameters: Fields,
  places = 5,
): <Operand>(given: readonly unknown[], owner: Owner<Operand>) => Call<Operand> {
  let count = 0;
  const fields = fieldsOf(parameters, () => count++, "", "");
  const none = Array.from({ length: Math.max(count, places) }, () => 0);
  // Options of one operation have their fields in one order, which engines are faster with.
  const slots = slotsOf(fields).map((slot) => [slot, undefined]);
  const empty: Options | undefined = slots.length > 0 ? Object.fromEntries(slots) : undefined;
  return <Operand>(given: readonly unknown[], owner: Owner<Operand>) =>
    reading(() => {
      // A copy of known length takes half the time of an array that grows.
      const call: Call<Operand> = { operands: none.slice() as Operands<Operand>, options: empty && { ...empty } };
      for (let place = 0; place < fields.length; place++) readField(fields[place] as Field, given[place], owner, call);
      refuseDetached(call.options);
      return call;
    });
}

/** Throws for an array that was detached while other options were read, by a caller's getter: copying it would end the instance. */
function refuseDetached(options: Options = {}): void {
  for (const slot in options) {
    const value = options[slot];
    if (isDetached(value)) throw wrongType(slot.replace("_", "."), `a ${kindOf(value)}`, value);
  }
}

const slotsOf = (fields: readonly Field[]): string[] =>
  fields.flatMap(({ slot, read, place, group }) => (place >= 0 ? [] : read ? [slot] : slotsOf(group)));

function readField(field: Field, given: unknown, owner: Owner, call: Call<unknown>): void {
  const { input, read, place, group } = field;
  if (read) {
    const value = read(input, given, owner);
    if (place >= 0) call.operands[place] = value;
    else if (call.options) call.options[field.slot] = value;
    return;
  }
  const value = given === undefined ? {} : given;
  if (!isRecord(value)) throw wrongType(input, "an object", value);
  for (const name of Object.keys(value)) {
    if (group.some((field) => field.name === name)) continue;
    const known = group.map((field) => field.input);
    throw unknown(input === "options" ? "option" : "input", known[0]?.includes(".") ? `${input}.${name}` : name, known);
  }
  for (const field of group) readField(field, value[field.name], owner, call);
}

/** An object of options: no list, and nothing that lives in an engine. */
function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return !ArrayBuffer.isView(value) && !isPromise(value) && !(DISPOSE in value);
}
