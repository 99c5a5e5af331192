import { decimalNumber } from "./decimal.js";
import { fieldsOf, type Line, linesOf } from "./fields.js";
import { layoutOf, type TableOptions } from "./layout.js";
import { refused, tooLarge } from "./place.js";
import { type Imported, MOST } from "./types.js";

/**
 * Reads a table: a row for each line, its numbers separated by tabs, semicolons, commas or spaces. A first row of words has the names of the columns, and a
 * first column of words those of the rows. With `slices`, an empty line begins the next of several tables of the same size. Throws `ambiguous` where a row, a
 * column or a comma may be two things.
 */
export function readTable(
  text: string,
  { slices = false, ...options }: TableOptions & { readonly slices?: boolean } = {},
): Imported {
  const lines = linesOf(text);
  const last = lines.length;
  const layout = layoutOf(
    lines.filter((line) => !isEmpty(line)),
    options,
  );
  const { separator, decimal, header, index } = layout;
  /** Empty lines count only between slices. */
  const rows = slices ? lines : layout.rows;
  let columns: string[] | undefined;
  let width: number | undefined;
  const names: string[] = [];
  const data: number[] = [];
  let read = 0;
  /** The rows that each slice begins after. */
  const starts = [0];
  for (const line of rows) {
    if (slices && line.text.trim() === "" && read > (starts.at(-1) ?? 0)) starts.push(read);
    if (isEmpty(line)) continue;
    const fields = fieldsOf(line, separator);
    const place = (column: number) => ({ line: line.number, column });
    if (header && !columns) {
      columns = fields.map(({ text }) => text);
      continue;
    }
    // R writes no name for the column of the names of rows.
    if (width === undefined && index && columns && columns.length !== fields.length - 1) columns.shift();
    width ??= columns ? columns.length + (index ? 1 : 0) : fields.length;
    if (fields.length !== width) {
      const extra = fields[width] ?? { text: "the end of the line", column: line.start + line.text.length + 1 };
      throw refused(
        "table",
        place(extra.column),
        `${width} ${index ? "entries" : "numbers"} in each row`,
        extra.text,
        "row-length",
      );
    }
    for (const [at, { text, column }] of fields.entries()) {
      if (index && at === 0) {
        names.push(text);
        continue;
      }
      const number = decimalNumber(text, decimal);
      const reason = text === "" ? "missing-number" : "number";
      if (number === null) throw refused("table", place(column), "a number", text, reason);
      if (data.push(number) > MOST) throw tooLarge("data", data.length, MOST);
    }
    read += 1;
  }
  if (read === 0 || width === undefined)
    throw refused("table", { line: last, column: 1 }, "a row of numbers", "", "missing-number");
  const count = starts.filter((start) => start < read).length;
  const height = read / count;
  if (starts.some((start, slice) => start !== Math.min(read, slice * height)))
    throw refused(
      "table",
      { line: last, column: 1 },
      "as many rows in each slice",
      "another number of rows",
      "row-length",
    );
  const numbers = width - (index ? 1 : 0);
  const shape = count > 1 ? [count, height, numbers] : [read, numbers];
  const tensor = { shape, data: Float64Array.from(data) };
  const taken = { separator, decimal, header, index };
  return {
    kind: "tensor",
    format: "table",
    tensor,
    ...(columns && { columns }),
    ...(index && { rows: names }),
    taken,
  };
}

/** Whether a line has no numbers. */
const isEmpty = ({ text }: Line): boolean => text.trim() === "" || /^\s*#/.test(text);
