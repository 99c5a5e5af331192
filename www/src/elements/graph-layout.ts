/**
 * The layout of a drawing: a force layout that runs to its end at once, from fixed positions on a circle, so that the same graph always looks the
 * same. The drawing is then rotated so that it is widest horizontally, with the first node on the left. Pure.
 */
import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationNodeDatum,
} from "d3-force";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly width: number;
  readonly height: number;
  /** Free space along the border. */
  readonly margin: number;
}

export type Edge = readonly [source: number, target: number];

const TICKS = 300;
const LINK = 60;
/** The largest scale of small graphs. */
const LARGEST_SCALE = 2.6;

function simulate(count: number, edges: readonly Edge[]): SimulationNodeDatum[] {
  const radius = (LINK * Math.max(count, 3)) / 6;
  const nodes: SimulationNodeDatum[] = Array.from({ length: count }, (_, node) => {
    const angle = (2 * Math.PI * node) / Math.max(count, 1);
    return { x: -radius * Math.cos(angle), y: -radius * Math.sin(angle) };
  });
  const links = edges
    .filter(([source, target]) => source !== target && source < count && target < count)
    .map(([source, target]) => ({ source, target }));
  forceSimulation(nodes)
    .stop()
    .force("charge", forceManyBody().strength(-240))
    .force("link", forceLink(links).distance(LINK).strength(0.7))
    .force("collide", forceCollide(LINK / 2.5))
    .force("x", forceX(0).strength(0.05))
    .force("y", forceY(0).strength(0.07))
    .tick(TICKS);
  return nodes;
}

/** Rotates points so that they spread most along x. */
function turned(points: readonly Point[]): Point[] {
  const count = Math.max(points.length, 1);
  const x = points.reduce((sum, point) => sum + point.x, 0) / count;
  const y = points.reduce((sum, point) => sum + point.y, 0) / count;
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (const point of points) {
    xx += (point.x - x) ** 2;
    xy += (point.x - x) * (point.y - y);
    yy += (point.y - y) ** 2;
  }
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const result = points.map((point) => ({
    x: cos * (point.x - x) + sin * (point.y - y),
    y: cos * (point.y - y) - sin * (point.x - x),
  }));
  const flipX = (result[0]?.x ?? 0) > 0 ? -1 : 1;
  const flipY = (result[1]?.y ?? 0) > 0 ? -1 : 1;
  return result.map((point) => ({ x: flipX * point.x, y: flipY * point.y }));
}

function fitted(points: readonly Point[], { width, height, margin }: Box): Point[] {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const across = (width - 2 * margin) / Math.max(right - left, 1e-9);
  const down = (height - 2 * margin) / Math.max(bottom - top, 1e-9);
  const scale = Math.min(across, down, LARGEST_SCALE);
  // Distances may be stretched a little to use the available space.
  const stretch = { x: Math.min(across, scale * 1.25, LARGEST_SCALE), y: Math.min(down, scale * 1.25, LARGEST_SCALE) };
  return points.map(({ x, y }) => ({
    x: width / 2 + (x - (left + right) / 2) * stretch.x,
    y: height / 2 + (y - (top + bottom) / 2) * stretch.y,
  }));
}

