import { refused } from "./place.js";
import type { Format } from "./types.js";

/** What stands between two separators, with the column where it begins. */
export interface Field {
  readonly text: string;
  readonly column: number;
}

/** A line of a text, or a part of one that is a row: `start` is how many characters of its line stand before it. */
export interface Line {
  readonly text: string;
  /** Counts from 1. */
  readonly number: number;
  readonly start: number;
}

export type Separator = "\t" | ";" | "," | " ";

/** The lines of a text. */
export const linesOf = (text: string): Line[] =>
  text.split(/\r\n|\r|\n/).map((line, at) => ({ text: line, number: at + 1, start: 0 }));

/** The fields of a line; one in quotes may have the separator in it. */
export function fieldsOf({ text: line, number, start }: Line, separator: Separator, format: Format = "table"): Field[] {
  if (separator === " ")
    return [...line.matchAll(/\S+/g)].map(({ 0: text, index }) => ({ text, column: start + index + 1 }));
  const fields: Field[] = [];
  for (let at = 0; at <= line.length; ) {
    const column = start + at + 1;
    const quoted: RegExpExecArray | null = /^\s*"((?:[^"]|"")*)"\s*/.exec(line.slice(at));
    const next = line.indexOf(separator, at);
    const end: number = quoted ? at + quoted[0].length : next < 0 ? line.length : next;
    if (quoted && end < line.length && line[end] !== separator)
      throw refused(
        format,
        { line: number, column: start + end + 1 },
        "a separator behind the quotes",
        line[end] ?? "",
      );
    const text = quoted ? (quoted[1] ?? "").replaceAll('""', '"') : line.slice(at, end).trim();
    fields.push({
      text: text.trim(),
      column: column + (quoted ? 0 : (/^\s*/.exec(line.slice(at, end))?.[0].length ?? 0)),
    });
    at = end + 1;
  }
  // A separator at the end of a row, as spreadsheets write it.
  if (fields.length > 1 && fields.at(-1)?.text === "") fields.pop();
  return fields;
}
