/** The sectors of hashing by direction: which part of the circle belongs to which bucket. Pure. */
import type { Spot } from "../plane/plane.ts";

/** A part of the circle, counterclockwise from one angle to another, in radians. */
export interface Sector {
  readonly bucket: number;
  readonly from: number;
  /** Larger than `from`, by at most 2π. */
  readonly to: number;
}

const cross = (one: Spot, other: Spot) => one.x * other.y - one.y * other.x;
const less = (one: Spot, other: Spot) => ({ x: one.x - other.x, y: one.y - other.y });

/** Returns the directions of all buckets: the given ones, then their opposites. */
export function bucketDirections(directions: readonly Spot[]): Spot[] {
  return [...directions, ...directions.map(({ x, y }) => ({ x: -x, y: -y }))];
}

/**
 * Returns the sectors of the buckets, counterclockwise. A point belongs to the direction along which it reaches farthest; such directions are the corners of
 * their convex hull, and the border of two sectors is perpendicular to the side between two corners. A direction within the hull has no sector.
 */
export function sectorsOf(directions: readonly Spot[]): Sector[] {
  const all = bucketDirections(directions).map((spot, bucket) => ({ spot, bucket }));
  const corners = hull(all.filter(({ spot }) => Number.isFinite(spot.x) && Number.isFinite(spot.y)));
  if (corners.length < 2) return [];
  const borders = corners.map(({ spot }, order) => {
    const next = corners[(order + 1) % corners.length]?.spot ?? spot;
    const side = less(next, spot);
    // The outer normal of a side that is walked counterclockwise.
    return Math.atan2(-side.x, side.y);
  });
  return corners.map(({ bucket }, order) => {
    const from = borders[(order + corners.length - 1) % corners.length] ?? 0;
    const to = borders[order] ?? 0;
    return { bucket, from, to: to > from ? to : to + 2 * Math.PI };
  });
}

interface Corner {
  readonly spot: Spot;
  readonly bucket: number;
}

/** Returns the corners of the convex hull, counterclockwise. Of equal points the one of the lowest bucket remains. */
function hull(points: readonly Corner[]): Corner[] {
  const sorted = [...points].sort(
    (one, other) => one.spot.x - other.spot.x || one.spot.y - other.spot.y || one.bucket - other.bucket,
  );
  const distinct = sorted.filter(({ spot }, order) => {
    const before = sorted[order - 1]?.spot;
    return !before || before.x !== spot.x || before.y !== spot.y;
  });
  const half = (ordered: readonly Corner[]): Corner[] => {
    const chain: Corner[] = [];
    for (const point of ordered) {
      for (;;) {
        const [before, last] = [chain.at(-2), chain.at(-1)];
        if (!before || !last || cross(less(last.spot, before.spot), less(point.spot, last.spot)) > 0) break;
        chain.pop();
      }
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(distinct), ...half([...distinct].reverse())];
}

/** Spreads angles on a circle so that neighbors are at least `least` apart, each as near to its wish as this allows. */
export function spread(wishes: readonly number[], least: number): number[] {
  const apart = Math.min(least, (2 * Math.PI) / Math.max(1, wishes.length));
  const order = wishes.map((_, at) => at).sort((one, other) => (wishes[one] ?? 0) - (wishes[other] ?? 0));
  const angles = order.map((at) => wishes[at] ?? 0);
  // Each pass moves two neighbors apart by half of what is missing; the last one's neighbor is the first, a turn later.
  for (let pass = 0; pass < 200; pass += 1) {
    let moved = 0;
    for (let at = 0; at < angles.length && angles.length > 1; at += 1) {
      const next = (at + 1) % angles.length;
      const turn = next === 0 ? 2 * Math.PI : 0;
      const missing = apart - ((angles[next] ?? 0) + turn - (angles[at] ?? 0));
      if (missing <= 1e-6) continue;
      angles[at] = (angles[at] ?? 0) - missing / 2;
      angles[next] = (angles[next] ?? 0) + missing / 2;
      moved += missing;
    }
    if (moved < 1e-4) break;
  }
  const spreadAngles = new Array<number>(wishes.length).fill(0);
  for (const [place, at] of order.entries()) spreadAngles[at] = angles[place] ?? 0;
  return spreadAngles;
}
