import { type Field, fieldsOf, type Line, linesOf, type Separator } from "./fields.js";
import { graphOf, type NamedEdge } from "./graph.js";
import { ambiguous, numberOf, refused } from "./place.js";
import type { Imported } from "./types.js";

/** What headers of lists of edges call their columns. */
const ENDS = [
  /^(?:source|src|from|start|u|head|node_?1|source_?id|id_?1|i)$/i,
  /^(?:target|dst|dest|destination|to|end|v|tail|node_?2|target_?id|id_?2|j)$/i,
] as const;
const WEIGHT = /^(?:weight|weights|w|value)$/i;

/** Whether the first two fields are what headers call the ends of edges. */
export const isHeaderOfEdges = ([source = "", target = ""]: readonly string[]): boolean =>
  ENDS[0].test(source) && ENDS[1].test(target);

interface EdgeListOptions {
  readonly directed?: boolean | undefined;
  readonly header?: boolean | undefined;
}

/**
 * Reads a list of edges, one on each line: two names, separated by spaces, a comma, a tab, `--` or `->` (which makes the graph directed), and a weight if there is
 * one, also as NetworkX writes it: `{'weight': 0.5}`. Lines that begin with `#` or `%` are comments. A header says which columns the ends and the weight are in;
 * others are left out. Throws `ambiguous` where the first line may be a header.
 */
export function readEdgeList(text: string, { directed = false, header }: EdgeListOptions = {}): Imported {
  const lines = linesOf(text).filter((line) => !/^\s*(?:[#%]|$)/.test(line.text));
  const separator = separatorOf(lines, header);
  const isTitled = header ?? hasHeader(lines, separator);
  const [first] = lines;
  const titles = isTitled && first ? partsOf(first, separator).map(({ text }) => text) : null;
  const places = titles && placesOf(titles);
  const list: NamedEdge[] = [];
  let arrows = directed;
  for (const line of isTitled ? lines.slice(1) : lines) {
    const facts = /\{[^{}]*\}\s*$/.exec(line.text);
    const plain = facts ? { ...line, text: line.text.slice(0, facts.index) } : line;
    const fields = partsOf(plain, separator);
    const arrow = fields[1]?.text;
    if (arrow === "->") arrows = true;
    const parts = arrow === "->" || arrow === "--" ? fields.filter((_, place) => place !== 1) : fields;
    const [source, target, weight] = places ? places.map((place) => parts[place]) : parts;
    const place = (column: number) => ({ line: line.number, column });
    const isName = (part: Field | undefined): part is Field =>
      part !== undefined && part.text !== "" && part.text !== "->" && part.text !== "--";
    const end = isName(source) ? target : source;
    if (!isName(source) || !isName(target))
      throw refused(
        "edge-list",
        place(end?.column ?? line.text.length + 1),
        "two nodes on each line",
        target?.text ?? "",
        "two-nodes",
      );
    const extra = parts[titles?.length ?? 3];
    if (extra) throw refused("edge-list", place(extra.column), "the end of the line", extra.text);
    const value = weight ? numberOf(weight.text) : weightIn(facts?.[0]);
    if (value === null || Number.isNaN(value))
      throw refused(
        "edge-list",
        place(weight?.column ?? (facts?.index ?? 0) + 1),
        "a number as weight",
        weight?.text ?? facts?.[0] ?? "",
        "number",
      );
    list.push({ source: source.text, target: target.text, weight: value, place: place(source.column) });
  }
  if (list.length === 0) throw refused("edge-list", { line: 1, column: 1 }, "an edge", "");
  const imported = graphOf("edge-list", list, { directed: arrows });
  const columns = titles && places?.flatMap((place) => titles[place] ?? []);
  return columns ? { ...imported, columns } : imported;
}

/** The sign that separates the fields of every line, so that names may have spaces; null where lines are separated in several ways. */
function separatorOf(lines: readonly Line[], header: boolean | undefined): Separator | null {
  const first = lines[0]?.text ?? "";
  const separator = (["\t", ";", ","] as const).find((one) => first.includes(one));
  if (!separator || lines.some(({ text }) => /->|--|\{/.test(text) || !text.includes(separator))) return null;
  const isTitled = header || isHeaderOfEdges(first.split(separator).map((field) => field.trim().replaceAll('"', "")));
  // `Ann, Ben 0.5`: a weight, and no name.
  if (!isTitled && lines.some(({ text }) => /[^\s,;]\s+[+-]?[\d.]+\s*$/.test(text))) return null;
  return separator;
}

const partsOf = (line: Line, separator: Separator | null): Field[] =>
  separator
    ? fieldsOf(line, separator, "edge-list")
    : [...line.text.matchAll(/->|--|[^\s,;]+?(?=->|--|[\s,;]|$)/g)].map((match) => ({
        text: match[0],
        column: match.index + 1,
      }));

function hasHeader(lines: readonly Line[], separator: Separator | null): boolean {
  const [first, ...others] = lines;
  if (!first || others.length === 0 || /->|--|\{/.test(first.text)) return false;
  const titles = partsOf(first, separator);
  const [source, target, weight] = titles;
  if (!source || !target) return false;
  const isNumber = (field: Field | undefined) => field !== undefined && numberOf(field.text) !== null;
  if (isNumber(source) || isNumber(target)) return false;
  const rows = others.map((line) => partsOf(line, separator));
  if (weight && !isNumber(weight) && rows.every((fields) => isNumber(fields[2]) || titles.length > 3)) return true;
  if (rows.every((fields) => isNumber(fields[0]) && isNumber(fields[1]))) return true;
  if (!isHeaderOfEdges([source.text, target.text])) return false;
  const isNode = rows.some((fields) =>
    fields.slice(0, 2).some(({ text }) => text === source.text || text === target.text),
  );
  if (!isNode) return true;
  const place = { line: first.number, column: source.column };
  const said = titles.map(({ text }) => text).join(",");
  throw ambiguous("edge-list", place, "names of columns, or an edge", said, "header", [true, false], "edge");
}

/** The places of the ends and of the weight among the columns. */
function placesOf(titles: readonly string[]): number[] {
  const found = ENDS.map((name) => titles.findIndex((title) => name.test(title)));
  const isNamed = found.every((place) => place >= 0);
  const [source = 0, target = 1] = isNamed ? found : [0, 1];
  const weight = titles.findIndex((title) => WEIGHT.test(title));
  if (weight >= 0 && weight !== source && weight !== target) return [source, target, weight];
  return titles.length === 3 && !isNamed ? [source, target, 2] : [source, target];
}

/** The weight among the facts of an edge; undefined without one, null if it is no number. */
function weightIn(facts: string | undefined): number | null | undefined {
  const text = facts && /['"]weight['"]\s*:\s*([^,}\s]+)/.exec(facts)?.[1];
  return text === undefined || text === "" ? undefined : numberOf(text);
}
