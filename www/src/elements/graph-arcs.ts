/** What a drawing of a graph draws: lines between nodes, each with the number that it shows and the cell that this number is. Pure. */
import { formatCell } from "../numbers/format.ts";
import { NEARLY_ZERO } from "../numbers/rest.ts";
import { type CellPlace, type GraphPlace, sameCell } from "./events.ts";
import type { Edge } from "./graph-points.ts";

/** A number of a step. */
export interface GraphMark extends CellPlace {
  readonly value: number;
  /** Whether it is what rounding has left of a 0. */
  readonly rest?: boolean;
}

/** Returns how the number of a mark is written. */
export const markText = ({ value, rest = false }: Pick<GraphMark, "value" | "rest">): string =>
  rest ? NEARLY_ZERO : formatCell(value);

/** A line from one node to another, or from a node to itself. */
export interface Arc {
  readonly source: number;
  readonly target: number;
  /** Whether it leads in this direction only, and has an arrow head. */
  readonly arrow: boolean;
  /** The position of its edge in the graph; null where the graph has none, such as at a loop that an algorithm adds. */
  readonly edge: number | null;
  /** The number from source to target; null without one. */
  readonly mark: GraphMark | null;
  /** The number from target to source, where the line stands for both directions; both numbers are equal then. */
  readonly back: GraphMark | null;
}

/** What a drawing highlights. */
export interface Lit {
  readonly nodes: readonly number[];
  /** Positions in the list of arcs. */
  readonly arcs: readonly number[];
}

/** The edges of a graph, with their weights in place of a step's numbers. */
export function arcsOfEdges(edges: readonly Edge[], directed: boolean): readonly Arc[] {
  return edges.map(([source, target], edge) => ({ source, target, arrow: directed, edge, mark: null, back: null }));
}

export function endsOf({ source, target }: Arc): Edge {
  return [source, target];
}

/** Whether an arc counts among those of a node: where arcs carry numbers one way, those that lead into it, or out of it. */
export function belongs(arc: Arc, node: number, outward: boolean): boolean {
  const [own, other] = outward ? [arc.source, arc.target] : [arc.target, arc.source];
  return own === node || (other === node && !(arc.arrow && arc.mark));
}

/**
 * A node with its arcs, or an arc with its ends. The other ends of a node's arcs are among its neighbors; where arcs carry numbers, these are the node's own, and it
 * alone is lit. `outward`: the arcs of a node lead out of it.
 */
export function lightAround(place: GraphPlace, arcs: readonly Arc[], outward = false): Lit {
  if ("edge" in place) {
    const arc = arcs[place.edge];
    return arc ? { nodes: [...new Set(endsOf(arc))], arcs: [place.edge] } : { nodes: [], arcs: [] };
  }
  const nodes = new Set([place.node]);
  const joined = arcs.flatMap((arc, at) => {
    if (!belongs(arc, place.node, outward)) return [];
    if (!arc.mark) for (const end of endsOf(arc)) nodes.add(end);
    return [at];
  });
  return { nodes: [...nodes], arcs: joined };
}

/** A node with its arcs alone, as the one that receives: its neighbors are not asked about. */
export function lightInto(node: number, arcs: readonly Arc[], outward = false): Lit {
  return { nodes: [node], arcs: lightAround({ node }, arcs, outward).arcs };
}

/** Returns the number that an arc shows: of its two directions the one into the given node. */
export function markOf(arc: Arc, into: number | null): GraphMark | null {
  return arc.back && into !== null && arc.source === into && arc.target !== into ? arc.back : arc.mark;
}

/** Whether an arc shows the number of a cell. */
export function shows(arc: Arc, cell: CellPlace | null): boolean {
  return sameCell(arc.mark, cell) || sameCell(arc.back, cell);
}

export function sameLit(one: Lit, other: Lit): boolean {
  return one.nodes.join() === other.nodes.join() && one.arcs.join() === other.arcs.join();
}
