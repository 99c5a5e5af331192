import { AttographError } from "../errors.js";
import type { Format } from "./types.js";

/** Where something stands in a text: both count from 1, columns in characters. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Returns the line and the column of an offset. */
export function placeOf(text: string, offset: number): Place {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Returns a function that finds the place of offsets, each at or after the one before. It reads the text once. */
export function placesIn(text: string): (offset: number) => Place {
  let line = 1;
  let start = 0;
  let end = text.indexOf("\n");
  return (offset) => {
    while (end !== -1 && end < offset) {
      line += 1;
      start = end + 1;
      end = text.indexOf("\n", start);
    }
    return { line, column: offset - start + 1 };
  };
}

/** Why data are refused, for texts in other languages; `unexpected` is everything without a reason of its own. */
export type Reason =
  | "number"
  | "missing-number"
  | "row-length"
  | "unclosed"
  | "left-out"
  | "too-deep"
  | "two-nodes"
  | "bytes"
  | "foreign"
  | "unexpected";

/** Data that are not what their format allows, with the place of the first error. */
export function refused(
  format: Format,
  { line, column }: Place,
  expected: string,
  found: string,
  reason: Reason = "unexpected",
): AttographError {
  const short = found.length > 40 ? `${found.slice(0, 40)}…` : found;
  const message = `\`data\` must have ${expected} at line ${line}, column ${column}, but there is ${short === "" ? "nothing" : short}`;
  return new AttographError("wrong-type", message, {
    input: "data",
    expected,
    found: short,
    format,
    line,
    column,
    reason,
  });
}

/** An option of `read` that says which of two things is meant. */
export type Resolving = "format" | "header" | "index" | "decimal";

/**
 * Data that may mean two things at a place. The facts have the `option` that says which, and its `values`; `reason` is finer than the option where that
 * needs other words.
 */
export function ambiguous(
  format: Format,
  { line, column }: Place,
  meanings: string,
  found: string,
  option: Resolving,
  values: readonly (string | boolean)[],
  reason: string = option,
): AttographError {
  const short = found.length > 40 ? `${found.slice(0, 40)}…` : found;
  const calls = values.map((value) => `\`${option}: ${JSON.stringify(value)}\``).join(" or ");
  const message = `\`data\` may mean two things at line ${line}, column ${column}: ${short} may be ${meanings}; pass ${calls}`;
  const facts = { input: "data", option, values: values.map(String), found: short, format, line, column, reason };
  return new AttographError("ambiguous", message, facts);
}

/** More than is read. */
export function tooLarge(what: string, count: number, limit: number): AttographError {
  return new AttographError("too-large", `\`${what}\` must hold at most ${limit} numbers, but it holds ${count}`, {
    what,
    shape: [count],
    limit,
  });
}

/** A text that is read from the front. */
export class Scanner {
  at = 0;

  constructor(
    readonly format: Format,
    readonly text: string,
  ) {}

  get done(): boolean {
    return this.at >= this.text.length;
  }

  /** Takes what a sticky expression matches here, or null. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match) this.at = pattern.lastIndex;
    return match;
  }

  skipSpace(): void {
    this.take(/\s*/y);
  }

  /** The error that something else was expected here. */
  error(expected: string, at = this.at, reason: Reason = "unexpected"): AttographError {
    const found = /^\S[^\s,;<>()[\]]*/.exec(this.text.slice(at, at + 41))?.[0] ?? this.text.slice(at, at + 1).trim();
    return refused(this.format, placeOf(this.text, at), expected, found, reason);
  }
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

const FRACTION = /^([^/]+)\/([^/]+)$/;

/** Reads a number as NumPy, PyTorch, JSON and spreadsheets write it, or a fraction such as `3/8`; null for anything else. */
export function numberOf(text: string): number | null {
  const plain = text.replaceAll("\u2212", "-");
  if (DECIMAL.test(plain)) return Number(plain);
  if (/^[+-]?nan$/i.test(plain)) return Number.NaN;
  if (/^[+-]?(?:inf|infinity)$/i.test(plain))
    return plain.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  if (/^(?:true|false)$/i.test(plain)) return /^t/i.test(plain) ? 1 : 0;
  const [, above = "", below = ""] = FRACTION.exec(plain) ?? [];
  const isFraction = DECIMAL.test(above) && DECIMAL.test(below) && Number(below) !== 0;
  return isFraction ? Number(above) / Number(below) : null;
}
