/** Parses typed or pasted numbers. Errors are codes with a position; their messages are in the texts. */

export type NumberProblem = "empty" | "not-a-number" | "infinite" | "division-by-zero";
export type ParsedNumber =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly code: NumberProblem };

/** A problem with a pasted text. Lines and columns count from 1, columns in characters. */
export interface ParseProblem {
  readonly code: NumberProblem | "ragged" | "unclosed" | "unexpected" | "wrong-rank" | "too-large" | "too-deep";
  readonly line: number;
  readonly column: number;
  /** The text at that position. */
  readonly token: string;
  readonly expected?: number;
  readonly found?: number;
}

export type ParsedTensor =
  | { readonly ok: true; readonly shape: number[]; readonly data: number[] }
  | { readonly ok: false; readonly problem: ParseProblem };

/** Largest number of pasted numbers. */
export const MOST_NUMBERS = 65_536;

/** Largest number of axes. */
const MOST_AXES = 8;

const DECIMAL = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i;

/** Parses one number: whole, decimal with point or comma, scientific, or a fraction such as `3/8`. */
export function parseNumber(text: string): ParsedNumber {
  const tidy = text.trim().replaceAll("\u2212", "-");
  if (tidy === "") return { ok: false, code: "empty" };
  if (/^[+-]?(∞|inf(inity)?)$/i.test(tidy)) return { ok: false, code: "infinite" };
  const parts = tidy.split("/");
  if (parts.length > 2) return { ok: false, code: "not-a-number" };
  const values: number[] = [];
  for (const part of parts) {
    const digits = part.trim();
    if (!DECIMAL.test(digits)) return { ok: false, code: "not-a-number" };
    values.push(Number(digits.replace(",", ".")));
  }
  const [numerator = Number.NaN, denominator = 1] = values;
  if (denominator === 0) return { ok: false, code: "division-by-zero" };
  const value = numerator / denominator;
  return Number.isFinite(value) ? { ok: true, value } : { ok: false, code: "infinite" };
}

