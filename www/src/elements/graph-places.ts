import { type Box, fitted, NOTHING, type Spread, spread } from "./graph-layout.ts";
import type { Edge, Point } from "./graph-points.ts";
import { NOWHERE, pointOf, type Spot, type Spots, spotOf } from "./graph-spots.ts";

/** An edge that is exchanged for another is one change of the reader's; a node that is added or removed changes no edge between others. */
const MOST_CHANGED = 2;

/** Whether two graphs of the same nodes are one, of which a reader sees an edge removed, added or exchanged. */
export function isVariant(one: readonly Edge[], other: readonly Edge[]): boolean {
  return changedEdges(one, other) <= MOST_CHANGED;
}

/** Returns the number of edges that only one of the lists has. */
function changedEdges(before: readonly Edge[], after: readonly Edge[]): number {
  const names = (edges: readonly Edge[]) => new Set(edges.map((edge) => edge.join()));
  const [one, other] = [names(before), names(after)];
  return [...one].filter((name) => !other.has(name)).length + [...other].filter((name) => !one.has(name)).length;
}

export interface Placing {
  /** The nodes whose places are given. */
  readonly moved?: Spots;
  /** Whether nodes stay where they are while edges are added and removed; otherwise the graph is laid out as it is. */
  readonly steady?: boolean;
}

/** Where the nodes of a drawing are. */
export interface Stand {
  readonly points: readonly Point[];
  readonly box: Box;
}

/**
 * The places of a drawing's nodes. An edge that is added or removed moves no node, and a new node takes a free place; only another graph is laid out
 * anew. They depend on the graphs that were drawn and on the size of the drawing, never on sizes that it had before: drawings of one graph that share
 * them are alike.
 */
export class GraphPlaces {
  /** The graph that was laid out last, before it is fitted into a drawing. */
  #laid: Spread = NOTHING;
  /** Each node as one of that graph, or where there was room for it. */
  #nodes: readonly (number | Spot)[] = [];
  #edges: readonly Edge[] = [];
  /** Whether the nodes and the edges are those of the layout. */
  #whole = false;
  /** The node that is being removed. */
  #removed: number | null = null;
  /** Where the node stands that is being added. */
  #added: Spot | null = null;

  /** Says that a node is being removed: those after it keep their places. Until the graph has a node less, it is drawn as before. */
  remove(node: number): void {
    this.#removed = node;
  }

  /** Says where the node stands that is being added. */
  add(spot: Spot): void {
    this.#added = spot;
  }

  of(
    count: number,
    edges: readonly Edge[],
    box: Box,
    { moved = NOWHERE, steady = true }: Placing = {},
  ): readonly Point[] {
    // Where every place is given, nothing is laid out.
    if (!steady && Array.from({ length: count }).every((_, node) => moved.has(node)))
      return allPoints(count, moved, box);
    if (this.#removed !== null && count === this.#nodes.length - 1) this.#drop(this.#removed);
    const same = count === this.#nodes.length && changedEdges(this.#edges, edges) === 0;
    if (steady ? this.#isOther(count, edges) : !same || !this.#whole) {
      this.#laid = spread(count, edges);
      this.#nodes = this.#laid.points.map((_, node) => node);
      this.#whole = true;
    } else if (!same) this.#whole = false;
    const added = count === this.#nodes.length + 1 ? this.#added : null;
    if (!same) [this.#removed, this.#added] = [null, null];
    this.#edges = edges;
    this.#nodes = this.#nodes.slice(0, count);
    const points = this.#points(box, moved);
    if (points.length === count) return points;
    const free = added ?? spotOf(freePoint(points, box), box);
    // In a drawing as narrow as its borders no place is free: one is found at the next size.
    if (Math.min(box.width, box.height) > 2 * box.margin) this.#nodes = [...this.#nodes, free];
    return [...points, pointOf(moved.get(points.length) ?? free, box)];
  }

  #drop(node: number): void {
    const renamed = (other: number) => other - (other > node ? 1 : 0);
    this.#nodes = this.#nodes.filter((_, at) => at !== node);
    this.#whole = false;
    this.#edges = this.#edges
      .filter((ends) => !ends.includes(node))
      .map(([source, target]): Edge => [renamed(source), renamed(target)]);
    this.#removed = null;
  }

  #points(box: Box, moved: Spots): readonly Point[] {
    const laid = fitted(this.#laid.points, box, this.#laid.even);
    return this.#nodes.map((own, node) => {
      const spot = moved.get(node) ?? (typeof own === "number" ? null : own);
      return spot ? pointOf(spot, box) : (laid[own as number] ?? { x: 0, y: 0 });
    });
  }

  #isOther(count: number, edges: readonly Edge[]): boolean {
    const nodes = Math.abs(count - this.#nodes.length);
    if (this.#nodes.length === 0 || nodes > 1) return true;
    const kept = Math.min(count, this.#nodes.length);
    const between = (all: readonly Edge[]) => all.filter((ends) => ends.every((node) => node < kept));
    return changedEdges(between(this.#edges), between(edges)) > (nodes === 0 ? MOST_CHANGED : 0);
  }
}

const allPoints = (count: number, spots: Spots, box: Box): Point[] =>
  Array.from({ length: count }, (_, node) => pointOf(spots.get(node) ?? { x: 0, y: 0 }, box));

/** The node that is removed, and where one stands that is added. */
export interface Difference {
  readonly removed?: number | null;
  readonly added?: Point | null;
}

/**
 * Returns the places of all nodes once a drawing's graph is changed, as they stand: a node that is removed takes its place along, and each new one takes a
 * free place, unless its own is given.
 */
export function standing({ points, box }: Stand, nodes: number, { removed, added }: Difference = {}): Spots {
  const kept = [...points.filter((_, node) => node !== removed).slice(0, nodes), ...(added ? [added] : [])];
  while (kept.length < nodes) kept.push(freePoint(kept, box));
  return new Map(kept.map((point, node) => [node, spotOf(point, box)]));
}

/** Returns the point of the box that is farthest from all others, on a grid. */
function freePoint(points: readonly Point[], { width, height, margin }: Box): Point {
  const GRID = 16;
  let best = { x: width / 2, y: height / 2 };
  let most = -1;
  for (let row = 0; row <= GRID; row += 1) {
    for (let column = 0; column <= GRID; column += 1) {
      const point = {
        x: margin + ((width - 2 * margin) * column) / GRID,
        y: margin + ((height - 2 * margin) * row) / GRID,
      };
      const least = Math.min(...points.map(({ x, y }) => Math.hypot(x - point.x, y - point.y)));
      if (least > most) [best, most] = [point, least];
    }
  }
  return best;
}

const shared = new WeakMap<object, GraphPlaces>();

/** Returns the places that all drawings with one key have in common. */
export function placesFor(key: object): GraphPlaces {
  const found = shared.get(key) ?? new GraphPlaces();
  shared.set(key, found);
  return found;
}
