import { numberOf, refused, tooLarge } from "./place.js";
import { type Imported, MOST } from "./types.js";

interface Field {
  readonly text: string;
  readonly column: number;
}

/** Reads a table: a row for each line, its numbers separated by tabs, semicolons, commas or spaces; a first line of names is the columns'. */
export function readTable(text: string): Imported {
  const lines = text.split(/\r\n|\r|\n/);
  const separator = separatorOf(lines.find((line) => line.trim() !== "" && !/^\s*#/.test(line)) ?? "");
  let columns: string[] | undefined;
  let width: number | undefined;
  const data: number[] = [];
  let rows = 0;
  for (const [at, line] of lines.entries()) {
    if (line.trim() === "" || /^\s*#/.test(line)) continue;
    const fields = fieldsOf(line, separator, at + 1);
    if (rows === 0 && !columns && fields.every(({ text }) => text !== "" && numberOf(text) === null)) {
      columns = fields.map(({ text }) => text);
      width = fields.length;
      continue;
    }
    width ??= fields.length;
    if (fields.length !== width) {
      const extra = fields[width] ?? { text: "the end of the line", column: line.length + 1 };
      throw refused("table", { line: at + 1, column: extra.column }, `${width} numbers in each row`, extra.text);
    }
    for (const { text, column } of fields) {
      const number = numberOf(separator === ";" ? text.replace(/^([+-]?\d+),(\d+)$/, "$1.$2") : text);
      if (number === null) throw refused("table", { line: at + 1, column }, "a number", text);
      if (data.push(number) > MOST) throw tooLarge("data", data.length, MOST);
    }
    rows += 1;
  }
  if (rows === 0 || width === undefined)
    throw refused("table", { line: lines.length, column: 1 }, "a row of numbers", "");
  const tensor = { shape: [rows, width], data: Float64Array.from(data) };
  return { kind: "tensor", format: "table", tensor, ...(columns && { columns }) };
}

type Separator = "\t" | ";" | "," | " ";

function separatorOf(line: string): Separator {
  return (["\t", ";", ","] as const).find((separator) => line.includes(separator)) ?? " ";
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
