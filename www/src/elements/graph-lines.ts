/** The lines of a drawing: how wide they are, where they end at the circles, and where their numbers stand. Pure. */
import { type Arc, endsOf } from "./graph-arcs.ts";
import { distanceFrom, edgesAround, runsThrough, type Size } from "./graph-courses.ts";
import type { Edge, Point } from "./graph-points.ts";
import { apart, besides, type EdgeShape, edgeShape, edgeWidth, hasOpposite, loopShape } from "./graph-shapes.ts";

/** Half the width of a sign of a number, and half the height of its line. */
const HALF_DIGIT = 4;
const HALF_LINE = 8;

/** The nodes of a drawing, in pixels. */
export interface Circles {
  readonly points: readonly Point[];
  readonly radii: readonly number[];
  /** The radius of a node whose number is 0. */
  readonly least: number;
  /** The unit of lengths. */
  readonly unit: number;
  /** The unit of numbers at lines, whose type is small however large that of the drawing is. */
  readonly written: number;
  /** Of the whole drawing. */
  readonly size: { readonly width: number; readonly height: number };
}

export interface LineShape extends EdgeShape {
  readonly width: number;
}

/** How far a highlight reaches beyond a line, on both sides together. */
export const HALO = 7;

/** The width of a line whose number is not shown, beside others that are as wide as theirs. */
const QUIET_WIDTH = 1.25;

/** How wide lines are. */
interface Widths {
  /** The lines that do not show their numbers. */
  readonly quiet?: readonly boolean[];
  /** The number at which a line is widest; a larger one takes its place. */
  readonly widest?: number;
}

/** Returns the shape of each line; null for one whose ends are not drawn. `numbers`: those of the lines. */
export function lineShapes(
  lines: readonly Arc[],
  numbers: readonly (number | null)[],
  edges: readonly Edge[],
  circles: Circles,
  { quiet = [], widest = 0 }: Widths = {},
): readonly (LineShape | null)[] {
  const { points, radii, least, unit } = circles;
  const largest = Math.max(
    widest,
    ...numbers
      .map((number) => number ?? 0)
      .filter(Number.isFinite)
      .map(Math.abs),
  );
  const pairs = lines.map(endsOf);
  const widths = numbers.map((number, at) => unit * (quiet[at] ? QUIET_WIDTH : edgeWidth(number, largest)));
  const between = lines.map((arc, at): LineShape | null => {
    const [source, target] = [points[arc.source], points[arc.target]];
    if (!source || !target || arc.source === arc.target) return null;
    const radius = radii[arc.source] ?? 0;
    const width = widths[at] ?? 0;
    const bent = arc.arrow && (arc.edge === null || hasOpposite(endsOf(arc), pairs));
    const ends = { radius, end: radii[arc.target] ?? 0 };
    return { ...edgeShape(source, target, { ...ends, directed: arc.arrow, bent, width, unit }), width };
  });
  /** Where lines touch a circle, which its loop leaves to them. */
  const touching = (node: number) =>
    lines.flatMap((arc, at) => {
      const [first, last] = between[at]?.touches ?? [];
      return [...(arc.source === node && first ? [first] : []), ...(arc.target === node && last ? [last] : [])];
    });
  return lines.map((arc, at) => {
    const node = points[arc.source];
    if (arc.source !== arc.target || !node) return between[at] ?? null;
    const away = around(arc.source, edges, touching(arc.source), circles);
    const width = widths[at] ?? 0;
    const shapes = REACHES.map((part) => ({
      ...loopShape(node, { radius: radii[arc.source] ?? 0, away, reach: part * least }),
      width,
    }));
    return shapes.find(({ course }) => isWithin(course, (width + HALO * unit) / 2, circles)) ?? shapes.at(-1) ?? null;
  });
}

/** How far a loop reaches beyond its circle, in radii of the least one. */
const LOOP = 1.4;
/** At the border of the drawing it is smaller: these parts of its size are tried, so that its highlight is not cut. */
const REACHES = [1, 0.9, 0.8, 0.7, 0.6];

