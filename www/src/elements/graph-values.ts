/** Where the numbers of nodes stand: below the circle, or beside it where a line or another circle is below. Pure. */
import type { Circles, LineShape, ValueSpot } from "./graph-lines.ts";
import type { Point } from "./graph-points.ts";

/** Half the width of a sign of a number, and half the height of its line. */
const HALF_DIGIT = 4;
const HALF_LINE = 8;
/** From a circle to the middle of a number below it, and to the side of one beside it. */
const BELOW = 13;
const BESIDE = 9;
/** A number that is so near to another circle could be taken for its number. */
const CLEAR = 7;
/** A number stands so far from a line that it is read beside it. */
const LINE_CLEAR = 3;

/** A line with its outline. */
export interface Drawn {
  readonly source: number;
  readonly target: number;
  readonly shape: LineShape;
}

/** The sides of a circle in the order in which they are tried: below, above, right, left, and between them. */
const SIDES: readonly (readonly [across: -1 | 0 | 1, down: -1 | 0 | 1])[] = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
  [1, 1],
  [-1, 1],
  [1, -1],
  [-1, -1],
];
const DIAGONAL = Math.SQRT1_2;

/** Returns where the numbers of nodes stand, given what is written and the lines. */
export function valueSpots(texts: readonly string[], lines: readonly Drawn[], circles: Circles): readonly ValueSpot[] {
  const { unit } = circles;
  const parts = lines.flatMap((line) => partsOf(line, circles));
  const loops = lines.filter(({ source, target }) => source === target).map(({ shape }) => shape.middle);
  const placed: ValueSpot[] = [];
  texts.forEach((text, node) => {
    const half = text.length * HALF_DIGIT * unit;
    let [best, least]: [Point, number] = [beside(node, SIDES[0] ?? [0, 1], half, circles), Number.POSITIVE_INFINITY];
    for (const side of SIDES) {
      const spot = beside(node, side, half, circles);
      const covered = coveredAt(spot, half, node, { parts, loops, placed, circles });
      if (covered < least) [best, least] = [spot, covered];
      if (covered === 0) break;
    }
    placed.push({ ...best, half });
  });
  return placed;
}

function beside(
  node: number,
  [across, down]: (typeof SIDES)[number],
  half: number,
  { points, radii, unit }: Circles,
): Point {
  const { x, y } = points[node] ?? { x: 0, y: 0 };
  const radius = radii[node] ?? 0;
  if (across === 0) return { x, y: y + down * (radius + BELOW * unit) };
  const [far, reach] = down === 0 ? [1, BESIDE] : [DIAGONAL, BESIDE];
  return {
    x: x + across * (far * radius + reach * unit + half),
    y: y + down * (far * radius + (HALF_LINE / 2) * unit),
  };
}

type Part = readonly [from: Point, to: Point];

/** The straight parts that a line is near to. */
function partsOf({ source, target, shape }: Drawn, { points }: Circles): readonly Part[] {
  const [from, to] = [points[source], points[target]];
  if (!from || !to || source === target) return [];
  return [
    [from, shape.middle],
    [shape.middle, to],
  ];
}

interface Obstacles {
  readonly parts: readonly Part[];
  readonly loops: readonly Point[];
  /** The numbers that stand already. */
  readonly placed: readonly ValueSpot[];
  readonly circles: Circles;
}

/** How much a number there would cover, or be cut off, which counts most; circles and numbers count more than lines, as does a place that seems another node’s. */
function coveredAt({ x, y }: Point, half: number, node: number, obstacles: Obstacles): number {
  const { parts, loops, placed, circles } = obstacles;
  const { points, radii, least, unit, size } = circles;
  const high = HALF_LINE * unit;
  const near = (center: Point, radius: number) =>
    Math.hypot(Math.max(0, Math.abs(center.x - x) - half), Math.max(0, Math.abs(center.y - y) - high)) < radius;
  const over = points.filter((center, at) => at !== node && near(center, radii[at] ?? 0)).length;
  const close = points.filter((center, at) => at !== node && near(center, (radii[at] ?? 0) + CLEAR * unit)).length;
  const written = placed.filter(
    (other) => Math.abs(other.x - x) < half + other.half && Math.abs(other.y - y) < 2 * high,
  );
  const looped = loops.filter((middle) => near(middle, least)).length;
  const [wide, tall] = [half + LINE_CLEAR * unit, high + LINE_CLEAR * unit];
  const crossed = parts.filter((part) =>
    crosses(part, { left: x - wide, right: x + wide, top: y - tall, bottom: y + tall }),
  );
  const outside = x - half < 0 || x + half > size.width || y - high < 0 || y + high > size.height ? 1 : 0;
  return 16 * outside + 4 * (over + written.length) + close + looped + crossed.length;
}

interface Edges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Whether a straight part runs through a rectangle. */
function crosses([from, to]: Part, { left, right, top, bottom }: Edges): boolean {
  let [enters, leaves] = [0, 1];
  const sides = [
    [from.x, to.x - from.x, left, right],
    [from.y, to.y - from.y, top, bottom],
  ] as const;
  for (const [start, way, low, high] of sides) {
    if (way === 0) {
      if (start < low || start > high) return false;
      continue;
    }
    const [one, other] = [(low - start) / way, (high - start) / way];
    enters = Math.max(enters, Math.min(one, other));
    leaves = Math.min(leaves, Math.max(one, other));
  }
  return enters <= leaves;
}
