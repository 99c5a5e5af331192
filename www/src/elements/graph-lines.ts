/** The lines of a drawing: how wide they are, where they end at the circles, and where their numbers stand. Pure. */
import { type Arc, endsOf } from "./graph-arcs.ts";
import { distanceFrom, edgesAround, lengthWithin, runsThrough, type Size } from "./graph-courses.ts";
import type { Edge, Point } from "./graph-points.ts";
import {
  apart,
  besides,
  type EdgeShape,
  edgeShape,
  edgeWidth,
  freeSide,
  freestAngle,
  hasOpposite,
  loopShape,
  roomAt,
  type Turn,
} from "./graph-shapes.ts";

/** Half the width of a sign of a number, and half the height of its line. */
const HALF_DIGIT = 4;
const HALF_LINE = 8;

/** What is seen of a number is so much of that: its digits, and the ground around them, in units of what is written. */
const INK = { half: 0.9, high: 0.6 } as const;
const GROUND = 2;

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

/** How wide lines are, and where there is room for loops. */
interface Drawing {
  /** The lines that do not show their numbers. */
  readonly quiet?: readonly boolean[];
  /** The number at which a line is widest; a larger one takes its place. */
  readonly widest?: number;
  /** Whether the numbers of nodes are in their circles, and not below them. */
  readonly inside?: boolean;
  /** The node whose lines have their numbers, where these lead to it or, `outward`, out of it. */
  readonly numbered?: { readonly node: number; readonly outward: boolean } | null;
}

/** Returns the shape of each line; null for one whose ends are not drawn. `numbers`: those of the lines. */
export function lineShapes(
  lines: readonly Arc[],
  numbers: readonly (number | null)[],
  edges: readonly Edge[],
  circles: Circles,
  { quiet = [], widest = 0, inside = false, numbered = null }: Drawing = {},
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
    const ends = { radius, end: radii[arc.target] ?? 0, turn: turnOf(arc, points, numbered) };
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
    const away = around(arc.source, edges, touching(arc.source), circles, inside);
    const [radius, width] = [radii[arc.source] ?? 0, widths[at] ?? 0];
    const shapes = REACHES.map((part) => {
      const loop = (angle: number) => loopShape(node, { radius, angle, reach: part * least });
      const fits = (angle: number) => isWithin(loop(angle).course, (width + HALO * unit) / 2, circles);
      const angle = freestAngle(away, fits);
      return { ...loop(angle), width, fits: fits(angle), room: roomAt(angle, away) };
    });
    const fitting = shapes.filter(({ fits }) => fits);
    return fitting.find(({ room }) => room > CLEAR) ?? fitting[0] ?? shapes.at(-1) ?? null;
  });
}

/** On which side an arrow runs: of two opposite ones, the one with a number where there is room for it. */
function turnOf({ source, target }: Arc, points: readonly Point[], numbered: Drawing["numbered"]): Turn {
  if (!numbered || (source !== numbered.node && target !== numbered.node)) return 1;
  const { node, outward } = numbered;
  const [own, other] = [points[node], points[source === node ? target : source]];
  if (!own || !other) return 1;
  const others = points.filter((point) => point !== own && point !== other);
  return outward ? freeSide(own, other, others) : freeSide(other, own, others);
}

/** A loop is so far from the heads of arrows, in radians from its middle: it is wide itself. */
const CLEAR = 0.85;

/** At the border of the drawing it is smaller: these parts of its size are tried, so that its highlight is not cut. */
const REACHES = [1, 0.9, 0.8, 0.7, 0.6];

/** Whether a line that reaches `beyond` its course on both sides is within the drawing. */
function isWithin(course: readonly Point[], beyond: number, { size }: Circles): boolean {
  return course.every(
    ({ x, y }) => x >= beyond && y >= beyond && x <= size.width - beyond && y <= size.height - beyond,
  );
}

