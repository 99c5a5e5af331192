/** Where lines run, as the straight parts between the points of their courses. Pure. */
import type { Point } from "./graph-points.ts";

/** A line as it is drawn: near enough points along it, and how wide it is. */
export interface Course {
  readonly course: readonly Point[];
  readonly width: number;
}

/** Half the width and half the height of what is written. */
export interface Size {
  readonly half: number;
  readonly high: number;
}

/** The sides of a rectangle. */
export interface Edges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Returns the rectangle that the middle of a line runs through where the line runs through what is written at a point, or nearer by than `free`. */
export function edgesAround({ x, y }: Point, { half, high }: Size, width: number, free: number): Edges {
  const [wide, tall] = [half + free + width / 2, high + free + width / 2];
  return { left: x - wide, right: x + wide, top: y - tall, bottom: y + tall };
}

/** Whether a line runs through a rectangle. */
export const runsThrough = ({ course }: Course, edges: Edges): boolean =>
  course.some((to, at) => within([course[at - 1] ?? to, to], edges) !== null);

/** Returns how much of a line is in a rectangle. */
export function lengthWithin({ course }: Course, edges: Edges): number {
  const lengths = course.map((to, at) => {
    const from = course[at - 1] ?? to;
    const share = within([from, to], edges);
    return share === null ? 0 : share * Math.hypot(to.x - from.x, to.y - from.y);
  });
  return lengths.reduce((sum, length) => sum + length, 0);
}

/** Returns the share of a straight part that is in a rectangle; null where it does not run through it. */
function within([from, to]: readonly [from: Point, to: Point], { left, right, top, bottom }: Edges): number | null {
  let [enters, leaves] = [0, 1];
  const sides = [
    [from.x, to.x - from.x, left, right],
    [from.y, to.y - from.y, top, bottom],
  ] as const;
  for (const [start, way, low, high] of sides) {
    if (way === 0) {
      if (start < low || start > high) return null;
      continue;
    }
    const [one, other] = [(low - start) / way, (high - start) / way];
    enters = Math.max(enters, Math.min(one, other));
    leaves = Math.min(leaves, Math.max(one, other));
  }
  return enters <= leaves ? leaves - enters : null;
}

/** Returns how far a point is from a line. */
export function distanceFrom({ course }: Course, { x, y }: Point): number {
  const parts = course.map((to, at) => {
    const from = course[at - 1] ?? to;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const along = ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1);
    const share = Math.max(0, Math.min(1, along));
    return Math.hypot(from.x + share * dx - x, from.y + share * dy - y);
  });
  return Math.min(...parts);
}
