/** Which nodes of a graph a cell belongs to, and which cells of a table belong to nodes: what is pointed to in one is found in the other. Pure. */
import type { PointedNodes } from "../elements/events.ts";
import { nodeAxes, pairAxes, positionsOn } from "../elements/graph-axes.ts";
import { cellsOfNode } from "../elements/graph-view.ts";
import type { TraceStep } from "../library.ts";
import type { GraphValue } from "../state/state.ts";

/** Returns the nodes that a cell is a number of; null where it is of none. */
export function nodesOf({ nodes }: GraphValue, step: TraceStep, index: readonly number[]): PointedNodes | null {
  const pair = pairAxes(step, nodes);
  if (pair) return { pairs: [[index[pair.target] ?? 0, index[pair.source] ?? 0]] };
  const [own] = nodeAxes(step, nodes);
  return own === undefined ? null : { node: index[own] ?? 0 };
}

/** Returns the cells of a table that belong to nodes: of a node its row, of a pair the cell of the two, where the table has one for each pair. */
export function linkedCells(
  graph: GraphValue,
  table: TraceStep,
  pointed: PointedNodes,
  slices: Readonly<Record<string, number>>,
): readonly (readonly number[])[] {
  if ("node" in pointed) return cellsOfNode(graph, table, pointed.node);
  const axes = pairAxes(table, graph.nodes);
  if (!axes) return [];
  const shown = positionsOn(table, null, slices);
  return pointed.pairs.map(([target, source]) =>
    shown.map((position, axis) => (axis === axes.target ? target : axis === axes.source ? source : position)),
  );
}
