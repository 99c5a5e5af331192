/** The outlines of edges: the ends of lines at the circles, arrow heads, and bends that separate two directions. Pure. */
import { widest } from "../numbers/lettering.ts";
import type { Edge, Point } from "./graph-points.ts";

export interface EdgeShape {
  /** Path of the line. */
  readonly line: string;
  /** Path of the arrow head; empty without one. */
  readonly head: string;
  /** The corners of the arrow head; none without one. */
  readonly corners: readonly Point[];
  /** The middle of what is seen of the line, beside its head. */
  readonly middle: Point;
  /** Where it touches the circles of its source and its target. */
  readonly touches: readonly Point[];
  /** Other points of the line, first those that are nearer to its middle, and of two the one nearer to its source. */
  readonly aside: readonly Point[];
  /** Points along the line, so near to each other that straight parts between them follow it. */
  readonly course: readonly Point[];
}

const round = (value: number) => Math.round(value * 100) / 100;
const at = ({ x, y }: Point) => `${round(x)} ${round(y)}`;

/** Into how many straight parts a curve is divided. */
const PARTS = 8;
const COURSE = Array.from({ length: PARTS + 1 }, (_, part) => part / PARTS);

/** Returns the point after a share of a Bézier curve, given its ends and control points. */
function onCurve(points: readonly Point[], share: number): Point {
  const [first = { x: 0, y: 0 }] = points;
  if (points.length <= 1) return first;
  const between = points.slice(1).map((point, before) => {
    const { x, y } = points[before] ?? point;
    return { x: x + (point.x - x) * share, y: y + (point.y - y) * share };
  });
  return onCurve(between, share);
}

/** Number of directions of which a loop takes the freest. */
const DIRECTIONS = 24;

/** Returns how far an angle is from the nearest of others. */
export function roomAt(angle: number, others: readonly number[]): number {
  const apart = others.map((other) => Math.abs(Math.atan2(Math.sin(angle - other), Math.cos(angle - other))));
  return Math.min(Math.PI, ...apart);
}

/** Returns the angle that is farthest from all of the given ones, of those that fit if any does; the top where several are. */
export function freestAngle(away: readonly number[], fits: (angle: number) => boolean = () => true): number {
  let best = -Math.PI / 2;
  let most = -1;
  for (let turn = 0; turn < DIRECTIONS; turn += 1) {
    // From the top to both sides in turn.
    const step = Math.ceil(turn / 2) * (turn % 2 === 0 ? 1 : -1);
    const angle = -Math.PI / 2 + (2 * Math.PI * step) / DIRECTIONS;
    const least = roomAt(angle, away);
    if (least > most + 1e-9 && fits(angle)) [best, most] = [angle, least];
  }
  return best;
}

/** Returns the shape of a loop, which leaves its node in a direction. `reach`: the radius that its own size follows, by default that of the node. */
export function loopShape(
  center: Point,
  { radius, angle, reach = radius }: { radius: number; angle: number; reach?: number },
): EdgeShape {
  const on = (turn: number, beyond: number): Point => ({
    x: center.x + (radius + reach * beyond) * Math.cos(angle + turn),
    y: center.y + (radius + reach * beyond) * Math.sin(angle + turn),
  });
  const [start, one, other, end] = [on(-0.7, 0), on(-0.62, 1.75), on(0.62, 1.75), on(0.7, 0)];
  const line = `M${at(start)}C${at(one)} ${at(other)} ${at(end)}`;
  const course = COURSE.map((share) => onCurve([start, one, other, end], share));
  return { line, head: "", corners: [], middle: on(0, 1.2), touches: [start, end], aside: [], course };
}

/** Where else than in its middle the number of a line may stand. */
const ASIDE = [0.42, 0.58, 0.34, 0.66, 0.26, 0.74];

