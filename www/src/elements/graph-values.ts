/** Where the numbers of nodes stand: below the circle, or beside it where a line or another circle is below. Pure. */
import { type Edges, edgesAround, runsThrough } from "./graph-courses.ts";
import type { Circles, LineShape, ValueSpot } from "./graph-lines.ts";
import type { Point } from "./graph-points.ts";

/** Half the width of a sign of a number, and half the height of its line. */
const HALF_DIGIT = 4;
const HALF_LINE = 8;
/** Between a circle and its number: beside it, where letters are as near as their line, and below it. */
const BESIDE = 9;
const BELOW = 5;
/** So much further away it may stand where lines take all places at its circle, which counts a little; and beyond a ring around the circle. */
const FURTHER = 9;
const FURTHER_COUNTS = 0.3;
const RINGED = 4;
/** A number that is so near to another circle or its number, or nearer to it than to its own circle, could be taken for another node's. */
const CLEAR = 7;
/** How much the number of another node counts that is near: a circle counts 1. */
const NUMBER_COUNTS = 0.5;
/** A number stands so far from a line that it is read beside it. */
const LINE_CLEAR = 3;

/** The directions from a circle in which a number may stand, in the order in which they are tried: below, above, right, left, and between them, in parts of a turn. */
const SIDES: readonly number[] = [4, 12, 0, 8, 2, 6, 14, 10, 3, 5, 13, 11, 1, 7, 15, 9].map((side) => side / 16);

/** How often each number looks for its place: first beside those that stand already, then beside all others. */
const TURNS = 2;

/** Returns where the numbers of nodes stand, given what is written and the lines. `ringed`: the node with a ring. */
export function valueSpots(
  texts: readonly string[],
  lines: readonly LineShape[],
  circles: Circles,
  ringed: number | null = null,
): readonly ValueSpot[] {
  const boxes = lines.map(boxed);
  const placed: ValueSpot[] = [];
  for (let turn = 0; turn < TURNS; turn += 1)
    texts.forEach((text, node) => {
      const others = placed.filter((_, at) => at !== node);
      placed[node] = spotOf(text, node, { lines: boxes, placed: others, circles, ringed });
    });
  return placed;
}

/** Returns the place of one number that covers least. */
function spotOf(text: string, node: number, obstacles: Obstacles): ValueSpot {
  const { circles, ringed } = obstacles;
  const half = text.length * HALF_DIGIT * circles.unit;
  const near = node === ringed ? RINGED : 0;
  let [best, least]: [Point, number] = [beside(node, SIDES[0] ?? 0, half, circles), Number.POSITIVE_INFINITY];
  for (const [away, counts] of [
    [near, 0],
    [near + FURTHER, FURTHER_COUNTS],
  ] as const) {
    for (const side of SIDES) {
      const spot = beside(node, side, half, circles, away);
      const covered = coveredAt(spot, half, node, obstacles) + counts;
      if (covered < least) [best, least] = [spot, covered];
      if (least <= counts) return { ...best, half };
    }
  }
  return { ...best, half };
}

/** Returns the middle of a number that is so wide, on one side of its circle. */
function beside(node: number, side: number, half: number, { points, radii, unit }: Circles, away = 0): Point {
  const { x, y } = points[node] ?? { x: 0, y: 0 };
  const [across, down] = [Math.cos(2 * Math.PI * side), Math.sin(2 * Math.PI * side)];
  const radius = (radii[node] ?? 0) + away * unit;
  return {
    x: x + across * (radius + BESIDE * unit + half),
    y: y + down * (radius + (BELOW + HALF_LINE) * unit),
  };
}

/** A line, and the rectangle around its course. */
interface Boxed {
  readonly line: LineShape;
  readonly box: Edges;
}

function boxed(line: LineShape): Boxed {
  const [across, down] = [line.course.map(({ x }) => x), line.course.map(({ y }) => y)];
  const box = {
    left: Math.min(...across),
    right: Math.max(...across),
    top: Math.min(...down),
    bottom: Math.max(...down),
  };
  return { line, box };
}

interface Obstacles {
  readonly lines: readonly Boxed[];
  /** The numbers that stand already. */
  readonly placed: readonly ValueSpot[];
  readonly circles: Circles;
  readonly ringed: number | null;
}

/** How much a number there would cover, or be cut off, which counts most; circles and numbers count more than lines, as does a place that seems another node’s. */
function coveredAt({ x, y }: Point, half: number, node: number, obstacles: Obstacles): number {
  const { lines, placed, circles } = obstacles;
  const { points, radii, unit, size } = circles;
  const high = HALF_LINE * unit;
  const away = (center: Point, wide: number, tall: number) =>
    Math.hypot(Math.max(0, Math.abs(center.x - x) - wide), Math.max(0, Math.abs(center.y - y) - tall));
  const free = points.map((center, at) => away(center, half, high) - (radii[at] ?? 0));
  const apart = placed.map((other) => away(other, half + other.half, 2 * high));
  const around = free.filter((_, at) => at !== node);
  const over = [...around, ...apart].filter((gap) => gap <= 0).length;
  const clear = Math.max(CLEAR * unit, free[node] ?? 0);
  const near = (gaps: readonly number[]) => gaps.filter((gap) => gap < clear).length;
  const seeming = near(around) + NUMBER_COUNTS * near(apart);
  const touches = ({ line, box }: Boxed, room: number) => {
    const edges = edgesAround({ x, y }, { half, high }, line.width, room);
    const isFar = box.right < edges.left || box.left > edges.right || box.bottom < edges.top || box.top > edges.bottom;
    return !isFar && runsThrough(line, edges);
  };
  const touched = lines.filter((line) => touches(line, LINE_CLEAR * unit));
  const crossed = touched.filter((line) => touches(line, 0)).length;
  const outside = x - half < 0 || x + half > size.width || y - high < 0 || y + high > size.height ? 1 : 0;
  return 16 * outside + 4 * over + seeming + crossed + touched.length / 4;
}
