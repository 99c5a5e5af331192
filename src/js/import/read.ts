import { reading } from "../errors.js";
import { isDetached, kindOf, readRecord, wrongType } from "../refuse.js";
import { readArray } from "./array.js";
import { readEdgeList } from "./edge-list.js";
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
 * JSON, SMILES. Throws `wrong-type` with the `line` and `column` of the first error, or `too-large`; nothing else.
 */
export async function read(data: string | Uint8Array | ArrayBuffer, options: ReadOptions = {}): Promise<Imported> {
  const { format, directed = false, slices = false } = reading(() => readOptions(options ?? {}));
  const bytes = reading(() => readBytes(data));
  if (bytes.length > MOST_BYTES) throw tooLarge("data", bytes.length, MOST_BYTES);
  if (typeof bytes !== "string" && (format === "npy" || (format === undefined && isNpy(bytes))))
    return { kind: "tensor", format: "npy", ...readNpy(bytes) };
  if (typeof bytes !== "string" && (format === "npz" || (format === undefined && isZip(bytes)))) return readNpz(bytes);
  const text = (typeof bytes === "string" ? bytes : new TextDecoder().decode(bytes))
    .replace(/^\ufeff/, "")
    // Between groups of three digits, as this library writes long numbers.
    .replace(/(?<=\d)\u202f(?=\d{3}(?!\d))/g, "")
    .replaceAll("\u00a0", " ");
  const found = format ?? sniff(text);
  if (text.trim() === "") throw refused(found, { line: 1, column: 1 }, "data", "", "missing-number");
  if (found === "edge-list") return readEdgeList(text, { directed });
  if (found === "table") return readTable(text, { slices });
  const reader = Object.hasOwn(TEXTS, found) ? TEXTS[found as keyof typeof TEXTS] : undefined;
  if (!reader) throw wrongType("format", "a format of texts for a text, or `npy` or `npz` for bytes", found);
  return reader(text);
}

function readOptions(options: ReadOptions): ReadOptions {
  const { format, directed, slices } = readRecord("options", options, ["format", "directed", "slices"]);
  if (format !== undefined && typeof format !== "string") throw wrongType("format", "the name of a format", format);
  for (const [name, value] of Object.entries({ directed, slices }))
    if (value !== undefined && typeof value !== "boolean") throw wrongType(name, "true or false", value);
  return { format, directed, slices } as ReadOptions;
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
  const [first = ""] = plain.split("\n").filter((line) => !/^\s*(?:[#%]|$)/.test(line));
  const fields = first.trim().split(/[\s,;]+/);
  if (/\S\s*(?:->|--)\s*\S/.test(first) || /\{.*\}\s*$/.test(first)) return "edge-list";
  const isName = (field: string | undefined) => field !== undefined && numberOf(field) === null;
  if (fields.length === 1 && isName(fields[0]) && !plain.includes("\n")) return "smiles";
  const second = plain.split("\n").filter((line) => !/^\s*(?:[#%]|$)/.test(line))[1];
  const isHeader = second?.split(/[\s,;]+/).every((field) => numberOf(field) !== null);
  return fields.length <= 3 && isName(fields[0]) && isName(fields[1]) && !isHeader ? "edge-list" : "table";
}
