/** The places that are given to nodes, for a drawing of any size: a share of its width and of its height. Pure. */
import type { Box } from "./graph-layout.ts";
import type { Point } from "./graph-points.ts";

/** How far a node is from the left and from the top, in thousandths. */
export type Spot = Point;

/** The nodes whose places are given: those that a reader has moved, or all. */
export type Spots = ReadonlyMap<number, Spot>;

export const NOWHERE: Spots = new Map();

/** The share of a whole width or height. */
export const WHOLE = 1000;

type Size = Pick<Box, "width" | "height">;

export function spotOf({ x, y }: Point, { width, height }: Size): Spot {
  const share = (value: number, whole: number) =>
    Math.min(WHOLE, Math.max(0, Math.round((WHOLE * value) / Math.max(1, whole))));
  return { x: share(x, width), y: share(y, height) };
}

export function pointOf({ x, y }: Spot, { width, height }: Size): Point {
  return { x: (x / WHOLE) * width, y: (y / WHOLE) * height };
}

/** The places of the first nodes of a graph. */
export function within(spots: Spots, nodes: number): Spots {
  return [...spots.keys()].every((node) => node < nodes) ? spots : new Map([...spots].filter(([node]) => node < nodes));
}
