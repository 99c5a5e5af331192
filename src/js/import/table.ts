import { numberOf, refused, tooLarge } from "./place.js";
import { type Imported, MOST } from "./types.js";

interface Field {
  readonly text: string;
  readonly column: number;
}

/**
 * Reads a table: a row for each line, its numbers separated by tabs, semicolons, commas or spaces; a first line of names is the columns'. A comma within a number is
 * a decimal sign where the separator is another. With `slices`, an empty line begins the next of several tables of the same size.
 */
export function readTable(text: string, { slices = false }: { slices?: boolean } = {}): Imported {
  const lines = text.split(/\r\n|\r|\n/);
  const separator = separatorOf(lines.filter((line) => !isEmpty(line)));
  let columns: string[] | undefined;
  let width: number | undefined;
  const data: number[] = [];
  let rows = 0;
  /** The rows that each slice begins after. */
  const starts = [0];
  for (const [at, line] of lines.entries()) {
    if (slices && line.trim() === "" && rows > (starts.at(-1) ?? 0)) starts.push(rows);
    if (isEmpty(line)) continue;
    const fields = fieldsOf(line, separator, at + 1);
    if (rows === 0 && !columns && fields.every(({ text }) => text !== "" && numberOf(text) === null)) {
      columns = fields.map(({ text }) => text);
      width = fields.length;
      continue;
    }
    width ??= fields.length;
    if (fields.length !== width) {
      const extra = fields[width] ?? { text: "the end of the line", column: line.length + 1 };
      throw refused(
        "table",
        { line: at + 1, column: extra.column },
        `${width} numbers in each row`,
        extra.text,
        "row-length",
      );
    }
    for (const { text, column } of fields) {
      const number = numberOf(separator === "," ? text : text.replace(DECIMAL_COMMA, "$1.$2"));
      const reason = text === "" ? "missing-number" : "number";
      if (number === null) throw refused("table", { line: at + 1, column }, "a number", text, reason);
      if (data.push(number) > MOST) throw tooLarge("data", data.length, MOST);
    }
    rows += 1;
  }
  if (rows === 0 || width === undefined)
    throw refused("table", { line: lines.length, column: 1 }, "a row of numbers", "", "missing-number");
  const count = starts.filter((start) => start < rows).length;
  const height = rows / count;
  if (starts.some((start, slice) => start !== Math.min(rows, slice * height)))
    throw refused(
      "table",
      { line: lines.length, column: 1 },
      "as many rows in each slice",
      "another number of rows",
      "row-length",
    );
  const shape = count > 1 ? [count, height, width] : [rows, width];
  const tensor = { shape, data: Float64Array.from(data) };
  return { kind: "tensor", format: "table", tensor, ...(columns && { columns }) };
}

type Separator = "\t" | ";" | "," | " ";

const DECIMAL_COMMA = /^([+\-\u2212]?\d*),(\d+(?:e[+-]?\d+)?)$/i;

/** Whether a line has no numbers. */
const isEmpty = (line: string): boolean => line.trim() === "" || /^\s*#/.test(line);

/**
 * The separator of the first line. Between spaces, a comma is a decimal sign where every word of the table has at most one, within digits; a table of one column has
 * no such words.
 */
function separatorOf(lines: readonly string[]): Separator {
  const [first = ""] = lines;
  const found = (["\t", ";", ","] as const).find((separator) => first.trim().includes(separator)) ?? " ";
  if (found !== ",") return found;
  const rows = lines.map((line) => line.trim().split(/\s+/));
  const decimals = rows.every(
    (words) => words.length > 1 && words.every((word) => /^[^,]*(?:\d,\d[^,]*)?$/.test(word)),
  );
  return decimals ? " " : ",";
}

/** The fields of a line; one in quotes may have the separator in it. */
function fieldsOf(line: string, separator: Separator, number: number): Field[] {
  if (separator === " ") return [...line.matchAll(/\S+/g)].map(({ 0: text, index }) => ({ text, column: index + 1 }));
  const fields: Field[] = [];
  for (let at = 0; at <= line.length; ) {
    const column = at + 1;
    const quoted: RegExpExecArray | null = /^\s*"((?:[^"]|"")*)"\s*/.exec(line.slice(at));
    const next = line.indexOf(separator, at);
    const end: number = quoted ? at + quoted[0].length : next < 0 ? line.length : next;
    if (quoted && end < line.length && line[end] !== separator)
      throw refused("table", { line: number, column: end + 1 }, "a separator behind the quotes", line[end] ?? "");
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