/** The directions that a loop keeps away from: those of the node's neighbors and their lines, and of the number below it. */
function around(
  node: number,
  edges: readonly Edge[],
  touches: readonly Point[],
  { points }: Circles,
  inside: boolean,
): number[] {
  const center = points[node] ?? { x: 0, y: 0 };
  const neighbors = edges.flatMap(([source, target]) => {
    const other = source === node ? target : target === node ? source : node;
    const point = points[other];
    return other === node || !point ? [] : [point];
  });
  const used = [...neighbors, ...touches].map(({ x, y }) => Math.atan2(y - center.y, x - center.x));
  return inside ? used : [...used, Math.PI / 2];
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
/** So far from a line, in heights of a number, one is written that would cover a name, another line or another number nearer to it. */
const AWAY = [0, 0.3, 0.6, 1, 2, 3];
/** A number belongs to the line that it is nearer to than this share of its distance from any other. */
const OWN = 0.75;
/** Between a number and the line that it stands beside, in units: the ground around its digits leaves the line whole. */
const GAP = 1;

/** What a place costs: where it stands, what it covers, and what it is near to. */
const COSTS = {
  /** On its line, which is seen between the digits, where there is room beside it; and from the middle of the line to its last place. */
  on: 5,
  aside: 1,
  further: 14,
  /** Little is seen of the line below it. */
  hides: 8,
  /** Nearer to another line, or nearly so. */
  seeming: 18,
  /** On another line, and as much of it as a number is high; or so near to one that it touches its highlight. */
  line: 8,
  covered: 8,
  near: 2,
  head: 24,
  edge: 8,
  name: 80,
  number: 80,
} as const;

/** A place for a number, and what it costs by where it is. */
interface Place extends Point {
  readonly cost: number;
}

/** What is drawn already. */
interface Around {
  readonly circles: Circles;
  /** The numbers that stand already: those of nodes, which are left readable in any case, and those of lines. */
  readonly values: readonly ValueSpot[];
  readonly spots: readonly ValueSpot[];
  /** The other lines. */
  readonly others: readonly LineShape[];
}

/**
 * Returns where the numbers of lines stand. `values`: where those of the nodes do. `drawn`: all lines of the drawing, of which a number touches no other than its
 * own, and is nearest to its own, where there is such a place, and covers no head. Where each place would cover the number of a node, none is written: null.
 */
export function numberSpots(
  written: readonly Written[],
  circles: Circles,
  values: readonly ValueSpot[],
  drawn: readonly (LineShape | null)[] = [],
): readonly (Point | null)[] {
  const high = HALF_LINE * circles.written;
  const spots: ValueSpot[] = [];
  const places = written.map((one) => {
    const size = { half: one.text.length * HALF_DIGIT * circles.written, high };
    const others = drawn.filter((line): line is LineShape => line !== null && line.line !== one.shape.line);
    const around = { circles, values, spots, others };
    let [best, least]: [Point | null, number] = [null, Number.POSITIVE_INFINITY];
    for (const place of placesOf(one, size, circles)) {
      // All that follow are further.
      if (place.cost >= least) continue;
      const cost = place.cost + coveredAt(place, one.shape, size, around);
      if (cost < least) [best, least] = [place, cost];
    }
    if (best) spots.push({ half: size.half, x: best.x, y: best.y });
    return best ? spots.length - 1 : null;
  });
  const moved = apart(spots, high);
  return places.map((place) => (place === null ? null : (moved[place] ?? null)));
}

/** Returns the places of a number: on its line, beside that on both sides, and further away; that of a loop beyond it. */
function placesOf({ arc, shape }: Written, size: Size, { points, written, unit, size: drawing }: Circles): Place[] {
  const { half, high } = size;
  const [source, target] = [points[arc.source], points[arc.target]];
  if (!source || !target) return [];
  // The number of a loop at the border stays in the drawing.
  const within = ({ x, y }: Point, cost: number): Place => ({
    x: Math.max(half, Math.min(drawing.width - half, x)),
    y: Math.max(high, Math.min(drawing.height - high, y)),
    cost,
  });
  if (arc.source === arc.target)
    return AWAY.flatMap((heights) =>
      TURNS.map((turn) => {
        const away = 2 * heights * high + shape.width / 2;
        const room = { half: half + away, high: high + away };
        const place = within(beyondLoop(source, turned(shape.middle, source, turn), room), 0);
        const isOn = runsThrough(shape, edgesAround(place, inkOf(size), shape.width, 0));
        const cost = COSTS.aside * Math.abs(turn) + COSTS.further * heights + (isOn ? COSTS.line : 0);
        return { ...place, cost };
      }),
    );
  const on = [shape.middle, ...shape.aside];
  const hidden = hides(shape, size, written) ? COSTS.hides : 0;
  const asideAt = (at: number) => (COSTS.aside * at) / on.length;
  return [
    ...on.map((point, at) => within(point, COSTS.on + hidden + asideAt(at))),
    ...AWAY.flatMap((heights) => {
      const beyond = 2 * heights * high + shape.width / 2 + GAP * Math.max(unit, written);
      return on.flatMap((point, at) =>
        besides(point, { source, target, half: half + beyond, high: high + beyond }).map((place) =>
          within(place, asideAt(at) + COSTS.further * heights),
        ),
      );
    }),
  ];
}

/** What a number at a place covers, and what it is near to; infinite where it would cover the number of a node. */
function coveredAt(place: Point, own: LineShape, size: Size, { circles, values, spots, others }: Around): number {
  if (!coversNone(place, size, values)) return Number.POSITIVE_INFINITY;
  const { unit, least, written } = circles;
  const [ink, ground] = [inkOf(size), GROUND * written];
  const room = roomAround(place, size.half, circles);
  const circle = room > size.high ? 0 : room > size.high - EDGE * least ? COSTS.edge : COSTS.name;
  const number = coversNone(place, size, spots) ? 0 : COSTS.number;
  const touches = (line: Pick<LineShape, "course" | "width">, free: number) =>
    runsThrough(line, edgesAround(place, ink, line.width, ground + free));
  const on = (line: LineShape) =>
    Math.min(1, lengthWithin(line, edgesAround(place, ink, line.width, ground)) / (2 * size.high));
  const isOn = ({ corners: [first, ...more] }: LineShape) =>
    first !== undefined && touches({ course: [first, ...more, first], width: 0 }, 0);
  const far = distanceFrom(own, place);
  let sum = circle + number + (isOn(own) ? COSTS.head : 0);
  let isOwn = true;
  for (const other of others) {
    if (touches(other, (HALO / 2) * unit))
      sum += touches(other, 0) ? COSTS.line + COSTS.covered * on(other) : COSTS.near;
    if (isOn(other)) sum += COSTS.head;
    isOwn &&= far < OWN * distanceFrom(other, place);
  }
  return sum + (isOwn ? 0 : COSTS.seeming);
}

const inkOf = ({ half, high }: Size): Size => ({ half: INK.half * half, high: INK.high * high });

/** Whether a number on a line would leave little of it in sight, beside its head. */
function hides({ touches: [from, tip], corners, width }: LineShape, size: Size, written: number): boolean {
  const [, one, other] = corners;
  const to = one && other ? { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 } : tip;
  if (!from || !to) return false;
  const { half, high } = inkOf(size);
  const ground = GROUND * written;
  const [across, down] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  const length = Math.hypot(across, down) || 1;
  const covered = 2 * length * Math.min((half + ground) / (across || 1e-9), (high + ground) / (down || 1e-9));
  return covered > HIDES * length || length - covered < 2 * STUB * width;
}

/** How far the nearest circle is from a number; less than nothing where it covers one. */
function roomAround({ x, y }: Point, half: number, { points, radii }: Circles): number {
  const rooms = points.map((node, at) => {
    const across = Math.max(0, Math.abs(node.x - x) - half);
    return Math.hypot(across, node.y - y) - (radii[at] ?? 0);
  });
  return Math.min(...rooms);
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
