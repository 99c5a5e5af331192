/** The drawing next to the matrices: highlights, widths of edges and colors of nodes, all read from the trace. */
import type { Cell, TraceStep } from "../library.ts";
import { offsetOf } from "../numbers/shape.ts";
import type { CellRef, GraphValue } from "../state/state.ts";

/** Axes that count nodes. */
export const NODE_AXES: ReadonlySet<string> = new Set(["node", "source", "target"]);

export interface GraphLight {
  readonly nodes: readonly number[];
  readonly edges: readonly number[];
}

/** Whether an edge carries a message from source to target. */
function edgeBetween(graph: GraphValue, source: number, target: number): number {
  return graph.edges.findIndex(
    ([from, to]) => (from === source && to === target) || (!graph.directed && from === target && to === source),
  );
}

/** Returns the nodes and edges of a cell and of the cells it was computed from. */
export function lightOf(
  graph: GraphValue,
  steps: ReadonlyMap<string, TraceStep>,
  ref: CellRef | null,
  cell: Cell | null,
): GraphLight {
  const nodes = new Set<number>();
  const edges = new Set<number>();
  const add = ({ step: id, index }: CellRef) => {
    const step = steps.get(id);
    if (!step) return;
    const at = (axis: string) => index[step.axes.indexOf(axis)];
    const source = at("source");
    const target = at("target");
    step.axes.forEach((axis, position) => {
      const node = index[position];
      if (NODE_AXES.has(axis) && node !== undefined) nodes.add(node);
      if (axis === "message" && node !== undefined) addMessage(node);
    });
    if (source === undefined || target === undefined) return;
    const edge = edgeBetween(graph, source, target);
    if (edge >= 0) edges.add(edge);
  };
  const addMessage = (message: number) => {
    const edge = edgeOfMessage(graph, message);
    const ends = graph.edges[edge];
    if (!ends) return;
    edges.add(edge);
    for (const end of ends) nodes.add(end);
  };
  if (ref) add(ref);
  for (const term of cell?.terms ?? []) {
    // A term with a factor of 0, such as a pair without an edge, adds nothing, so it is not highlighted.
    if (term.every(({ value }) => value !== 0)) for (const operand of term) add(operand);
  }
  return { nodes: [...nodes], edges: [...edges] };
}

/** Messages are in the order of the edges, two for an undirected edge, one for a loop. */
function edgeOfMessage(graph: GraphValue, message: number): number {
  let first = 0;
  return graph.edges.findIndex(([source, target]) => {
    const count = graph.directed || source === target ? 1 : 2;
    first += count;
    return message < first;
  });
}

/** Returns one number for each edge, where the step has a number for each pair of nodes. */
export function edgeValues(graph: GraphValue, step: TraceStep, slice: readonly number[]): number[] | null {
  const source = step.axes.indexOf("source");
  const target = step.axes.indexOf("target");
  if (source < 0 || target < 0) return null;
  return graph.edges.map(([from, to]) => {
    const index = step.axes.map((_, axis) => slice[axis] ?? 0);
    index[source] = from;
    index[target] = to;
    return step.data[offsetOf(step.shape, index)] ?? 0;
  });
}

/** Returns one number for each node, where exactly one axis counts nodes; `at` gives the positions on the other axes. */
export function nodeValues(step: TraceStep, at: readonly number[]): number[] | null {
  const [own, ...more] = step.axes.flatMap((axis, position) => (NODE_AXES.has(axis) ? [position] : []));
  if (own === undefined || more.length > 0) return null;
  return Array.from({ length: step.shape[own] ?? 0 }, (_, node) => {
    const index = step.shape.map((length, axis) => (axis === own ? node : Math.min(at[axis] ?? 0, length - 1)));
    return step.data[offsetOf(step.shape, index)] ?? 0;
  });
}

/** Returns the cells of a step that belong to a node. */
export function cellsOfNode(step: TraceStep, node: number): number[][] {
  const axes = step.axes.flatMap((axis, position) => (NODE_AXES.has(axis) ? [position] : []));
  if (axes.length === 0 || step.shape.length > 3) return [];
  // In a matrix of pairs the row of a node contains what it receives.
  const own = axes[0] ?? 0;
  let cells: number[][] = [[]];
  step.shape.forEach((length, axis) => {
    const positions = axis === own ? [node] : Array.from({ length }, (_, position) => position);
    cells = cells.flatMap((index) => positions.map((position) => [...index, position]));
  });
  return cells.length <= 512 ? cells : [];
}

/** Returns the cells of a step that belong to an edge, in both directions where the graph is undirected. */
export function cellsOfEdge(graph: GraphValue, step: TraceStep, edge: number, slice: readonly number[]): number[][] {
  const ends = graph.edges[edge];
  const source = step.axes.indexOf("source");
  const target = step.axes.indexOf("target");
  if (!ends || source < 0 || target < 0) return [];
  const pairs = graph.directed ? [ends] : [ends, [ends[1], ends[0]] as const];
  return pairs.map(([from, to]) => {
    const index = step.axes.map((_, axis) => slice[axis] ?? 0);
    index[source] = from;
    index[target] = to;
    return index;
  });
}