interface Token {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

class Problem extends Error {
  constructor(readonly problem: ParseProblem) {
    super(problem.code);
  }
}

function fail(code: ParseProblem["code"], token: Token, facts: Partial<ParseProblem> = {}): never {
  throw new Problem({ code, line: token.line, column: token.column, token: token.text, ...facts });
}

function read(token: Token): number {
  const parsed = parseNumber(token.text);
  return parsed.ok ? parsed.value : fail(parsed.code, token);
}

type Separator = "tab" | "semicolon" | "comma" | "space";

/**
 * Detects the separator of the numbers in a row. A comma is a decimal sign where there are semicolons, tabs, or spaces without a comma before them;
 * otherwise it is a separator.
 */
function separatorOf(text: string): Separator {
  if (text.includes(";")) return "semicolon";
  if (/\S\t+\S/.test(text)) return "tab";
  if (!text.includes(",")) return "space";
  const words = text.trim().split(/\s+/);
  const lines = text.trim().split("\n").length;
  const decimals = words.length > lines && words.every((word) => /^[^,]*(\d,\d[^,]*)?$/.test(word));
  return decimals ? "space" : "comma";
}

const CUT: Record<Separator, RegExp> = {
  tab: /[^\t]+|(?<=\t)(?=\t|$)/g,
  semicolon: /[^;]+|(?<=;)(?=;|$)|^(?=;)/g,
  comma: /[^,]+|(?<=,)(?=,|$)|^(?=,)/g,
  space: /\S+/g,
};

function tokensOf(line: string, number: number, separator: Separator): Token[] {
  const tokens: Token[] = [];
  // A separator at the end of a row, as spreadsheets write it, is ignored.
  const trimmed = line.replace(separator === "comma" ? /,\s*$/ : separator === "semicolon" ? /;\s*$/ : /\s+$/, "");
  for (const match of trimmed.matchAll(CUT[separator])) {
    const text = match[0];
    const indent = text.length - text.trimStart().length;
    tokens.push({ text: text.trim(), line: number, column: match.index + indent + 1 });
  }
  return tokens;
}

/** Parses rows of numbers; an empty line between rows starts the next block. */
function readTable(text: string): NestedNumbers[][] {
  const separator = separatorOf(text);
  const blocks: NestedNumbers[][] = [];
  let block: NestedNumbers[] = [];
  let width: number | null = null;
  text.split("\n").forEach((line, at) => {
    if (line.trim() === "") {
      if (block.length > 0) blocks.push(block);
      block = [];
      return;
    }
    const tokens = tokensOf(line, at + 1, separator);
    const last = tokens.at(-1) ?? { text: "", line: at + 1, column: 1 };
    width ??= tokens.length;
    if (tokens.length !== width) fail("ragged", last, { expected: width, found: tokens.length });
    block.push(tokens.map(read));
  });
  if (block.length > 0) blocks.push(block);
  return blocks;
}

type NestedNumbers = number | NestedNumbers[];

/** Parses numbers in nested brackets, as in JSON, Python and JavaScript. */
function readBrackets(text: string): NestedNumbers {
  const tokens: Token[] = [];
  text.split("\n").forEach((line, at) => {
    for (const match of line.matchAll(/[[\],]|[^\s[\],]+/g)) {
      tokens.push({ text: match[0], line: at + 1, column: match.index + 1 });
    }
  });
  const end = tokens.at(-1) ?? { text: "", line: 1, column: 1 };
  let at = 0;
  const value = (depth: number): NestedNumbers => {
    const token = tokens[at] ?? fail("unclosed", end);
    at += 1;
    if (token.text !== "[") return read(token);
    if (depth === MOST_AXES) fail("too-deep", token, { expected: MOST_AXES });
    const items: NestedNumbers[] = [];
    let size: number | null = null;
    for (;;) {
      const next = tokens[at] ?? fail("unclosed", token);
      if (next.text === "]") {
        at += 1;
        return items;
      }
      const item = value(depth + 1);
      const found = Array.isArray(item) ? item.length : -1;
      if (size !== null && size !== found)
        fail("ragged", next, { expected: Math.max(size, 0), found: Math.max(found, 0) });
      size = found;
      items.push(item);
      const after = tokens[at] ?? fail("unclosed", token);
      if (after.text === ",") at += 1;
      else if (after.text !== "]") fail("unexpected", after);
    }
  };
  const result = value(0);
  const rest = tokens[at];
  return rest ? fail("unexpected", rest) : result;
}

function flatten(nested: NestedNumbers, rank: number | null): { shape: number[]; data: number[] } {
  const shape: number[] = [];
  let level: NestedNumbers[] = [nested];
  while (level.length > 0 && level.every(Array.isArray)) {
    const size = level[0]?.length ?? 0;
    if (level.some((item) => (item as NestedNumbers[]).length !== size))
      fail("ragged", { text: "", line: 1, column: 1 });
    shape.push(size);
    level = level.flat();
  }
  if (level.some(Array.isArray)) fail("ragged", { text: "", line: 1, column: 1 });
  const data = level as number[];
  // One row, one column and one number are also lists and blocks: drop or add axes of length 1 where that gives the requested rank.
  while (rank !== null && shape.length > rank && shape.includes(1)) shape.splice(shape.indexOf(1), 1);
  while (rank !== null && rank > 1 && shape.length < rank && shape.length > 0) shape.unshift(1);
  if (rank !== null && shape.length !== rank) {
    fail("wrong-rank", { text: "", line: 1, column: 1 }, { expected: rank, found: shape.length });
  }
  return { shape, data };
}

/** Parses a pasted table: columns separated by spaces, tabs, commas or semicolons, or nested brackets. `rank`: number of axes; null for any. */
export function parseTensor(text: string, rank: number | null = null): ParsedTensor {
  const tidy = text
    .replaceAll("\r\n", "\n")
    .replaceAll("\r", "\n")
    .replaceAll("\u00a0", " ")
    .replace(/^\ufeff/, "");
  try {
    if (tidy.trim() === "") fail("empty", { text: "", line: 1, column: 1 });
    let nested: NestedNumbers;
    if (tidy.trimStart().startsWith("[")) nested = readBrackets(tidy);
    else {
      const blocks = readTable(tidy);
      nested = blocks.length === 1 ? (blocks[0] ?? []) : blocks;
    }
    const { shape, data } = flatten(nested, rank);
    if (data.length > MOST_NUMBERS) {
      fail("too-large", { text: "", line: 1, column: 1 }, { expected: MOST_NUMBERS, found: data.length });
    }
    return { ok: true, shape, data };
  } catch (error) {
    if (error instanceof Problem) return { ok: false, problem: error.problem };
    throw error;
  }
}
