import { flattenGraph } from "./given.js";
import type { Given } from "./glue.js";
import type { Machine } from "./machine.js";
import { each, tooLarge, wrongType } from "./refuse.js";
import type { GraphUnion } from "./types.js";

/** More graphs than a batch has; a limit for arrays that claim any length. */
const MAX_GRAPHS = 100_000;

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
