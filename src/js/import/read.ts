import { reading } from "../errors.js";
import { isDetached, kindOf, readRecord, wrongType } from "../refuse.js";
import { readArray } from "./array.js";
import type { Decimal } from "./decimal.js";
import { isHeaderOfEdges, readEdgeList } from "./edge-list.js";
import { foreign, foreignIn } from "./foreign.js";
import { readGraphml } from "./graphml.js";
import { readJson } from "./json.js";
import { isNpy, readNpy } from "./npy.js";
import { isZip, readNpz } from "./npz.js";
import { numberOf, refused, tooLarge } from "./place.js";
import { readSmiles } from "./smiles.js";
import { readTable } from "./table.js";
import type { Format, Imported } from "./types.js";

/** How data are read. */
export interface ReadOptions {
  /** The format; by default it is found out. */
  readonly format?: Exclude<Format, "node-link">;
  /** Whether a list of edges is directed; one with arrows always is. */
  readonly directed?: boolean;
  /** Whether an empty line in a table begins the next slice of a tensor with three axes. */
  readonly slices?: boolean;
  /** Whether the first line of a table or of a list of edges has the names of the columns; by default a line of words has. */
  readonly header?: boolean;
  /** Whether the first column of a table has the names of the rows; by default a column of words has. */
  readonly index?: boolean;
  /** The decimal sign in a table; the other one groups digits in threes. By default it is found out. */
  readonly decimal?: Decimal;
}

/** The most bytes, or characters, that are read. */
const MOST_BYTES = 2 ** 26;

const TEXTS = {
  array: (text: string) => readArray(text),
  json: readJson,
  graphml: readGraphml,
  smiles: readSmiles,
};

/**
 * Reads data of other programs: CSV and TSV, nested brackets as JSON, NumPy and PyTorch print them, `.npy` and `.npz`, lists of edges, GraphML, NetworkX's node-link
 * JSON, SMILES. Throws `wrong-type` with the `line` and `column` of the first error, `ambiguous` where data may mean two things, with the option that says which, or
 * `too-large`; nothing else.
 */
export async function read(data: string | Uint8Array | ArrayBuffer, options: ReadOptions = {}): Promise<Imported> {
  const {
    format,
    directed = false,
    slices = false,
    header,
    index,
    decimal,
  } = reading(() => readOptions(options ?? {}));
  const bytes = reading(() => readBytes(data));
  if (bytes.length > MOST_BYTES) throw tooLarge("data", bytes.length, MOST_BYTES);
  if (typeof bytes !== "string" && (format === "npy" || (format === undefined && isNpy(bytes))))
    return { kind: "tensor", format: "npy", ...readNpy(bytes) };
  if (typeof bytes !== "string" && (format === "npz" || (format === undefined && isZip(bytes)))) return readNpz(bytes);
  const program = typeof bytes === "string" ? null : foreignIn(bytes);
  if (program) throw foreign(program, format);
  const text = (typeof bytes === "string" ? bytes : new TextDecoder().decode(bytes))
    .replace(/^\ufeff/, "")
    // Between groups of three digits, as this library writes long numbers.
    .replace(/(?<=\d)\u202f(?=\d{3}(?!\d))/g, "")
    .replaceAll("\u00a0", " ");
  const found = format ?? sniff(text);
  if (text.trim() === "") throw refused(found, { line: 1, column: 1 }, "data", "", "missing-number");
  if (found === "edge-list") return readEdgeList(text, { directed, header });
  if (found === "table") return readTable(text, { slices, header, index, decimal });
  const reader = Object.hasOwn(TEXTS, found) ? TEXTS[found as keyof typeof TEXTS] : undefined;
  if (!reader) throw wrongType("format", "a format of texts for a text, or `npy` or `npz` for bytes", found);
  return reader(text);
}

function readOptions(options: ReadOptions): ReadOptions {
  const known = ["format", "directed", "slices", "header", "index", "decimal"];
  const { format, decimal, ...flags } = readRecord("options", options, known);
  if (format !== undefined && typeof format !== "string") throw wrongType("format", "the name of a format", format);
  if (decimal !== undefined && decimal !== "." && decimal !== ",") throw wrongType("decimal", "`.` or `,`", decimal);
  for (const [name, value] of Object.entries(flags))
    if (value !== undefined && typeof value !== "boolean") throw wrongType(name, "true or false", value);
  return { format, decimal, ...flags } as ReadOptions;
}

/** A text as it is, and bytes without what a caller may have put over them. */
function readBytes(data: unknown): string | Uint8Array {
  if (typeof data === "string") return data;
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (kindOf(data) !== "Uint8Array" || isDetached(data)) throw wrongType("data", "a text or bytes", data);
  const { buffer, byteOffset, length } = data as Uint8Array;
  return buffer instanceof ArrayBuffer
    ? new Uint8Array(buffer, byteOffset, length)
    : new Uint8Array(data as Uint8Array);
}

/** Returns the format that a text appears to have. Rows of two numbers are a table; give the format if they are edges. */
export function sniff(text: string): Exclude<Format, "node-link"> {
  if (typeof text !== "string") throw wrongType("text", "a text", text);
  const plain = text.trim();
  if (plain.startsWith("<")) return "graphml";
  if (plain.startsWith("{")) return "json";
  if (plain.startsWith("["))
    return /^\[[\s[]*[^\s\],]+\s+[^\s,\]]/.test(plain) || /[\d.]\.[\s,\]]/.test(plain.slice(0, 1000))
      ? "array"
      : "json";
  if (/^(?:np\.|numpy\.|torch\.)?(?:array|tensor)\s*\(|^Parameter containing/.test(plain)) return "array";
  const [first = "", second] = plain.split("\n").filter((line) => !/^\s*(?:[#%]|$)/.test(line));
  const fields = fieldsIn(first);
  if (/\S\s*(?:->|--)\s*\S/.test(first) || /\{.*\}\s*$/.test(first)) return "edge-list";
  const isName = (field: string | undefined) =>
    field !== undefined && numberOf(field) === null && !/^[+\-\u2212]?\d[\d.,]*$/.test(field);
  if (fields.length === 1 && isName(fields[0]) && !plain.includes("\n")) return "smiles";
  if (second !== undefined && isHeaderOfEdges(fields)) return "edge-list";
  const isEdge = fields.length <= 3 && isName(fields[0]) && isName(fields[1]);
  // Names above numbers are a header of a table, whose rows may have names.
  const isHeader =
    second !== undefined &&
    fieldsIn(second)
      .slice(1)
      .every((field) => !isName(field));
  return isEdge && !isHeader ? "edge-list" : "table";
}

/** The fields of a line without their quotes, separated by the first of these signs that it has. */
function fieldsIn(line: string): string[] {
  const separator = ["\t", ";", ","].find((sign) => line.includes(sign)) ?? /\s+/;
  return line
    .trim()
    .split(separator)
    .map((field) => field.trim().replace(/^"(.*)"$/, "$1"));
}