/** Whether a line that reaches `beyond` its course on both sides is within the drawing. */
function isWithin(course: readonly Point[], beyond: number, { size }: Circles): boolean {
  return course.every(
    ({ x, y }) => x >= beyond && y >= beyond && x <= size.width - beyond && y <= size.height - beyond,
  );
}

/** The directions that a loop keeps away from: those of the node's neighbors and their lines, the number below it, and the borders of the drawing that it would cross. */
function around(
  node: number,
  edges: readonly Edge[],
  touches: readonly Point[],
  { points, radii, least, size }: Circles,
): number[] {
  const center = points[node] ?? { x: 0, y: 0 };
  const reach = (radii[node] ?? 0) + LOOP * least;
  const borders = [
    ...(center.x < reach ? [Math.PI] : []),
    ...(center.y < reach ? [-Math.PI / 2] : []),
    ...(size.width - center.x < reach ? [0] : []),
  ];
  const neighbors = edges.flatMap(([source, target]) => {
    const other = source === node ? target : target === node ? source : node;
    const point = points[other];
    return other === node || !point ? [] : [point];
  });
  const used = [...neighbors, ...touches].map(({ x, y }) => Math.atan2(y - center.y, x - center.x));
  return [...used, ...borders, Math.PI / 2];
}

/** Where the number of a node stands, and half its width. */
export interface ValueSpot extends Point {
  readonly half: number;
}

/** A number that is written at a line. */
export interface Written {
  readonly arc: Arc;
  readonly shape: LineShape;
  readonly text: string;
}

/** A number that takes more than this share of what is seen of its line would hide it, and stands beside it. */
const HIDES = 0.5;
/** So does one that leaves a wide line less than so many times its width on both sides: what is left looks like the head of an arrow. */
const STUB = 2;
/** A number may reach so far into a circle, in its radii: names are within. */
const EDGE = 0.25;
/** So far from a line, in heights of a number, one is written that would cover a name or another number at the line, which circles crowd. */
const AWAY = [1, 2, 3];
/** A number belongs to the line that it is nearer to than this share of its distance from any other. */
const OWN = 0.75;

/**
 * Returns where the numbers of lines stand. `values`: where those of the nodes do. `drawn`: all lines of the drawing, of which a number touches no other than its
 * own, and is nearest to its own, where there is such a place. Where each place would cover the number of a node, none is written: null.
 */
export function numberSpots(
  written: readonly Written[],
  circles: Circles,
  values: readonly ValueSpot[],
  drawn: readonly (LineShape | null)[] = [],
): readonly (Point | null)[] {
  const { points, unit, written: type, size: drawing } = circles;
  const high = HALF_LINE * type;
  const spots: ValueSpot[] = [];
  const places = written.map(({ arc, shape, text }) => {
    const half = text.length * HALF_DIGIT * type;
    const size = { half, high };
    const [source, target] = [points[arc.source], points[arc.target]];
    const on = [shape.middle, ...shape.aside];
    const isLoop = arc.source === arc.target;
    /** The places around a loop, or on both sides of a line, so far away. */
    const around = (away: number): readonly Point[] => {
      const room = { half: half + away, high: high + away };
      if (!source || !target) return [];
      if (isLoop) return TURNS.map((turn) => beyondLoop(source, turned(shape.middle, source, turn), room));
      return on.flatMap((at) => besides(at, { source, target, ...room }));
    };
    const off = around(isLoop ? 0 : shape.width / 2);
    const wished = isLoop ? off : hides(shape, size) ? [...off, ...on] : [...on, ...off];
    // The number of a loop at the border stays in the drawing.
    const within = ({ x, y }: Point) => ({
      x: Math.max(half, Math.min(drawing.width - half, x)),
      y: Math.max(high, Math.min(drawing.height - high, y)),
    });
    const inside = wished.map(within);
    const roomAt = (one: Point) => roomAround(one, half, circles);
    const isFreeAt = (one: Point) => isFree(one, size, circles, [...values, ...spots]);
    const roomiest = (places: readonly Point[]) =>
      places.reduce<Point | null>((best, one) => (best && roomAt(one) <= roomAt(best) ? best : one), null);
    const clear = inside.filter((one) => coversNone(one, size, values));
    const nameless = clear.filter((one) => coversNone(one, size, spots) && roomAt(one) > high - EDGE * circles.least);
    const free = inside.filter(isFreeAt);
    const further = () => AWAY.flatMap((heights) => around(2 * heights * high).map(within));
    const others = drawn.filter((one): one is LineShape => one !== null && one.line !== shape.line);
    const untouched = free.filter(
      (one) => !others.some((other) => runsThrough(other, edgesAround(one, size, other.width, (HALO / 2) * unit))),
    );
    const spot =
      untouched.find((one) => others.every((other) => distanceFrom(shape, one) < OWN * distanceFrom(other, one))) ??
      untouched[0] ??
      farthest(free, others) ??
      roomiest(nameless) ??
      (clear.length > 0 ? further().find(isFreeAt) : null) ??
      roomiest(clear);
    if (spot) spots.push({ half, ...spot });
    return spot ? spots.length - 1 : null;
  });
  const moved = apart(spots, high);
  return places.map((place) => (place === null ? null : (moved[place] ?? null)));
}