/** Returns a position in the box for each node. */
export function layOut(count: number, edges: readonly Edge[], box: Box): Point[] {
  if (count === 0) return [];
  const points = simulate(count, edges).map(({ x = 0, y = 0 }) => ({ x, y }));
  return fitted(turned(points), box);
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

/** An edge that is exchanged for another is one change of the reader's; a node that is added or removed changes no edge between others. */
const MOST_CHANGED = 2;

/** Returns the number of edges that only one of the lists has. */
function changedEdges(before: readonly Edge[], after: readonly Edge[]): number {
  const names = (edges: readonly Edge[]) => new Set(edges.map((edge) => edge.join()));
  const [one, other] = [names(before), names(after)];
  return [...one].filter((name) => !other.has(name)).length + [...other].filter((name) => !one.has(name)).length;
}

/**
 * The places of a drawing's nodes. An edge that is added or removed moves no node, and a new node takes a free place; only another graph is laid out
 * anew. With another size of the drawing, places that the reader has come by are stretched.
 */
export class GraphPlaces {
  #points: readonly Point[] = [];
  #box: Box | null = null;
  #edges: readonly Edge[] = [];
  /** Whether the places are those of the layout of exactly these edges. */
  #laidOut = false;

  /** Moves a node; with another size of the drawing it moves along. */
  move(node: number, point: Point): void {
    this.#points = this.#points.map((own, at) => (at === node ? point : own));
    this.#laidOut = false;
  }

  /** Forgets a node that is removed: those after it keep their places. */
  remove(node: number): void {
    const renamed = (other: number) => other - (other > node ? 1 : 0);
    this.#points = this.#points.filter((_, at) => at !== node);
    this.#edges = this.#edges
      .filter((ends) => !ends.includes(node))
      .map(([source, target]): Edge => [renamed(source), renamed(target)]);
    this.#laidOut = false;
  }

  of(count: number, edges: readonly Edge[], box: Box): readonly Point[] {
    // In a drawing as narrow as its borders all places are one: those of the last size are kept for the next one.
    if (this.#box && count === this.#points.length && !hasRoom(box)) return stretched(this.#points, this.#box, box);
    const changed = changedEdges(this.#edges, edges);
    const nodes = Math.abs(count - this.#points.length);
    const resized = this.#box?.width !== box.width || this.#box?.height !== box.height;
    const lost = this.#box !== null && !hasRoom(this.#box);
    const between = changedEdges(...this.#between(count, edges));
    const other = this.#points.length === 0 || lost || nodes > 1 || between > (nodes === 0 ? MOST_CHANGED : 0);
    if (other || (resized && this.#laidOut && nodes === 0 && changed === 0)) {
      this.#points = layOut(count, edges, box);
      this.#laidOut = true;
    } else if (this.#box && resized) this.#points = stretched(this.#points, this.#box, box);
    if (!other && (nodes > 0 || changed > 0)) this.#laidOut = false;
    if (this.#points.length > count) this.#points = this.#points.slice(0, count);
    if (this.#points.length < count) this.#points = [...this.#points, freePoint(this.#points, box)];
    this.#edges = edges;
    this.#box = box;
    return this.#points;
  }

  /** The edges before and after, between nodes that are in both. */
  #between(count: number, edges: readonly Edge[]): [Edge[], Edge[]] {
    const kept = Math.min(count, this.#points.length);
    const within = (ends: Edge) => ends.every((node) => node < kept);
    return [this.#edges.filter(within), edges.filter(within)];
  }
}

function hasRoom({ width, height, margin }: Box): boolean {
  return Math.min(width, height) > 2 * margin;
}

function stretched(points: readonly Point[], from: Box, to: Box): Point[] {
  const along = (value: number, before: number, after: number) => {
    const share = (value - from.margin) / Math.max(1e-9, before - 2 * from.margin);
    return to.margin + share * Math.max(0, after - 2 * to.margin);
  };
  return points.map(({ x, y }) => ({ x: along(x, from.width, to.width), y: along(y, from.height, to.height) }));
}

/** Returns the smallest distance of two points. */
export function leastDistance(points: readonly Point[]): number {
  let least = Number.POSITIVE_INFINITY;
  points.forEach((one, at) => {
    for (const other of points.slice(at + 1)) least = Math.min(least, Math.hypot(one.x - other.x, one.y - other.y));
  });
  return least;
}

/** Returns the neighbors of a node. */
export function neighborsOf(node: number, edges: readonly Edge[]): number[] {
  const found = new Set<number>();
  for (const [source, target] of edges) {
    if (source === node && target !== node) found.add(target);
    if (target === node && source !== node) found.add(source);
  }
  return [...found].sort((one, other) => one - other);
}
