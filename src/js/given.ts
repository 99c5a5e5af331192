import type { Given } from "./glue.js";
import type { Machine } from "./machine.js";
import {
  dataLength,
  each,
  isPromise,
  missing,
  tooLarge,
  unknown,
  wholeNumber,
  wrongRank,
  wrongType,
} from "./refuse.js";
import { type FlatTensor, flatten } from "./tensor.js";
import type { CatalogInput, GraphUnion, Notice } from "./types.js";

/** The inputs that every algorithm has beside its own; their values are words. */
const POLICIES = ["emptyRow", "nonFinite"];

const GRAPH_FIELDS = ["nodes", "edges", "directed", "weights"];

/** More graphs than a batch has; a limit for arrays that claim any length. */
const MAX_GRAPHS = 100_000;

/** Returns the inputs of a call as a flat list of copies, which later changes by the caller do not affect. */
export function flattenInputs(
  entry: { readonly inputs: readonly (Declared & Pick<CatalogInput, "former">)[] },
  inputs: unknown,
): Given[] {
  const known = new Map<string, Declared>(entry.inputs.map((input) => [input.name, input]));
  for (const policy of POLICIES) known.set(policy, { name: policy, kind: "choice", axes: [] });
  const names = [...known.keys()];
  for (const input of entry.inputs) if (input.former !== null) known.set(input.former, input);
  const given: Given[] = [];
  const visit = (value: unknown, path: string): void => {
    // Left out.
    if (value === undefined || value === null) return;
    const declared = known.get(path);
    if (declared) {
      const present = declared.name === path ? undefined : declared.name;
      given.push({ ...flattenInput(path, declared, value), ...(present !== undefined && { present }) });
      return;
    }
    const prefix = path === "" ? "" : `${path}.`;
    if (![...known.keys()].some((name) => name.startsWith(prefix))) throw unknown("input", path, names);
    if (!isRecord(value)) throw wrongType(path || "inputs", "an object", value);
    for (const key of Object.keys(value)) visit(value[key], prefix + key);
  };
  visit(inputs ?? {}, "");
  return given;
}

type Declared = Pick<CatalogInput, "name" | "kind" | "axes">;

/** Returns the notice that names the first input that was given by its former name; the library has the same for its own runs. */
export function renamedNotice(given: readonly Given[]): Notice[] {
  const renamed = given.flatMap(({ name, present }) => (present === undefined ? [] : [{ input: name, name: present }]));
  const [first] = renamed.sort((a, b) => (a.input < b.input ? -1 : 1));
  return first ? [{ code: "renamed-input", ...first }] : [];
}

function flattenInput(name: string, { kind, axes }: Declared, value: unknown): Given {
  switch (kind) {
    case "tensor":
      if (isBatch(value)) {
        for (const field of Object.keys(value)) {
          if (field !== "batch") throw unknown("input", `${name}.${field}`, [`${name}.batch`]);
        }
        return { name, kind: "batch", ...flattenTensor(`${name}.batch`, axes.length + 1, value.batch) };
      }
      return { name, kind: "tensor", ...flattenTensor(name, axes.length, value) };
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

/** Whether a tensor is given for each member of a batch. */
const isBatch = (value: unknown): value is { readonly batch: unknown } => isRecord(value) && "batch" in value;

function flattenTensor(name: string, rank: number, value: unknown): FlatTensor {
  const tensor = flatten(name, value);
  const found = tensor.shape.length;
  if (!Array.isArray(value) || found >= rank || !tensor.shape.includes(0)) return tensor;
  const example = `{ shape: [0${", 3".repeat(rank - 1)}], data: [] }`;
  throw wrongRank(name, rank, found, `an empty array does not say how long the other axes are; write it as ${example}`);
}

/** Returns a copy of a graph, ready to cross. */
export function flattenGraph(name: string, value: unknown): Given {
  if (!isRecord(value)) throw wrongType(name, "a graph: { nodes, edges, directed, weights }", value);
  for (const field of Object.keys(value)) {
    if (!GRAPH_FIELDS.includes(field)) {
      const known = GRAPH_FIELDS.map((field) => `${name}.${field}`);
      throw unknown("input", `${name}.${field}`, known);
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
    ...pairs(flatten(`${name}.edges`, edges)),
    directed: directed ?? false,
    weights: weights === undefined || weights === null ? undefined : flattenWeights(`${name}.weights`, weights),
  };
}

/**
 * Returns edges as pairs of source and target. A row of sources above a row of targets, as in PyTorch Geometric, is transposed. Two rows of two numbers could
 * be either, and are two pairs.
 */
function pairs({ shape, data }: FlatTensor): FlatTensor {
  const [rows, edges = 0] = shape;
  if (shape.length !== 2 || rows !== 2 || edges === 2) return { shape, data };
  const turned = data.map((_, place) => data[(place % 2) * edges + Math.floor(place / 2)] ?? Number.NaN);
  return { shape: Uint32Array.of(edges, 2), data: turned };
}

/** One weight for each edge. Only the numbers cross, not the shape. */
function flattenWeights(name: string, value: unknown): Float64Array {
  const { shape, data } = flatten(name, value);
  if (shape.length !== 1) throw wrongRank(name, 1, shape.length);
  if (shape[0] !== data.length) throw dataLength(name, shape[0] ?? 0, data.length);
  return data;
}

type Group = { [name: string]: unknown };

/** Returns inputs with dots in their names as nested groups, as a caller writes them. */
export function nest(inputs: readonly { readonly name: string; readonly value: unknown }[]): Group {
  const all: Group = {};
  for (const { name, value } of inputs) {
    const path = name.split(".");
    const last = path.pop() ?? name;
    let group = all;
    for (const part of path) {
      group[part] ??= {};
      group = group[part] as Group;
    }
    group[last] = value;
  }
  return all;
}

/** Returns the value of an input as a caller writes it; numbers are copied. */
export function givenValue({ kind, shape, data, number, flag, word, nodes, directed, weights }: Given): unknown {
  const tensor = { shape: Array.from(shape ?? []), data: data?.slice() };
  if (kind === "tensor") return tensor;
  if (kind === "batch") return { batch: tensor };
  if (kind === "graph") return { nodes, edges: tensor, directed, ...(weights && { weights: weights.slice() }) };
  return number ?? flag ?? word;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || isPromise(value)) return false;
  return !Array.isArray(value) && !ArrayBuffer.isView(value);
}

/** Validates the graphs of a union, and returns copies. */
export function readGraphs(graphs: unknown): Given[] {
  if (!Array.isArray(graphs)) throw wrongType("graphs", "an array of graphs", graphs);
  if (graphs.length > MAX_GRAPHS) throw tooLarge("graphs", [graphs.length], MAX_GRAPHS);
  return each(graphs, (graph, position) => flattenGraph(`graphs[${position}]`, graph));
}

/** Returns the graphs as one. */
export function uniteGraphs(machine: Machine, graphs: readonly Given[]): GraphUnion {
  const { nodes, edges, directed, weights, offsets } = machine.call((glue) => glue.disjointUnion(graphs));
  const tensor = { shape: [edges.length / 2, 2], data: edges };
  return { graph: { nodes, edges: tensor, directed, ...(weights && { weights }) }, offsets };
}
