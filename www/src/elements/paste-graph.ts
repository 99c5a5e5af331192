/** Graphs in pasted data: lists of edges, files of graphs and molecules; and of matrices the adjacency matrix, `edge_index` of PyG, and rows of edges. */
import { type Imported, type ImportedGraph, read } from "attograph/import";
import type { GraphValue } from "../state/state.ts";
import { graphMark, type Mark, Refused, type Wanted } from "./paste-types.ts";

type Tensor = Extract<Imported, { kind: "tensor" }>["tensor"];

/** A table with so few columns has an edge in each row. */
const WIDEST_EDGE = 3;

export async function graphIn(
  imported: Imported,
  data: string | Uint8Array,
  { directed }: Extract<Wanted, { kind: "graph" }>,
): Promise<{ value: GraphValue; mark: Mark }> {
  let found = imported;
  if (found.kind === "tensor" && found.format === "table" && (found.tensor.shape[1] ?? 0) <= WIDEST_EDGE)
    found = await read(data, { format: "edge-list", directed });
  if (found.kind === "tensors") throw new Refused("no-graph");
  const graph = found.kind === "graph" ? found.graph : graphOf(found.tensor, directed);
  const value = { ...graph, weights: graph.weights ?? null };
  return { value, mark: graphMark(found.format, value, found.kind === "graph" ? found.names : []) };
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
