/** Graphs in pasted data: lists of edges, files of graphs and molecules; and of matrices the adjacency matrix, `edge_index` of PyG, and rows of edges. */
import { AttographError } from "attograph";
import { type Imported, type ImportedGraph, type ReadOptions, read } from "attograph/import";
import { LONGEST_NAME } from "../state/names.ts";
import type { GraphValue } from "../state/state.ts";
import { graphMark, type Mark, Refused, Unclear, type Wanted } from "./paste-types.ts";

type Tensor = Extract<Imported, { kind: "tensor" }>["tensor"];

/** A table with so few columns may have an edge in each row. */
const WIDEST_EDGE = 3;

/**
 * Reads data for a graph: a table of two or three columns is a list of edges, unless its columns are called as its rows. Whether a square one is an adjacency matrix
 * is a question.
 */
export async function readForGraph(data: string | Uint8Array, options: ReadOptions): Promise<Imported> {
  if (options.format) return read(data, options);
  const asTable = await read(data, options).catch((error: unknown) => error);
  if (asTable instanceof AttographError) {
    if (asTable.facts.format !== "table") throw asTable;
    // What is no table, or an unclear one, may well be a list of edges.
    return read(data, { ...options, format: "edge-list" }).catch(() => {
      throw asTable;
    });
  }
  if (asTable instanceof Error) throw asTable;
  const found = asTable as Imported;
  if (found.kind !== "tensor" || found.format !== "table" || isAdjacency(found)) return found;
  const [rows = 0, columns = 0] = found.tensor.shape;
  const width = columns + (found.rows ? 1 : 0);
  if (width < 2 || width > WIDEST_EDGE) return found;
  if (rows === columns && !found.rows)
    throw new Unclear({ option: "format", values: ["edge-list", "table"], reason: "format", facts: { rows } });
  return read(data, { ...options, format: "edge-list" });
}

/** Whether the columns of a table are called as its rows. */
const isAdjacency = ({ rows, columns }: Extract<Imported, { kind: "tensor" }>): boolean =>
  rows !== undefined &&
  columns !== undefined &&
  rows.length === columns.length &&
  rows.every((name, at) => name === columns[at]);

export function graphIn(
  found: Imported,
  { directed }: Extract<Wanted, { kind: "graph" }>,
): { value: GraphValue; mark: Mark } {
  if (found.kind === "tensors") throw new Refused("no-graph");
  const graph = found.kind === "graph" ? found.graph : graphOf(found.tensor, directed);
  const names = namesOf(found, graph.nodes);
  const value = { ...graph, weights: graph.weights ?? null, names };
  return { value, mark: graphMark(found.format, value, names ?? []) };
}

/** The names of the nodes: of an adjacency matrix, those of its rows or columns; of `edge_index`, its numbers. Null where the data have none. */
function namesOf(found: Exclude<Imported, { kind: "tensors" }>, nodes: number): readonly string[] | null {
  if (found.kind === "graph") return found.names.map((name) => name.slice(0, LONGEST_NAME));
  const [rows, columns] = found.tensor.shape;
  if (rows !== columns) return Array.from({ length: nodes }, (_, node) => String(node));
  return [found.rows, found.columns].find((names) => names?.length === nodes) ?? null;
}

/** A square matrix is an adjacency matrix, with a row for the source of an edge; two rows or two columns of nodes are the ends of edges. */
function graphOf({ shape, data }: Tensor, directed: boolean): ImportedGraph {
  const [rows = 0, columns = 0] = shape;
  if (shape.length === 2 && rows === columns && rows > 0) return ofAdjacency(data, rows);
  if (shape.length !== 2 || (rows !== 2 && columns !== 2)) throw new Refused("no-graph");
  const count = rows === 2 ? columns : rows;
  const at = (edge: number, end: number) => data[rows === 2 ? end * columns + edge : 2 * edge + end] ?? Number.NaN;
  const edges = Array.from({ length: count }, (_, edge): [number, number] => [at(edge, 0), at(edge, 1)]);
  if (!edges.flat().every((node) => Number.isInteger(node) && node >= 0)) throw new Refused("no-graph");
  const nodes = 1 + edges.flat().reduce((largest, node) => Math.max(largest, node), -1);
  return { nodes, edges, directed: rows === 2 || directed };
}

function ofAdjacency(data: Float64Array, nodes: number): ImportedGraph {
  const weight = (source: number, target: number) => data[source * nodes + target] ?? 0;
  const pairs = Array.from({ length: nodes * nodes }, (_, place): [number, number] => [
    Math.floor(place / nodes),
    place % nodes,
  ]);
  const directed = pairs.some(([source, target]) => weight(source, target) !== weight(target, source));
  const edges = pairs.filter(([source, target]) => weight(source, target) !== 0 && (directed || source <= target));
  const weights = edges.map(([source, target]) => weight(source, target));
  if (!weights.every(Number.isFinite)) throw new Refused("no-graph");
  return { nodes, edges, directed, ...(weights.some((one) => one !== 1) && { weights }) };
}
