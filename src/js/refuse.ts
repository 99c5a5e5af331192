import { AttographError, type Fact, reading } from "./errors.js";
import { nearest } from "./nearest.js";

/** How many numbers a tensor may hold: the limit of `src/tensor.rs`, checked here before memory is allocated. */
export const MAX_ELEMENTS = 2 ** 26;

/** The largest index. */
export const MAX_U32 = 2 ** 32 - 1;

/** The facts of each error that is raised here, before anything crosses. */
interface Refusals {
  "missing-input": { readonly input: string };
  "wrong-type": {
    readonly input: string;
    readonly expected: string;
    readonly found: string;
    readonly index?: readonly number[];
    readonly advice?: string;
  };
  "wrong-rank": { readonly input: string; readonly expected: number; readonly found: number; readonly advice?: string };
  "shape-mismatch": {
    readonly input: string;
    readonly axis: number;
    readonly expected: number;
    readonly found: number;
    readonly because: string;
    readonly index?: readonly number[];
  };
  "data-length": { readonly input: string; readonly expected: number; readonly found: number };
  "out-of-range": {
    readonly input: string;
    readonly index: readonly number[];
    readonly value: number;
    readonly expected: string;
  };
  "index-out-of-bounds": {
    readonly step: string;
    readonly index: readonly number[];
    readonly shape: readonly number[];
  };
  "no-batch": { readonly input: string; readonly why: string };
  "too-large": { readonly what: string; readonly shape: readonly number[]; readonly limit: number };
}

const said = (fact: unknown): string => (Array.isArray(fact) ? `[${fact.join(", ")}]` : String(fact));

/** Puts facts in the place of their names: the place in an input and what to do about it where there is one. */
function filled(template: string, facts: Readonly<Record<string, unknown>>): string {
  const { index, advice } = facts;
  const where = Array.isArray(index) && index.length > 0 ? ` at ${said(index)}` : "";
  const all = { ...facts, at: where, advice: advice === undefined ? "" : `; ${advice}` };
  return template.replace(/\{(\w+)\}/g, (_, name: keyof typeof all) => said(all[name]));
}

/** Returns the error with this code and these facts. */
export function refusal<Code extends keyof Refusals>(code: Code, facts: Refusals[Code]): AttographError {
  return new AttographError(code, filled(MESSAGES[code], facts), facts as Readonly<Record<string, Fact>>);
}

/** Returns whether a value is a promise. */
export const isPromise = (value: unknown): boolean =>
  typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";

/** What to do about a promise. */
export const AWAIT = "put `await` in front of it";

/** What every typed array inherits. */
export const typedArray = Object.getPrototypeOf(Uint8Array.prototype);
const tag = Object.getOwnPropertyDescriptor(typedArray, Symbol.toStringTag)?.get;

/** The kind of a typed array as the engine knows it, whatever the object says; undefined for anything else. */
export const kindOf = (value: unknown): string | undefined => tag?.call(value);

/** Returns whether a value is a typed array without its memory, which was transferred, such as to a worker, or made shorter. */
export function isDetached(value: unknown): boolean {
  if (kindOf(value) === undefined) return false;
  try {
    typedArray.keys.call(value);
    return false;
  } catch {
    return true;
  }
}

/** Returns what an unsuitable value is called in a message. */
export function describe(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (isPromise(value)) return "a promise";
  if (isDetached(value)) return `a ${kindOf(value)} that is detached from its memory`;
  if (ArrayBuffer.isView(value)) return `a ${kindOf(value) ?? "DataView"}`;
  switch (typeof value) {
    case "string":
      return value.length > 40 ? "a long text" : `the text ${JSON.stringify(value)}`;
    case "number":
    case "boolean":
      return String(value);
    case "object":
      return "an object";
    case "undefined":
      return "undefined";
    default:
      return `a ${typeof value}`;
  }
}

/** An input of the wrong kind; `index` says where in it. Throws `unreadable` if nothing can be found out about the value. */
export function wrongType(input: string, expected: string, value: unknown, index?: readonly number[]): AttographError {
  const found = reading(() => describe(value));
  const advice = reading(() => adviceFor(expected, value));
  return refusal("wrong-type", {
    input,
    expected,
    found,
    ...(index?.length && { index: [...index] }),
    ...(advice && { advice }),
  });
}

/** Returns what makes a value suitable, if it is one of the usual mistakes. */
function adviceFor(expected: string, value: unknown): string | null {
  if (isPromise(value)) return AWAIT;
  if (typeof value !== "string" || value.length > 40) return null;
  const isNumber = /^a (whole )?number/.test(expected) && value.trim() !== "" && Number.isFinite(Number(value));
  if (isNumber) return `pass the number ${Number(value)} without quotes`;
  const isFlag = expected === "true or false" && ["true", "false"].includes(value);
  return isFlag ? `pass ${value} without quotes` : null;
}

