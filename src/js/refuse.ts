import { AttographError, type Fact } from "./errors.js";

/** How many numbers a tensor may hold: the limit of `src/tensor.rs`, checked here before memory is allocated. */
export const MAX_ELEMENTS = 2 ** 26;

/** The largest index. */
export const MAX_U32 = 2 ** 32 - 1;

/** The facts of each error that is raised here, before anything crosses. */
interface Refusals {
  "missing-input": { readonly input: string };
  "unknown-input": { readonly input: string; readonly known: readonly string[] };
  "unknown-algorithm": { readonly id: string };
  "unknown-exercise": { readonly id: string };
  "unknown-erratum": { readonly id: string };
  "unknown-poll": { readonly id: string };
  "unknown-step": { readonly step: string };
  "wrong-type": {
    readonly input: string;
    readonly expected: string;
    readonly found: string;
    readonly index?: readonly number[];
  };
  "wrong-rank": { readonly input: string; readonly expected: number; readonly found: number };
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
  "too-large": { readonly what: string; readonly shape: readonly number[]; readonly limit: number };
}

/** The messages, the same as in `src/error.rs`; a test compares them. */
const MESSAGES: { readonly [Code in keyof Refusals]: (facts: Refusals[Code]) => string } = {
  "missing-input": ({ input }) => `\`${input}\` is required, but it is missing`,
  "unknown-input": ({ input, known }) => `there is no input \`${input}\`; expected one of ${known.join(", ")}`,
  "unknown-algorithm": ({ id }) => `there is no algorithm \`${id}\` in the catalog`,
  "unknown-exercise": ({ id }) => `there is no exercise \`${id}\``,
  "unknown-erratum": ({ id }) => `there is no erratum \`${id}\``,
  "unknown-poll": ({ id }) => `there is no poll \`${id}\``,
  "unknown-step": ({ step }) => `the trace has no step \`${step}\``,
  "wrong-type": ({ input, expected, found, index }) =>
    `\`${input}\` must be ${expected}, but ${index ? `at ${list(index)} ` : ""}it is ${found}`,
  "wrong-rank": ({ input, expected, found }) =>
    `the number of axes of \`${input}\` must be ${expected}, but it is ${found}`,
  "shape-mismatch": ({ input, axis, expected, found, because, index }) =>
    `the length of axis ${axis} of \`${input}\` must be ${expected}, to match ${because}, but ` +
    `${index ? `at ${list(index)} ` : ""}it is ${found}`,
  "data-length": ({ input, expected, found }) =>
    `\`${input}\` must hold ${expected} numbers to fill its shape, but it holds ${found}`,
  "out-of-range": ({ input, index, value, expected }) =>
    `\`${input}\` must be ${expected}, but ${index.length > 0 ? `at ${list(index)} ` : ""}it is ${value}`,
  "index-out-of-bounds": ({ step, index, shape }) =>
    `step \`${step}\` has no cell ${list(index)}: its shape is ${list(shape)}`,
  "too-large": ({ what, shape, limit }) =>
    `\`${what}\` must hold at most ${limit} numbers, but its shape is ${list(shape)}`,
};

const list = (numbers: readonly number[]): string => `[${numbers.join(", ")}]`;

/** Returns the error with this code and these facts. */
export function refusal<Code extends keyof Refusals>(code: Code, facts: Refusals[Code]): AttographError {
  return new AttographError(code, MESSAGES[code](facts), facts as Readonly<Record<string, Fact>>);
}

/** Returns what an unsuitable value is called in a message. */
export function describe(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  // The class that the engine knows; `constructor` can be overwritten.
  if (ArrayBuffer.isView(value)) return `a ${Object.prototype.toString.call(value).slice("[object ".length, -1)}`;
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

/** An input of the wrong kind; `index` says where in it. */
export function wrongType(input: string, expected: string, value: unknown, index?: readonly number[]): AttographError {
  const found = describe(value);
  return refusal("wrong-type", { input, expected, found, ...(index?.length ? { index: [...index] } : {}) });
}

/** A required input, or a required field of one, that is missing. */
export function missing(input: string): AttographError {
  return refusal("missing-input", { input });
}

/** An input that is not known. */
export function unknown(input: string, known: readonly string[]): AttographError {
  return refusal("unknown-input", { input, known });
}

/** A tensor with the wrong number of axes. */
export function wrongRank(input: string, expected: number, found: number): AttographError {
  return refusal("wrong-rank", { input, expected, found });
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

/** Validates a whole number between two bounds, and returns it. */
export function wholeNumber(input: string, value: unknown, minimum: number, maximum = MAX_U32): number {
  if (typeof value !== "number") throw wrongType(input, "a whole number", value);
  if (!Number.isInteger(value) || value < minimum || value > maximum) {
    throw outOfRange(input, value, `a whole number from ${minimum} to ${maximum}`);
  }
  return value;
}
