/** How a table is laid out: its separator, its decimal sign, a row of names and a column of names; what may be two things is refused. */
import { type Commas, type Decimal, decimalNumber, decimalOf } from "./decimal.js";
import { type Field, fieldsOf, type Line, type Separator } from "./fields.js";
import { ambiguous } from "./place.js";

/** What a caller says about a table; what is left out is found out. */
export interface TableOptions {
  readonly header?: boolean | undefined;
  readonly index?: boolean | undefined;
  readonly decimal?: Decimal | undefined;
}

export interface Layout {
  readonly separator: Separator;
  readonly decimal: Decimal;
  /** Whether the first row has the names of the columns. */
  readonly header: boolean;
  /** Whether the first column has the names of the rows. */
  readonly index: boolean;
  /** The rows, where semicolons end them within a line. */
  readonly rows: readonly Line[];
}

/** How many lines are looked at. */
const LOOKED_AT = 1000;

/** First names of a header whose column has the names of rows. */
const NAMES_OF_ROWS = /^(?:names?|ids?|index|nodes?|labels?|tokens?|words?|keys?)$/i;

/** Finds out the layout of lines, of which none is empty. Throws `ambiguous`. */
export function layoutOf(given: readonly Line[], options: TableOptions): Layout {
  const { separator, decimal, rows } = signsOf(given, options.decimal);
  const table = rows.slice(0, LOOKED_AT).map((line) => fieldsOf(line, separator));
  const isName = ({ text }: Field) => text !== "" && decimalNumber(text, decimal) === null;
  const lineOf = (row: number) => rows[row]?.number ?? 1;
  const header = options.header ?? hasHeader(table, isName, lineOf, options.index);
  const index = options.index ?? hasIndex(table, header, isName, lineOf);
  return { separator, decimal, header, index, rows };
}

/**
 * The separator of the first line, and the decimal sign. Between spaces, a comma is a decimal sign where every word of the table has at most one, within
 * digits; a table of one column has no such words.
 */
function signsOf(lines: readonly Line[], decimal: Decimal | undefined): Pick<Layout, "separator" | "decimal" | "rows"> {
  const first = lines[0]?.text.trim() ?? "";
  const sample = lines.slice(0, LOOKED_AT);
  const found =
    (["\t", ";", ","] as const).find((one) => (one === "," ? outsideQuotes(first) : first).includes(one)) ?? " ";
  const isSpaced = found === "," && hasOneComma(sample, 2);
  const isColumn = found === "," && decimal === "," && hasOneComma(sample, 1);
  const separator = isSpaced || isColumn ? " " : found;
  const rows = sample.map((line) => fieldsOf(line, separator));
  const single = lines.length === 1;
  // Lists of numbers that semicolons or spaces separate: `1,2,3;4,5,6`.
  const isList = decimal === "." ? /^[^,]+(?:,[^,]+)+$/ : /^[^,]+(?:,[^,]+){2,}$/;
  const lists = decimal === "," || separator === "," || separator === "\t" ? [] : rows.flat();
  if (lists.some(({ text }) => isList.test(text) && decimalNumber(text, ".") === null))
    return { separator: ",", decimal: ".", rows: lines.flatMap((line) => partsOf(line, separator)) };
  if (decimal) return { separator, decimal, rows: lines };
  const commas = decimalOf(rows, single);
  if (!("unclear" in commas)) return { separator, decimal: commas.decimal, rows: lines };
  throw unclearComma(commas, sample[commas.row]?.number ?? 1);
}

const outsideQuotes = (text: string): string => text.replace(/"(?:[^"]|"")*"/g, '""');

/** Whether every word of lines has at most one comma, within digits; each line has at least so many words. */
function hasOneComma(lines: readonly Line[], fewest: number): boolean {
  return lines.every(({ text }) => {
    const words = text.trim().split(/\s+/);
    return words.length >= fewest && words.every((word) => /^[^,]*(?:\d,\d[^,]*)?$/.test(word));
  });
}

/** The rows that semicolons or spaces end within a line. */
function partsOf({ text, number, start }: Line, separator: Separator): Line[] {
  const parts = [...text.matchAll(separator === ";" ? /[^;]+/g : /\S+/g)].filter(([part]) => part.trim() !== "");
  return parts.map(({ 0: part, index }) => ({ text: part, number, start: start + index }));
}

