/** The rings of a graph, such as those of a molecule, which are drawn as regular polygons. Pure. */
import type { Edge, Point } from "./graph-points.ts";

/** The nodes of a ring, in their order around it. */
export type Ring = readonly number[];

/** A ring of fewer nodes is one only beside a ring of so many, and where nothing else is joined to it: others are triangles among friends. */
const LEAST = 5;
const MOST = 8;

/** Returns the neighbors of each node. */
function neighborsOfAll(count: number, edges: readonly Edge[]): readonly ReadonlySet<number>[] {
  const found = Array.from({ length: count }, () => new Set<number>());
  for (const [source, target] of edges) {
    if (source === target) continue;
    found[source]?.add(target);
    found[target]?.add(source);
  }
  return found;
}

/** Returns the shortest way between two joined nodes that does not take their edge; null where there is none, or none so short that it closes a ring. */
function wayAround([source, target]: Edge, neighbors: readonly ReadonlySet<number>[]): Ring | null {
  const before = new Map<number, number>([[source, source]]);
  let outer = [source];
  for (let length = 1; length < MOST && !before.has(target); length += 1) {
    const next: number[] = [];
    for (const node of outer) {
      for (const other of neighbors[node] ?? []) {
        if (before.has(other) || (node === source && other === target)) continue;
        before.set(other, node);
        next.push(other);
      }
    }
    outer = next;
  }
  if (!before.has(target)) return null;
  const way = [target];
  for (let node = target; node !== source; way.push(node)) node = before.get(node) ?? source;
  return way;
}

/** Returns the rings of a graph, each once: the shortest way around from each edge. */
export function ringsOf(count: number, edges: readonly Edge[]): readonly Ring[] {
  const neighbors = neighborsOfAll(count, edges);
  const found = new Map<string, Ring>();
  for (const edge of edges) {
    const ring = edge[0] === edge[1] ? null : wayAround(edge, neighbors);
    if (!ring || ring.length < 3) continue;
    const alone = ring.every((node) => neighbors[node]?.size === 2);
    if (ring.length >= LEAST || alone) found.set([...ring].sort((one, other) => one - other).join(), ring);
  }
  const rings = [...found.values()];
  return rings.some(({ length }) => length >= LEAST) ? rings : [];
}

/** The distance of two nodes of a regular polygon whose sides are 1. `apart`: how many sides are between them. */
export function chord(sides: number, apart: number): number {
  return Math.sin((Math.PI * apart) / sides) / Math.sin(Math.PI / sides);
}

/** Returns the corners of the regular polygon that is nearest to the places of a ring's nodes. */
function cornersOf(own: readonly Point[], side: number): readonly Point[] {
  const { length } = own;
  const center = {
    x: own.reduce((sum, { x }) => sum + x, 0) / length,
    y: own.reduce((sum, { y }) => sum + y, 0) / length,
  };
  const radius = side / (2 * Math.sin(Math.PI / length));
  // How far the corners, in one direction of going around, are turned from the nodes, and how well they meet them.
  const fits = [1, -1].map((direction) => {
    let [along, across] = [0, 0];
    own.forEach(({ x, y }, at) => {
      const angle = (direction * 2 * Math.PI * at) / length;
      const [dx, dy] = [x - center.x, y - center.y];
      along += dx * Math.cos(angle) + dy * Math.sin(angle);
      across += dy * Math.cos(angle) - dx * Math.sin(angle);
    });
    return { direction, turn: Math.atan2(across, along), fit: Math.hypot(along, across) };
  });
  const { direction, turn } = fits.reduce((best, one) => (one.fit > best.fit ? one : best));
  return own.map((_, at) => {
    const angle = turn + (direction * 2 * Math.PI * at) / length;
    return { x: center.x + radius * Math.cos(angle), y: center.y + radius * Math.sin(angle) };
  });
}

/** How often rings that share nodes are brought nearer to polygons. */
const TURNS = 200;

/** Moves the nodes of rings to the corners of regular polygons; a node of several rings goes between its corners, until they meet where they can. */
export function evened(points: readonly Point[], rings: readonly Ring[], side: number): readonly Point[] {
  const shared = new Set(rings.flat()).size < rings.flat().length;
  let result = points;
  for (let turn = 0; turn < (shared ? TURNS : Math.min(1, rings.length)); turn += 1) {
    const corners = new Map<number, Point[]>();
    for (const ring of rings) {
      const own = cornersOf(
        ring.map((node) => result[node] ?? { x: 0, y: 0 }),
        side,
      );
      ring.forEach((node, at) => {
        corners.set(node, [...(corners.get(node) ?? []), own[at] ?? { x: 0, y: 0 }]);
      });
    }
    result = result.map((point, node) => {
      const all = corners.get(node);
      if (!all) return point;
      return {
        x: all.reduce((sum, { x }) => sum + x, 0) / all.length,
        y: all.reduce((sum, { y }) => sum + y, 0) / all.length,
      };
    });
  }
  return result;
}