/** An arrow with an opposite one leaves and meets circles beside the way between these by so much, and by so much of its width: the heads and the shafts of both are apart. */
const SIDE = 3.4;
const SIDE_OF_WIDTH = 0.63;
/** At most by this part of the radius. */
const MOST_SIDE = 0.6;
/** Between the circles it bends by so much, at most by this part of its length: less than what would cross those of other nodes. */
const BEND = 4;
const BEND_OF_LENGTH = 1 / 16;

/** On which side of the way between two circles a line runs. */
export type Turn = 1 | -1;

/** Returns the side of the way from one point to another that has more room between others. */
export function freeSide(from: Point, to: Point, others: readonly Point[]): Turn {
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const sides = others.map(({ x, y }) => {
    const [across, down] = [x - middle.x, y - middle.y];
    // What is near takes more room.
    return ((to.x - from.x) * down - (to.y - from.y) * across) / (across ** 2 + down ** 2 || 1);
  });
  return sides.reduce((sum, side) => sum + side, 0) > 1e-9 ? -1 : 1;
}

/**
 * Returns the shape of one edge. `radius`: of the circle at its source; `end`: of that at its target, by default the same. `bent`: whether the opposite edge
 * exists too. `turn`: 1 where it runs on the right of the way from its source to its target, then as seen in a drawing, and -1 on the left. `width`: of the line.
 * `unit`: the unit of all lengths here.
 */
