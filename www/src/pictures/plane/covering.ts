/** Whether shapes of a drawing cover each other. Pure. */
import type { Spot } from "./plane.ts";

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Returns the box with a middle and a size. */
export function boxAround({ x, y }: Spot, { width, height }: { readonly width: number; readonly height: number }): Box {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

/** Returns the area that two boxes share. */
export function overlap(one: Box, other: Box): number {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const along = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return across > 0 && along > 0 ? across * along : 0;
}

/** Returns the corners of a box, in order. */
export function cornersOf({ left, right, top, bottom }: Box): readonly Spot[] {
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
}

/** Whether a convex shape and a box share more than their borders: no line separates them. */
export function covers(shape: readonly Spot[], box: Box): boolean {
  const corners = cornersOf(box);
  const across = shape.flatMap((spot, at) => {
    const next = shape[(at + 1) % shape.length] ?? spot;
    const [x, y] = [spot.y - next.y, next.x - spot.x];
    return x === 0 && y === 0 ? [] : [{ x, y }];
  });
  return [{ x: 1, y: 0 }, { x: 0, y: 1 }, ...across].every((direction) => {
    const [one, other] = [rangeOf(shape, direction), rangeOf(corners, direction)];
    return one.most > other.least && other.most > one.least;
  });
}

/** Returns how far points reach in a direction. */
function rangeOf(spots: readonly Spot[], direction: Spot): { readonly least: number; readonly most: number } {
  const along = spots.map(({ x, y }) => x * direction.x + y * direction.y);
  return { least: Math.min(...along), most: Math.max(...along) };
}
