/**
 * The drawn plane: which part of it is shown, where its points lie on the screen, and the shapes that are drawn in it. Pure; x goes to the right, y up.
 */

/** A point, of the plane or of the screen. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** A part of the plane, and the distance of its grid lines. */
export interface Extent {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
  readonly tick: number;
}

/** A drawing of a part of the plane; both axes have the same unit. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  /** Length of 1 on the screen. */
  readonly unit: number;
  readonly extent: Extent;
  readonly at: (spot: Spot) => Spot;
  readonly from: (screen: Spot) => Spot;
}

const MOST_TICKS = 8;

/** Returns 1, 2 or 5 times a power of ten: the smallest of these that is not below the number. */
export function niceStep(least: number): number {
  if (!(least > 0) || !Number.isFinite(least)) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((each) => each * power >= least * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Returns the part of the plane that has the origin and all finite points in it, to the next grid lines. */
export function extentOf(spots: readonly Spot[]): Extent {
  const finite = spots.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
  const bounds = (values: number[]) => [Math.min(0, ...values), Math.max(0, ...values)] as const;
  const [left, right] = bounds(finite.map(({ x }) => x));
  const [bottom, top] = bounds(finite.map(({ y }) => y));
  const tick = niceStep(Math.max(right - left, top - bottom) / MOST_TICKS || 0.25);
  const down = (value: number) => Math.floor(value / tick + 1e-9) * tick;
  const up = (value: number) => Math.ceil(value / tick - 1e-9) * tick;
  return {
    left: Math.min(-tick, down(left)),
    right: Math.max(tick, up(right)),
    bottom: Math.min(-tick, down(bottom)),
    top: Math.max(tick, up(top)),
    tick,
  };
}

/** Keeps the part that was shown before as long as the next one lies in it and fills a third of its width or height: a scale that changes hides motion. */
export function steadyExtent(next: Extent, before: Extent | null): Extent {
  if (!before) return next;
  const inside =
    next.left >= before.left && next.right <= before.right && next.bottom >= before.bottom && next.top <= before.top;
  const share = Math.max(
    (next.right - next.left) / (before.right - before.left),
    (next.top - next.bottom) / (before.top - before.bottom),
  );
  return inside && share >= 1 / 3 ? before : next;
}

/** Returns the frame of a drawing with this width. The margin has the names of points at the border. */
export function frameOf(
  extent: Extent,
  width: number,
  { margin = 34, tallest = Number.POSITIVE_INFINITY } = {},
): Frame {
  const across = extent.right - extent.left;
  const along = extent.top - extent.bottom;
  const room = Math.max(1, width - 2 * margin);
  const unit = Math.min(room / across, Math.max(1, Math.min(tallest, width * 1.05) - 2 * margin) / along);
  const height = Math.round(along * unit + 2 * margin);
  // What is left beside the plane is shared by both sides.
  const x0 = margin + (room - across * unit) / 2 - extent.left * unit;
  const y0 = margin + extent.top * unit;
  return {
    width,
    height,
    unit,
    extent,
    at: ({ x, y }) => ({ x: x0 + x * unit, y: y0 - y * unit }),
    from: ({ x, y }) => ({ x: (x - x0) / unit, y: (y0 - y) / unit }),
  };
}

/** Returns the multiples of the tick between two numbers. */
export function ticksBetween(low: number, high: number, tick: number): number[] {
  const first = Math.ceil(low / tick - 1e-9);
  const last = Math.floor(high / tick + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) =>
    Number(((first + at) * tick).toPrecision(12)),
  );
}

const round = (value: number) => Math.round(value * 100) / 100;

/** Writes a point for a path. */
export const at = ({ x, y }: Spot): string => `${round(x)} ${round(y)}`;

/** The paths of an arrow between two points of the screen. */
export interface ArrowShape {
  readonly shaft: string;
  /** Empty where the arrow is too short to be seen. */
  readonly head: string;
}

/** Returns the tip of an arrow's head and its two other corners; none where the arrow is too short to be seen. */
export function headCorners(start: Spot, tip: Spot, width: number): readonly Spot[] {
  const [dx, dy] = [tip.x - start.x, tip.y - start.y];
  const length = Math.hypot(dx, dy);
  if (!(length > 0.5)) return [];
  const [ux, uy] = [dx / length, dy / length];
  const size = Math.min(8 + 1.6 * width, (length * 2) / 3);
  const half = size * 0.42;
  const back = { x: tip.x - ux * size, y: tip.y - uy * size };
  return [tip, { x: back.x - uy * half, y: back.y + ux * half }, { x: back.x + uy * half, y: back.y - ux * half }];
}

/** Returns an arrow; its head grows with its width and never covers more than two thirds of it. */
export function arrowShape(start: Spot, tip: Spot, width: number): ArrowShape {
  const [, left, right] = headCorners(start, tip, width);
  if (!left || !right) return { shaft: "", head: "" };
  const neck = between(tip, between(left, right, 0.5), 0.8);
  return { shaft: `M${at(start)}L${at(neck)}`, head: `M${at(tip)}L${at(left)}L${at(neck)}L${at(right)}Z` };
}

/** Returns the angle of a point from the x axis, counterclockwise, from −π to π. */
export const angleOf = ({ x, y }: Spot): number => Math.atan2(y, x);

/** Returns the point of the screen at an angle and a distance from a center. */
export function around(center: Spot, angle: number, distance: number): Spot {
  return { x: center.x + Math.cos(angle) * distance, y: center.y - Math.sin(angle) * distance };
}

/** Returns the smaller turn from one angle to another, from −π to π. */
export function turnBetween(from: number, to: number): number {
  const turn = (to - from) % (2 * Math.PI);
  if (turn > Math.PI) return turn - 2 * Math.PI;
  return turn < -Math.PI ? turn + 2 * Math.PI : turn;
}

/** Returns how far an arc has wound outward at the end of a turn: more than a whole one is drawn as a spiral, so that each can be seen. */
export function winding(turn: number): number {
  const turns = Math.abs(turn) / (2 * Math.PI);
  return turns > 1 ? 5 * turns : 0;
}

/** Returns an arc around a center, counterclockwise for a positive turn. */
export function arcPath(center: Spot, radius: number, from: number, turn: number): string {
  const parts = Math.max(1, Math.ceil(Math.abs(turn) / (Math.PI / 36)));
  const spots = Array.from({ length: parts + 1 }, (_, step) => {
    const share = step / parts;
    return at(around(center, from + turn * share, radius + winding(turn) * share));
  });
  return `M${spots.join("L")}`;
}

/** Returns the point at a share of the way from one point to another. */
export function between(from: Spot, to: Spot, share: number): Spot {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** Returns the foot of the perpendicular from a point to the line through the origin and another point; null where that is the origin. */
export function footOn(spot: Spot, line: Spot): Spot | null {
  const squared = line.x * line.x + line.y * line.y;
  if (!(squared > 0)) return null;
  const share = (spot.x * line.x + spot.y * line.y) / squared;
  return { x: line.x * share, y: line.y * share };
}

/** Returns a coordinate as it is sent when a point is moved: with two decimals. */
export function coordinateText(value: number): string {
  return String(Math.round(value * 100) / 100 + 0);
}
