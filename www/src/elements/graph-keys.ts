/** Keyboard navigation in a drawing: arrow keys from node to node, with Shift around the edges of a node. Pure. */
import type { GraphPlace } from "./events.ts";
import { neighborsOf } from "./graph-layout.ts";
import type { Edge, Point } from "./graph-points.ts";

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
};

/** Returns the target of an arrow key: the neighbor nearest to its direction, else the nearest node in that direction. Null for other keys. */
export function nodeAfterKey(
  key: string,
  from: number,
  points: readonly Point[],
  edges: readonly Edge[],
): number | null {
  if (key === "Home") return 0;
  if (key === "End") return points.length - 1;
  const direction = DIRECTIONS[key];
  const start = points[from];
  if (!direction || !start) return null;
  const neighbors = new Set(neighborsOf(from, edges));
  let best = from;
  let least = Number.POSITIVE_INFINITY;
  points.forEach((point, node) => {
    if (node === from) return;
    const [dx, dy] = [point.x - start.x, point.y - start.y];
    const distance = Math.hypot(dx, dy) || 1e-9;
    const along = (dx * direction.x + dy * direction.y) / distance;
    if (along < 0.35) return;
    const cost = (neighbors.has(node) ? 1 : 4) * (distance / along);
    if (cost < least) {
      least = cost;
      best = node;
    }
  });
  return best;
}

const TURNS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Returns the target of Shift and an arrow key: the next edge of a node, clockwise from the top with the right and down arrows. `edge`: the
 * current edge, null for the node itself. Null where the node has no edge, and for other keys.
 */
export function edgeAfterKey(
  key: string,
  node: number,
  edge: number | null,
  points: readonly Point[],
  edges: readonly Edge[],
): number | null {
  const turn = TURNS[key];
  const center = points[node];
  if (turn === undefined || !center) return null;
  const around = edges
    .flatMap(([source, target], at) => {
      if (source !== node && target !== node) return [];
      const end = points[source === node ? target : source] ?? center;
      const angle = Math.atan2(end.x - center.x, center.y - end.y);
      return [{ at, angle: angle < 0 ? angle + 2 * Math.PI : angle }];
    })
    .sort((one, other) => one.angle - other.angle || one.at - other.at)
    .map(({ at }) => at);
  if (around.length === 0) return null;
  const place = edge === null ? -1 : around.indexOf(edge);
  const next = place < 0 ? (turn > 0 ? 0 : around.length - 1) : (place + turn + around.length) % around.length;
  return around[next] ?? null;
}

/** Returns the end of an edge in the direction of an arrow key; null for other keys. */
export function endAfterKey(key: string, edge: Edge, points: readonly Point[]): number | null {
  const direction = DIRECTIONS[key];
  const [source, target] = edge;
  const [start, end] = [points[source], points[target]];
  if (!direction || !start || !end) return null;
  const along = (end.x - start.x) * direction.x + (end.y - start.y) * direction.y;
  return along > 0 ? target : source;
}

export interface Keyed {
  readonly points: readonly Point[];
  readonly edges: readonly Edge[];
  /** The ends of the lines that are drawn. */
  readonly lines: readonly Edge[];
  /** The node that Tab focuses. */
  readonly current: number;
}

/** Returns the target of a key from a node or a line; null for a key that leads nowhere. */
export function placeAfterKey(
  { key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">,
  place: GraphPlace,
  { points, edges, lines, current }: Keyed,
): GraphPlace | null {
  const onEdge = "edge" in place;
  if (shiftKey) {
    const next = edgeAfterKey(key, current, onEdge ? place.edge : null, points, lines);
    return next === null ? null : { edge: next };
  }
  const edge = onEdge ? lines[place.edge] : undefined;
  const next =
    (edge && endAfterKey(key, edge, points)) ?? nodeAfterKey(key, onEdge ? current : place.node, points, edges);
  return next === null ? null : { node: next };
}
