import { readArray } from "./array.js";
import { graphOf } from "./graph.js";
import { numberOf, refused, Scanner, tooLarge } from "./place.js";
import { type Imported, MOST } from "./types.js";

type Fields = Readonly<Record<string, unknown>>;

/** How many objects and arrays may be within each other. */
const MOST_LEVELS = 200;

const START = { line: 1, column: 1 };

/** Reads JSON: nested arrays, `{ shape, data }`, a graph as the algorithms take it, or the node-link data of NetworkX. */
export function readJson(text: string): Imported {
  if (/^\s*\[/.test(text)) return readArray(text, "json");
  const value = parsed(text);
  if (typeof value !== "object" || value === null) throw refused("json", START, "an array or an object", text.trim());
  const fields = value as Fields;
  if (typeof fields.nodes === "number" || isOfPairs(fields)) return readOwnGraph(fields);
  if (Array.isArray(fields.nodes)) return readNodeLink(fields);
  return readTensor(fields);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const scanner = new Scanner("json", text);
    readValue(scanner, 0);
    scanner.skipSpace();
    // Engines name the place of an error in different ways, or not at all.
    throw scanner.error("the end of the data");
  }
}

const STRING = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-f]{4}))*"/iuy;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/iy;

/** Walks over a value, up to the first error. */
function readValue(scanner: Scanner, depth: number): void {
  scanner.skipSpace();
  if (depth > MOST_LEVELS) throw scanner.error(`at most ${MOST_LEVELS} levels`);
  const isObject = scanner.take(/\{/y) !== null;
  if (!isObject && !scanner.take(/\[/y)) {
    if (!scanner.take(STRING) && !scanner.take(SCALAR)) throw scanner.error("a value of JSON");
    return;
  }
  const end = isObject ? /\s*\}/y : /\s*\]/y;
  if (scanner.take(end)) return;
  for (;;) {
    scanner.skipSpace();
    if (isObject) {
      if (!scanner.take(STRING)) throw scanner.error("a name in quotes");
      scanner.skipSpace();
      if (!scanner.take(/:/y)) throw scanner.error("a colon");
    }
    readValue(scanner, depth + 1);
    if (scanner.take(end)) return;
    scanner.skipSpace();
    if (!scanner.take(/,/y)) throw scanner.error("a comma or the closing bracket");
  }
}

function readTensor({ shape, data }: Fields): Imported {
  const lengths = Array.isArray(shape) && shape.length <= 8 ? shape.map(Number) : null;
  if (!lengths?.every((length) => Number.isInteger(length) && length >= 0))
    throw refused(
      "json",
      START,
      "`shape` and `data`, or the `nodes` and `links` of a graph",
      typeof shape === "undefined" ? "another object" : "another `shape`",
    );
  const count = lengths.reduce((product, length) => product * length, 1);
  if (count > MOST) throw tooLarge("data", count, MOST);
  if (!Array.isArray(data) || data.length !== count)
    throw refused("json", START, `${count} numbers in \`data\``, Array.isArray(data) ? `${data.length}` : typeof data);
  const numbers = Float64Array.from(data, (one: unknown, place) => {
    const number = typeof one === "number" ? one : numberOf(String(one));
    if (number === null) throw refused("json", START, "numbers in `data`", `${String(one)} at ${place}`, "number");
    return number;
  });
  return { kind: "tensor", format: "json", tensor: { shape: lengths, data: numbers } };
}

/** Whether nodes are names and edges pairs of them, or of their numbers. */
const isOfPairs = ({ nodes, edges }: Fields): boolean =>
  Array.isArray(nodes) &&
  nodes.every((node) => typeof node === "string" || typeof node === "number") &&
  Array.isArray(edges) &&
  edges.every(Array.isArray);

/** Reads a graph as the algorithms take it: `{ nodes, edges, directed, weights }`, with `names`, or names for `nodes`. Pairs are numbers, or names. */
function readOwnGraph({ nodes, edges, directed, weights, names }: Fields): Imported {
  const wrong = (expected: string, found: string) => refused("json", START, expected, found);
  const given = names ?? (Array.isArray(nodes) ? nodes : undefined);
  const count = Array.isArray(nodes) ? nodes.length : (nodes as number);
  if (!Number.isInteger(count) || count < 0) throw wrong("a whole number of `nodes`", String(count));
  if (count > MOST) throw tooLarge("nodes", count, MOST);
  if (given !== undefined && (!Array.isArray(given) || given.length !== count))
    throw wrong(`${count} \`names\``, Array.isArray(given) ? `${given.length}` : typeof given);
  if (!Array.isArray(edges)) throw wrong("a list `edges`", typeof edges);
  const isWeighted = weights !== undefined && weights !== null;
  if (isWeighted && (!Array.isArray(weights) || weights.length !== edges.length))
    throw wrong(`${edges.length} \`weights\``, Array.isArray(weights) ? `${weights.length}` : typeof weights);
  const called: string[] = given?.map(String) ?? Array.from({ length: count }, (_, number) => String(number));
  const nameAt = (end: unknown, edge: number): string => {
    // Where nodes are numbers, pairs have these numbers.
    if (typeof end === "string" || (Array.isArray(nodes) && typeof nodes[0] === "number")) return String(end);
    const name = called[end as number];
    if (name === undefined)
      throw wrong(`the number of a node, from 0 to ${count - 1}`, `${String(end)} in edges[${edge}]`);
    return name;
  };
  const list = edges.map((pair: unknown, edge) => {
    if (!Array.isArray(pair) || pair.length !== 2) throw wrong("two nodes", `another entry in edges[${edge}]`);
    const weight: unknown = isWeighted ? (weights as unknown[])[edge] : undefined;
    if (isWeighted && typeof weight !== "number") throw wrong("numbers as `weights`", `${typeof weight} at ${edge}`);
    return {
      source: nameAt(pair[0], edge),
      target: nameAt(pair[1], edge),
      weight: weight as number | undefined,
      place: START,
    };
  });
  return graphOf("json", list, { names: called, directed: directed === true });
}

/** Reads a graph of NetworkX, which has called its list of edges `links` and `edges`. */
function readNodeLink({ nodes, links, edges, directed }: Fields): Imported {
  const list = links ?? edges;
  const names = (nodes as unknown[]).map((node, place) => keyOf(node, ["id", "name"], `nodes[${place}]`));
  if (!Array.isArray(list)) throw refused("node-link", START, "a list `links` or `edges`", typeof list);
  const read = list.map((link: unknown, place) => {
    const weight = typeof link === "object" && link !== null ? (link as Fields).weight : undefined;
    if (weight !== undefined && typeof weight !== "number")
      throw refused("node-link", START, "a number as weight", `${typeof weight} in links[${place}]`);
    const [source, target] = ["source", "target"].map((end) => keyOf(link, [end], `links[${place}]`));
    return { source: source ?? "", target: target ?? "", weight, place: START };
  });
  return graphOf("node-link", read, { names, directed: directed === true });
}

function keyOf(value: unknown, keys: readonly string[], where: string): string {
  const fields = typeof value === "object" && value !== null ? (value as Fields) : {};
  const found = keys.map((key) => fields[key]).find((one) => typeof one === "string" || typeof one === "number");
  if (found === undefined) throw refused("node-link", START, `\`${keys[0]}\` in ${where}`, "none");
  return String(found);
}