function unclearComma({ unclear, field }: Extract<Commas, { unclear: string }>, line: number) {
  const meanings = {
    pairs: "one number with a decimal comma, or two numbers",
    groups: "a number with a decimal comma, or one with its digits in groups of three",
    mixed: "a number with a decimal point, or one with its digits in groups of three, where others have decimal commas",
  } as const;
  const place = { line, column: field.column };
  return ambiguous("table", place, meanings[unclear], field.text, "decimal", [",", "."], unclear);
}

type Table = readonly (readonly Field[])[];
type IsName = (field: Field) => boolean;
type LineOf = (row: number) => number;

/** Whether numbers count up by one, as the columns that pandas numbers, or years. */
function counts(fields: readonly Field[]): boolean {
  const numbers = fields.map(({ text }) => (/^\d{1,6}$/.test(text) ? Number(text) : Number.NaN));
  return numbers.length > 1 && numbers.every((number, at) => number === (numbers[0] ?? 0) + at);
}

const hasFraction = (fields: readonly Field[]): boolean => fields.some(({ text }) => /\d[.,]\d|\/|e-/i.test(text));

function hasHeader(table: Table, isName: IsName, lineOf: LineOf, index: boolean | undefined): boolean {
  const [first = [], ...others] = table;
  if (others.length === 0) return first.length > 0 && first.every(isName);
  const hasNames = others.every((fields) => fields.length > 1 && fields[0] !== undefined && isName(fields[0]));
  const isShort = others.every(({ length }) => length === first.length + 1);
  const isEven = others.every(({ length }) => length === first.length);
  if (isShort && (hasNames || index || first.every(isName))) return true;
  const corner = first[0]?.text ?? "";
  const named = index ?? (hasNames || (corner === "" && first.length > 1));
  const titles = named ? first.slice(1) : first;
  if (titles.length > 0 && titles.every(isName)) return true;
  if (!isEven || titles.some(isName)) return false;
  if (corner === "" && first.length > 1) {
    // As pandas writes numbered columns: `,0,1`.
    const isNumbered = titles.every(({ text }, at) => text === String(at));
    const isRowOf = (fields: readonly Field[], row: number) => hasNames || fields[0]?.text === String(row);
    if (isNumbered && others.every(isRowOf)) return true;
    throw unclearHeader(first, lineOf(0));
  }
  const isTitled = hasNames && NAMES_OF_ROWS.test(corner);
  const start = Number(titles[0]?.text);
  // Two numbers from 1 are too common as data.
  const isCounting = counts(titles) && (start === 0 || (start === 1 && titles.length > 2) || start >= 1000);
  const isCounted = isCounting && others.every((fields) => hasFraction(named ? fields.slice(1) : fields));
  if (isTitled || isCounted) throw unclearHeader(first, lineOf(0));
  return false;
}

const unclearHeader = (fields: readonly Field[], line: number) =>
  ambiguous(
    "table",
    { line, column: fields[0]?.column ?? 1 },
    "names of columns, or a row of numbers",
    fields.map(({ text }) => text).join(","),
    "header",
    [true, false],
  );

function hasIndex(table: Table, header: boolean, isName: IsName, lineOf: LineOf): boolean {
  const [first = []] = table;
  const body = header ? table.slice(1) : table;
  const width = body[0]?.length ?? 0;
  if (width < 2) return false;
  if (header && body.every(({ length }) => length === first.length + 1)) return true;
  const corner = first[0]?.text ?? "";
  if (header && (corner === "" || corner === "Unnamed: 0")) return true;
  const column = body.flatMap(([field]) => (field ? [field] : []));
  const said = (
    column
      .slice(0, 3)
      .map(({ text }) => text)
      .join(", ") + (column.length > 3 ? ", …" : "")
  ).trim();
  const unclear = () =>
    ambiguous(
      "table",
      { line: lineOf(header ? 1 : 0), column: column[0]?.column ?? 1 },
      "names of rows, or a column of numbers",
      said,
      "index",
      [true, false],
    );
  if (column.every(isName)) {
    if (!column.every(({ text }) => /^[\d.,+-]/.test(text))) return true;
    // `1O` in one row is a mistake in a number; `2020-01-01` in several may be a name.
    if (column.length > 1) throw unclear();
    return false;
  }
  const start = Number(column[0]?.text);
  if (header && (start === 0 || start === 1) && counts(column)) throw unclear();
  return false;
}
