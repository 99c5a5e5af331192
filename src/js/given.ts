import type { Given } from "./glue.js";
import { dataLength, missing, unknown, wholeNumber, wrongRank, wrongType } from "./refuse.js";
import { flatten } from "./tensor.js";
import type { CatalogEntry, CatalogInput } from "./types.js";

/** The inputs that every algorithm has beside its own; their values are words. */
const POLICIES = ["emptyRow", "nonFinite"];

const GRAPH_FIELDS = ["nodes", "edges", "directed", "weights"];

/** Returns the inputs of a call as a flat list of copies, which later changes by the caller do not affect. */
export function flattenInputs(entry: CatalogEntry, inputs: unknown): Given[] {
  const known = new Map<string, CatalogInput["kind"]>(entry.inputs.map((input) => [input.name, input.kind]));
  for (const policy of POLICIES) known.set(policy, "choice");
  const given: Given[] = [];
  const visit = (value: unknown, path: string): void => {
    // Left out.
    if (value === undefined || value === null) return;
    const kind = known.get(path);
    if (kind) {
      given.push(flattenInput(path, kind, value));
      return;
    }
    const prefix = path === "" ? "" : `${path}.`;
    if (![...known.keys()].some((name) => name.startsWith(prefix))) throw unknown(path, [...known.keys()]);
    if (!isRecord(value)) throw wrongType(path || "inputs", "an object", value);
    for (const key of Object.keys(value)) visit(value[key], prefix + key);
  };
  visit(inputs ?? {}, "");
  return given;
}

function flattenInput(name: string, kind: CatalogInput["kind"], value: unknown): Given {
  switch (kind) {
    case "tensor":
      return { name, kind: "tensor", ...flatten(name, value) };
    case "graph":
      return flattenGraph(name, value);
    case "flag":
      if (typeof value !== "boolean") throw wrongType(name, "true or false", value);
      return { name, kind: "flag", flag: value };
    case "choice":
      if (typeof value !== "string") throw wrongType(name, "a word", value);
      return { name, kind: "word", word: value };
    default:
      // The library validates its range, and whether it must be a whole number.
      if (typeof value !== "number") throw wrongType(name, kind === "integer" ? "a whole number" : "a number", value);
      return { name, kind: "number", number: value };
  }
}

function flattenGraph(name: string, value: unknown): Given {
  if (!isRecord(value)) throw wrongType(name, "a graph: { nodes, edges, directed, weights }", value);
  for (const field of Object.keys(value)) {
    if (!GRAPH_FIELDS.includes(field)) {
      const known = GRAPH_FIELDS.map((field) => `${name}.${field}`);
      throw unknown(`${name}.${field}`, known);
    }
  }
  const { nodes, edges, directed, weights } = value;
  if (nodes === undefined || nodes === null) throw missing(`${name}.nodes`);
  if (edges === undefined || edges === null) throw missing(`${name}.edges`);
  if (directed !== undefined && directed !== null && typeof directed !== "boolean") {
    throw wrongType(`${name}.directed`, "true or false", directed);
  }
  return {
    name,
    kind: "graph",
    nodes: wholeNumber(`${name}.nodes`, nodes, 0),
    ...flatten(`${name}.edges`, edges),
    directed: directed ?? false,
    weights: weights === undefined || weights === null ? undefined : flattenWeights(`${name}.weights`, weights),
  };
}

/** One weight for each edge. Only the numbers cross, not the shape. */
function flattenWeights(name: string, value: unknown): Float64Array {
  const { shape, data } = flatten(name, value);
  if (shape.length !== 1) throw wrongRank(name, 1, shape.length);
  if (shape[0] !== data.length) throw dataLength(name, shape[0] ?? 0, data.length);
  return data;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}
