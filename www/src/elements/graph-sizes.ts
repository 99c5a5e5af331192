/** How large the circles of a drawing are: all alike, or each by the size of its number. Pure. */
import { leastDistance } from "./graph-layout.ts";
import type { Point } from "./graph-points.ts";

const SMALLEST_RADIUS = 7;
/** The circle of the largest number is so many times as wide as that of 0, where there is room. */
export const GROWTH = 1.6;
/** Two circles fill at most this share of the distance of their centers: all alike, and where some have grown, which leaves room for lines and numbers. */
const FILL = 0.88;
/** Where numbers stand at circles of one size, which need room too, and where arrows between circles do, whose heads are as wide as a name is high. */
const NUMBERED = 0.72;
const AMONG_ARROWS = 0.74;
const GROWN = 0.75;

export interface Radii {
  /** That of a node whose number is 0, and of all where sizes are none of numbers. */
  readonly least: number;
  readonly radii: readonly number[];
}

/** Returns the share of the largest number that each is, without its sign; 0 for what is no finite number. `beside`: the largest of another drawing with the same scale. */
export function sharesOf(values: readonly number[], beside = 0): readonly number[] {
  const sizes = values.map((value) => (Number.isFinite(value) ? Math.abs(value) : 0));
  const largest = Math.max(beside, ...sizes);
  return sizes.map((size) => (largest === 0 ? 0 : size / largest));
}

/**
 * Returns the radius of each node's circle: at least `wanted` or what the nearest two nodes have room for, and more by its share, in one proportion for
 * all, as far as lines between them are seen. `between`: what stands between circles of one size, beside lines without heads.
 */
export function radiiOf(
  points: readonly Point[],
  wanted: number,
  shares: readonly number[],
  between: "numbers" | "arrows" | null = null,
): Radii {
  const needed = between === "numbers" ? NUMBERED : between === "arrows" ? AMONG_ARROWS : FILL;
  const fill = shares.length === 0 ? needed : FILL;
  const least = Math.max(SMALLEST_RADIUS, Math.min(wanted, (fill / 2) * leastDistance(points)));
  let growth = GROWTH - 1;
  points.forEach((one, at) => {
    points.slice(at + 1).forEach((other, after) => {
      const both = (shares[at] ?? 0) + (shares[at + 1 + after] ?? 0);
      const room = GROWN * Math.hypot(one.x - other.x, one.y - other.y) - 2 * least;
      if (both > 0) growth = Math.min(growth, room / (least * both));
    });
  });
  return { least, radii: points.map((_, at) => least * (1 + Math.max(0, growth) * (shares[at] ?? 0))) };
}