export function edgeShape(
  source: Point,
  target: Point,
  {
    radius,
    end = radius,
    directed,
    bent,
    turn = 1,
    width,
    unit,
  }: { radius: number; end?: number; directed: boolean; bent: boolean; turn?: Turn; width: number; unit: number },
): EdgeShape {
  const [dx, dy] = [target.x - source.x, target.y - source.y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const side = bent ? SIDE * unit + SIDE_OF_WIDTH * width : 0;
  /** A point at a circle that is so far from a middle, beside the way to the other one. */
  const beside = ({ x, y }: Point, far: number, sign: number): Point => {
    const across = turn * Math.min(side, MOST_SIDE * far);
    const along = sign * Math.sqrt(far ** 2 - across ** 2);
    return { x: x + ux * along - uy * across, y: y + uy * along + ux * across };
  };
  const [start, tip] = [beside(source, radius, 1), beside(target, end + 1, -1)];
  const bend = bent ? turn * Math.min(BEND * unit, length * BEND_OF_LENGTH) : 0;
  // A quadratic curve passes halfway between the middle of its ends and its control point.
  const control = { x: (start.x + tip.x) / 2 - 2 * uy * bend, y: (start.y + tip.y) / 2 + 2 * ux * bend };
  const size = directed ? 6 * unit + width * 1.4 : 0;
  const toward = (from: Point, to: Point, distance: number): Point => {
    const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    return { x: from.x + ((to.x - from.x) / far) * distance, y: from.y + ((to.y - from.y) / far) * distance };
  };
  const stop = directed ? toward(tip, control, size * 0.8) : tip;
  const line = `M${at(start)}Q${at(control)} ${at(stop)}`;
  const back = directed ? toward(tip, control, size) : tip;
  // What is seen of the line ends at the head.
  const seen = 1 - Math.min(0.9, size / (Math.hypot(tip.x - start.x, tip.y - start.y) || 1));
  const [middle = start, ...aside] = [0.5, ...ASIDE].map((share) => onCurve([start, control, tip], share * seen));
  const course = COURSE.map((share) => onCurve([start, control, tip], share));
  const touches = [start, tip];
  if (!directed) return { line, head: "", corners: [], middle, touches, aside, course };
  const [ahead, right] = [(tip.x - back.x) / size, (tip.y - back.y) / size];
  const half = size * 0.45;
  const corners = [
    tip,
    { x: back.x - right * half, y: back.y + ahead * half },
    { x: back.x + right * half, y: back.y - ahead * half },
  ];
  const head = `M${corners.map(at).join("L")}Z`;
  return { line, head, corners, middle, touches, aside, course };
}

/** Returns where a number stands beside a line, which it does not cover: on its two sides. `half`, `high`: half the width and the height of the number. */
export function besides(
  middle: Point,
  { source, target, half, high }: { source: Point; target: Point; half: number; high: number },
): readonly Point[] {
  const [dx, dy] = [target.x - source.x, target.y - source.y];
  const length = Math.hypot(dx, dy) || 1;
  const [across, down] = [-dy / length, dx / length];
  const reach = Math.abs(across) * half + Math.abs(down) * high;
  return [-reach, reach].map((by) => ({ x: middle.x + across * by, y: middle.y + down * by }));
}

/** Returns the width of a line: the same for all edges without weights, else by magnitude. */
export function edgeWidth(weight: number | null, largest: number): number {
  if (weight === null || largest === 0) return 2;
  return 1 + 5.5 * Math.min(1, Math.abs(weight) / largest);
}

/** Whether the opposite edge exists too. */
export function hasOpposite([source, target]: Edge, edges: readonly Edge[]): boolean {
  return source !== target && edges.some(([from, to]) => from === target && to === source);
}

/** Names take at most this share of the width of their circles. */
const NAME = 0.88;

/** The size of type that circles grow for, if there is room. */
const READABLE = 16;

/** Returns the radius that names ask for, between two bounds. */
export function radiusFor(names: readonly string[], least: number, most: number): number {
  return Math.min(most, Math.max(least, (READABLE * widest(names)) / (2 * NAME)));
}

/** Returns the size of the type of names, one for all nodes of a drawing: the longest fits into its circle. */
export function nameSize(names: readonly string[], radius: number): number {
  return Math.min(0.95 * radius, (2 * NAME * radius) / Math.max(widest(names), 1e-9));
}

/** Where a name and a number stand in one circle, from its middle downward, and how high they are at most, in parts of its radius. */
export const NAME_UP = -0.42;
export const NUMBER_DOWN = 0.34;
const NAME_HIGH = 0.55;
const NUMBER_HIGH = 0.62;

/** Returns the sizes of the type of names and of numbers that share circles: the longest of each fits. `usual`: that of numbers where there is room. */
export function innerSizes(
  names: readonly string[],
  numbers: readonly string[],
  { radius, usual }: { radius: number; usual: number },
): { readonly name: number; readonly number: number } {
  const fits = (texts: readonly string[], high: number, place: number) => {
    // The corner of a line that is farther from the middle is still in the circle.
    const reach = Math.min(0.95, Math.abs(place) + high / 3);
    return Math.min(high * radius, (2 * radius * Math.sqrt(1 - reach ** 2)) / Math.max(widest(texts), 1e-9));
  };
  return {
    name: fits(names, NAME_HIGH, NAME_UP),
    number: Math.min(usual, fits(numbers, NUMBER_HIGH, NUMBER_DOWN)),
  };
}

/** A number that is written at a point; `half` is half its width. */
interface Written extends Point {
  readonly half: number;
}

/** Between numbers beside each other, in parts of half the height of a line. */
const BETWEEN = 0.5;

/** Returns where numbers stand that would touch: moved apart sideways, each by half of what is missing. `high`: half the height of a line. */
export function apart(numbers: readonly Written[], high: number): readonly Point[] {
  const places = numbers.map(({ x, y }) => ({ x, y }));
  const order = numbers.map((_, at) => at).sort((one, other) => (places[one]?.x ?? 0) - (places[other]?.x ?? 0));
  order.forEach((left, at) => {
    for (const right of order.slice(at + 1)) {
      const [one, other] = [places[left], places[right]];
      if (!one || !other || Math.abs(one.y - other.y) >= 2 * high) continue;
      const wide = (numbers[left]?.half ?? 0) + (numbers[right]?.half ?? 0) + BETWEEN * high;
      const missing = wide - (other.x - one.x);
      if (missing <= 0) continue;
      one.x -= missing / 2;
      other.x += missing / 2;
    }
  });
  return places;
}