/** Validates an object with fields, such as options, and the names of its fields if all that it may have are known. */
export function readRecord(
  input: string,
  value: unknown,
  known: readonly string[] | null = null,
  expected = "an object",
): Record<string, unknown> {
  if (typeof value !== "object" || value === null || isPromise(value)) throw wrongType(input, expected, value);
  if (known) refuseUnknown("option", Object.keys(value), known);
  return value as Record<string, unknown>;
}

/** A required input, or a required field of one, that is missing. */
export function missing(input: string): AttographError {
  return refusal("missing-input", { input });
}

/** What a name is looked up as, and whether the error has the name as this fact; otherwise as `id`. */
const NAMED = {
  algorithm: false,
  derivation: false,
  entry: true,
  erratum: false,
  exercise: false,
  input: true,
  option: true,
  output: true,
  poll: false,
  step: true,
} as const;

export type Named = keyof typeof NAMED;

/** Messages list the known names if there are at most this many. */
const MOST_LISTED = 24;

/** Throws the error of the first name that is not among the known ones. */
export function refuseUnknown(kind: Named, names: readonly string[], known: readonly string[]): void {
  const stranger = names.find((name) => !known.includes(name));
  if (stranger !== undefined) throw unknown(kind, stranger, known);
}

/** Returns the error of a name that is not among the known ones; its messages are those of `src/error/unknown.rs`. */
export function unknown(kind: Named, name: string, known: readonly string[]): AttographError {
  const close = nearest(name, known);
  const listed = known.length > 0 && known.length <= MOST_LISTED ? `; expected one of ${known.join(", ")}` : "";
  const hint = close === null ? listed : `; did you mean \`${close}\`?`;
  const facts = { [NAMED[kind] ? kind : "id"]: name, known: [...known], nearest: close };
  return new AttographError(`unknown-${kind}`, `there is no ${kind} \`${name}\`${hint}`, facts);
}

/** A tensor with the wrong number of axes; `advice` says what to do about it. */
export function wrongRank(input: string, expected: number, found: number, advice?: string): AttographError {
  return refusal("wrong-rank", { input, expected, found, ...(advice && { advice }) });
}

/** A number of elements that does not match the shape. */
export function dataLength(input: string, expected: number, found: number): AttographError {
  return refusal("data-length", { input, expected, found });
}

/** A number outside of the range of its input. */
export function outOfRange(input: string, value: number, expected: string): AttographError {
  return refusal("out-of-range", { input, index: [], value, expected });
}

/** More numbers than a tensor may hold. */
export function tooLarge(what: string, shape: readonly number[], limit = MAX_ELEMENTS): AttographError {
  return refusal("too-large", { what, shape, limit });
}

/** Returns what a function makes of each entry of a list, by its place: an iterator of a caller might not end. */
export const each = <Entry, Made>(list: ArrayLike<Entry>, make: (entry: Entry, place: number) => Made): Made[] =>
  Array.from({ length: list.length }, (_, place) => make(list[place] as Entry, place));

/** Validates a whole number between two bounds, and returns it. */
export function wholeNumber(input: string, value: unknown, minimum: number, maximum = MAX_U32): number {
  if (typeof value !== "number") throw wrongType(input, "a whole number", value);
  if (!Number.isInteger(value) || value < minimum || value > maximum) {
    throw outOfRange(input, value, `a whole number from ${minimum} to ${maximum}`);
  }
  return value;
}

// Written from `src/error.rs` by `UPDATE_SNAPSHOT=1 cargo test --test native messages`.

/** The message of each error of the library, with the names of its facts in braces. */
const MESSAGES = {
  "missing-input": "`{input}` is required, but it is missing",
  "given-twice": "`{input}` is the former name of `{name}`, which is given, too; give one of them",
  "wrong-type": "`{input}` must be {expected}, but{at} it is {found}{advice}",
  "wrong-rank": "the number of axes of `{input}` must be {expected}, but it is {found}{advice}",
  "shape-mismatch":
    "the length of axis {axis} of `{input}` must be {expected}, to match {because}, but{at} it is {found}",
  "data-length": "`{input}` must hold {expected} numbers to fill its shape, but it holds {found}",
  "non-finite": "`{input}` must hold finite numbers, but{at} it is {value}",
  "out-of-range": "`{input}` must be {expected}, but{at} it is {value}",
  "not-divisible": "the length of `{input}` must be a multiple of {divisor}, because of {because}, but it is {size}",
  "index-out-of-bounds": "step `{step}` has no cell {index}: its shape is {shape}",
  "fully-masked-row": 'row {row} has nothing to attend to, and `emptyRow` is "error"',
  "invalid-degree": "the degree of node {node} must be at least 0, but its weights add up to {degree}",
  "too-large": "`{what}` must hold at most {limit} numbers, but its shape is {shape}",
  "over-limit":
    "`{algorithm}` would take about {seconds} seconds and {bytes} bytes; the limit is {limitSeconds} seconds and {limitBytes} bytes",
  "no-gradient": "no gradient flows back to `{input}`: step `{step}` stops it ({why})",
  "no-batch": "`{input}` cannot be a batch ({why})",
  syntax: "expected {expected} at character {place}",
  internal: "defect of the library in step `{step}`: {reason}",
} as const;