/** Whether a number on a line would leave little of it in sight. */
function hides({ touches: [from, to], width }: LineShape, { half, high }: Size): boolean {
  if (!from || !to) return false;
  const [across, down] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  const length = Math.hypot(across, down) || 1;
  const covered = (2 * (across * half + down * high)) / length;
  return covered > HIDES * length || length - covered < 2 * STUB * width;
}

/** Returns the place that is farthest from all lines; none where there is no place. */
function farthest(places: readonly Point[], lines: readonly LineShape[]): Point | undefined {
  const far = (place: Point) => Math.min(...lines.map((line) => distanceFrom(line, place)));
  return places.length === 0 ? undefined : places.reduce((best, one) => (far(one) > far(best) ? one : best));
}

/** How far the nearest circle is from a number; less than nothing where it covers one. */
function roomAround({ x, y }: Point, half: number, { points, radii }: Circles): number {
  const rooms = points.map((node, at) => {
    const across = Math.max(0, Math.abs(node.x - x) - half);
    return Math.hypot(across, node.y - y) - (radii[at] ?? 0);
  });
  return Math.min(...rooms);
}

/** Whether a number there leaves the names and the numbers of the nodes readable. */
function isFree({ x, y }: Point, { half, high }: Size, circles: Circles, values: readonly ValueSpot[]): boolean {
  if (roomAround({ x, y }, half, circles) <= high) return false;
  return coversNone({ x, y }, { half, high }, values);
}

/** Whether a number there leaves others readable. */
function coversNone({ x, y }: Point, { half, high }: Size, others: readonly ValueSpot[]): boolean {
  return others.every((other) => Math.abs(other.x - x) >= half + other.half || Math.abs(other.y - y) >= 2 * high);
}

/** How far the number of a loop may stand from its middle, in radians around the node. */
const TURNS = [0, -0.5, 0.5, -1, 1];

function turned({ x, y }: Point, { x: left, y: top }: Point, turn: number): Point {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return { x: left + cos * (x - left) - sin * (y - top), y: top + sin * (x - left) + cos * (y - top) };
}

/** Where the number of a loop stands: on its far side, so that it does not cover the node. */
function beyondLoop({ x, y }: Point, middle: Point, { half, high }: Size): Point {
  const far = Math.hypot(middle.x - x, middle.y - y) || 1;
  const [across, down] = [(middle.x - x) / far, (middle.y - y) / far];
  const reach = Math.min(half / (Math.abs(across) || 1e-9), high / (Math.abs(down) || 1e-9));
  return { x: middle.x + across * reach, y: middle.y + down * reach };
}
