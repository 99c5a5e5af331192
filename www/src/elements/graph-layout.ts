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
import type { Edge, Point } from "./graph-points.ts";
import { chord, evened, type Ring, ringsOf } from "./graph-rings.ts";

export interface Box {
  readonly width: number;
  readonly height: number;
  /** Free space along the border. */
  readonly margin: number;
}

/** How often the places of nodes are improved. Of more nodes than this, less often: each time takes longer, and no reader follows single lines. */
const TICKS = 300;
const MANY_NODES = 40;
const LEAST_TICKS = 60;
/** What is left of the speed at the end. */
const COLD = 0.001;
const LINK = 60;
/** After this share of the time no part lies on another one any longer. */
const UNFOLDED = 0.4;
/** The largest scale of small graphs. */
const LARGEST_SCALE = 2.6;
const STRETCH = 1.25;

/** All pairs of a ring, as far apart as in a regular polygon. */
const chords = (ring: Ring) =>
  ring.flatMap((source, at) =>
    ring.slice(at + 1).map((target, after) => ({ source, target, length: LINK * chord(ring.length, after + 1) })),
  );

function simulate(count: number, edges: readonly Edge[], rings: readonly Ring[]): SimulationNodeDatum[] {
  const radius = (LINK * Math.max(count, 3)) / 6;
  const nodes: SimulationNodeDatum[] = Array.from({ length: count }, (_, node) => {
    const angle = (2 * Math.PI * node) / Math.max(count, 1);
    return { x: -radius * Math.cos(angle), y: -radius * Math.sin(angle) };
  });
  const links = edges
    .filter(([source, target]) => source !== target && source < count && target < count)
    .map(([source, target]) => ({ source, target }));
  const ticks = Math.max(LEAST_TICKS, Math.round(TICKS * Math.min(1, MANY_NODES / count)));
  const simulation = forceSimulation(nodes)
    .stop()
    .alphaDecay(1 - COLD ** (1 / ticks))
    .force("charge", forceManyBody().strength(-240))
    .force("link", forceLink(links).distance(LINK).strength(0.7))
    .force("collide", forceCollide(LINK / 2.5))
    .force("x", forceX(0).strength(0.05))
    .force("y", forceY(0).strength(0.07))
    .tick(rings.length > 0 ? Math.round(UNFOLDED * ticks) : ticks);
  // Rings become even once nothing is folded any longer, and parts that are not joined come nearer: they need no room between them.
  const even = forceLink(rings.flatMap(chords))
    .distance(({ length }) => length)
    .strength(1);
  if (rings.length > 0)
    simulation
      .force("rings", even)
      .force("x", forceX(0).strength(0.14))
      .force("y", forceY(0).strength(0.2))
      .tick(ticks - Math.round(UNFOLDED * ticks));
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
  // What spreads alike in all directions has its first node on the left.
  const round = Math.hypot(2 * xy, xx - yy) < 1e-6 * (xx + yy);
  const [first = { x, y }] = points;
  const angle = round ? Math.atan2(first.y - y, first.x - x) : 0.5 * Math.atan2(2 * xy, xx - yy);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const result = points.map((point) => ({
    x: cos * (point.x - x) + sin * (point.y - y),
    y: cos * (point.y - y) - sin * (point.x - x),
  }));
  const flipX = (result[0]?.x ?? 0) > 0 ? -1 : 1;
  const flipY = (result[1]?.y ?? 0) > 0 ? -1 : 1;
  return result.map((point) => ({ x: flipX * point.x, y: flipY * point.y }));
}

/** Fits a layout into a box. `even`: with one scale in both directions. */
export function fitted(points: readonly Point[], { width, height, margin }: Box, even = false): Point[] {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const across = (width - 2 * margin) / Math.max(right - left, 1e-9);
  const down = (height - 2 * margin) / Math.max(bottom - top, 1e-9);
  const scale = Math.min(across, down, LARGEST_SCALE);
  // Distances may be stretched a little to use the available space, unless a ring would be pressed flat.
  const most = scale * (even ? 1 : STRETCH);
  const stretch = { x: Math.min(across, most, LARGEST_SCALE), y: Math.min(down, most, LARGEST_SCALE) };
  return points.map(({ x, y }) => ({
    x: width / 2 + (x - (left + right) / 2) * stretch.x,
    y: height / 2 + (y - (top + bottom) / 2) * stretch.y,
  }));
}

/** A position for each node, in a plane without borders. */
export interface Spread {
  readonly points: readonly Point[];
  /** Whether it has rings, which are regular. */
  readonly even: boolean;
}

export const NOTHING: Spread = { points: [], even: false };

export function spread(count: number, edges: readonly Edge[]): Spread {
  if (count === 0) return NOTHING;
  const rings = ringsOf(count, edges);
  const points = simulate(count, edges, rings).map(({ x = 0, y = 0 }) => ({ x, y }));
  return { points: turned(evened(points, rings, LINK)), even: rings.length > 0 };
}

/** Returns a position in the box for each node. */
export function layOut(count: number, edges: readonly Edge[], box: Box): Point[] {
  const { points, even } = spread(count, edges);
  return fitted(points, box, even);
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
