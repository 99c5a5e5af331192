/** Which names and numbers stand beside arrows, and what they should not cover. Pure. */
import { formatCell } from "../../numbers/format.ts";
import type { ShownCell } from "../base/marks.ts";
import { boxAround, overlap } from "../plane/covering.ts";
import { placeNames, textWidth } from "../plane/place-names.ts";
import { angleOf, around, between, type Frame, footOn, type Spot } from "../plane/plane.ts";
import { type ScaleMark, scaleOf } from "../plane/scale.ts";
import type { DrawnArrow, DrawnArrows, DrawnPair } from "./model.ts";
import { tipsOf, turnRadius } from "./shapes.ts";

/** The type size of names. */
const TYPE = 15;
/** The type size of the coordinates of the active arrow. */
const COORDINATES = 13;
/** The space beside a name in which no other one stands. */
const ASIDE = 6;

/** The type size of the names of axes. */
const AXIS_TYPE = 12;
/** The distance between points that stand for a name. */
const APART = 10;

/** Returns the numbers of an arrow: its weight, its coordinates, the angle by which it was turned and the product that it is part of. */
export function cellsOf(arrow: DrawnArrow, { turns, pair }: DrawnArrows): ShownCell[] {
  const angle = turns.find(({ after }) => after.key === arrow.key)?.angle;
  const product = pair?.one.key === arrow.key ? pair.product : null;
  return [arrow.weight, ...arrow.cells, angle, product].filter((cell) => cell !== null && cell !== undefined);
}

/** A name beside a point, with the number that belongs to it. */
interface PlacedText {
  readonly at: Spot;
  readonly toward: number;
  readonly symbol: string;
  readonly name: string;
  readonly number: ShownCell | null;
  /** The distance from the point. */
  readonly gap: number;
}

/** A name in the drawing; `spot`: its middle. */
export interface PlacedName extends Pick<PlacedText, "symbol" | "name" | "number"> {
  readonly spot: Spot;
}

/** What is written beside arrows and axes. */
export interface Written {
  readonly names: readonly PlacedName[];
  readonly scale: readonly ScaleMark[];
}

interface Writing {
  readonly frame: Frame;
  /** The arrow whose coordinates are shown. */
  readonly active: DrawnArrow | null;
  /** Whether a line leads from an arrow to its shadow. */
  readonly dropped: boolean;
  /** Whether the weighted arrows are drawn one after the other. */
  readonly chain: boolean;
}

/**
 * Places names where they cover each other, the arrows and the scale least, and the numbers of the scale where no tip is. A number that is still covered
 * by a name or a coordinate is left out.
 */
export function writtenIn(drawn: DrawnArrows, writing: Writing): Written {
  const { frame, active, chain } = writing;
  const scale = scaleOf(frame, tipsOf(drawn, frame, { chain }));
  const texts = textsOf(drawn, frame).map((text) => ({
    ...text,
    ...{ width: textWidth(lineOf(text), TYPE), height: TYPE * 1.3 },
  }));
  const spots = placeNames(
    texts.map((text) => ({ ...text, width: text.width + 2 * ASIDE })),
    obstaclesOf(drawn, writing, scale),
    frame,
  );
  const placed = texts.map((text, order) => ({ ...text, spot: spots[order] ?? text.at }));
  const names = readable(placed, active ? drawn.arrows.indexOf(active) : -1);
  const places = active ? coordinatePlaces(active, frame) : null;
  const coordinates = [places?.across, places?.up].flatMap((spot, at) => {
    const width = textWidth(formatCell(active?.cells[at]?.value ?? 0), COORDINATES);
    return spot ? boxAround(spot, { width, height: COORDINATES }) : [];
  });
  const taken = [...names.map((name) => boxAround(name.spot, name)), ...coordinates];
  return { names, scale: scale.filter(({ box }) => taken.every((other) => overlap(box, other) === 0)) };
}

/** A name that others cover by more than this share cannot be read, nor can they. */
const COVERED = 0.1;

interface Boxed {
  readonly spot: Spot;
  readonly width: number;
  readonly height: number;
}

/** Leaves out names that have no room in a small plane, where they would stand on others. `first`: the one that stays in any case. */
export function readable<Name extends Boxed>(names: readonly Name[], first: number): readonly Name[] {
  const kept = new Set<Name>();
  for (const name of [...names].sort((one, other) => Number(names[first] === other) - Number(names[first] === one))) {
    const box = boxAround(name.spot, name);
    const shared = [...kept].reduce((sum, other) => sum + overlap(box, boxAround(other.spot, other)), 0);
    if (shared <= COVERED * name.width * name.height) kept.add(name);
  }
  return names.filter((name) => kept.has(name));
}

/** Returns a name as one line. */
function lineOf({ symbol, name, number }: PlacedText): string {
  return [symbol, name, number ? formatCell(number.value) : ""].filter((part) => part !== "").join(" ");
}

/** Returns what is written: names at the tips, angles at the arcs, the product at the shadow. */
function textsOf({ arrows, turns, pair }: DrawnArrows, frame: Frame): PlacedText[] {
  const names = arrows.map((arrow) => ({
    at: frame.at(arrow.spot),
    // A zero vector has no direction; its name stands where no arrow of positive numbers is.
    toward: arrow.spot.x === 0 && arrow.spot.y === 0 ? (-3 * Math.PI) / 4 : angleOf(arrow.spot),
    symbol: arrow.symbol,
    name: arrow.name,
    number: arrow.weight,
    gap: arrow.kind === "arrow" && arrow.input === null ? 8 : 13,
  }));
  const origin = frame.at({ x: 0, y: 0 });
  const angles = turns.flatMap((turn, order) => {
    const { before, angle } = turn;
    if (!angle || angle.value === 0) return [];
    const middle = angleOf(before.spot) + angle.value / 2;
    const radius = turnRadius(turn, order, turns.length) * frame.unit;
    return [{ at: around(origin, middle, radius), toward: middle, symbol: "", name: "", number: angle, gap: 2 }];
  });
  return [...names, ...angles, ...(pair?.product ? [productText(pair, frame)] : [])];
}

/** The product stands beyond the shadow, on the other side of it than the arrow that casts it. */
function productText({ one, other, product }: DrawnPair, frame: Frame): PlacedText {
  const foot = footOn(one.spot, other.spot) ?? other.spot;
  return {
    at: frame.at(between({ x: 0, y: 0 }, foot, 0.6)),
    toward: angleOf({ x: foot.x - one.spot.x, y: foot.y - one.spot.y }),
    symbol: `${one.symbol} · ${other.symbol} =`,
    name: "",
    number: product,
    gap: 12,
  };
}

/** Returns where the coordinates of an arrow stand: beside the axes, on the sides away from it. */
export function coordinatePlaces({ cells: [, up], spot }: DrawnArrow, frame: Frame): { across: Spot; up: Spot } {
  const [tip, origin] = [frame.at(spot), frame.at({ x: 0, y: 0 })];
  const beside = (10 + textWidth(formatCell(up.value), COORDINATES) / 2) * (spot.x >= 0 ? -1 : 1);
  return {
    across: { x: tip.x, y: origin.y + (spot.y >= 0 ? 15 : -15) },
    up: { x: origin.x + beside, y: tip.y },
  };
}

/** Returns points along a line in the drawing. */
function dots(from: Spot, to: Spot): Spot[] {
  const count = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / APART);
  return Array.from({ length: count }, (_, at) => between(from, to, (at + 1) / count));
}

/** Returns points along the arrows, in the coordinates of the active one, and along the line to a shadow. */
function obstaclesOf(
  { arrows, axes, mean, pair }: DrawnArrows,
  { frame, active, dropped }: Writing,
  scale: readonly ScaleMark[],
): Spot[] {
  const along = arrows.flatMap(({ spot, kind }) =>
    (kind === "point" ? [1] : [0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 1]).map((share) =>
      between({ x: 0, y: 0 }, spot, share),
    ),
  );
  const foot = pair && dropped ? footOn(pair.one.spot, pair.other.spot) : null;
  const drop = foot && pair ? [0.2, 0.4, 0.6, 0.8, 1].map((share) => between(pair.one.spot, foot, share)) : [];
  // The threads from weighted values to the output.
  const output = mean?.output?.spot;
  const threads = arrows.flatMap(({ spot, weight }) =>
    output && weight ? [0.15, 0.3, 0.45, 0.6].map((share) => between(spot, output, share)) : [],
  );
  const told = scale.flatMap(({ spot }) => [-5, 0, 5].map((aside) => ({ x: spot.x, y: spot.y + aside })));
  const numbers = active ? Object.values(coordinatePlaces(active, frame)) : [];
  const written = numbers.flatMap(({ x, y }) => [-14, 0, 14].map((aside) => ({ x: x + aside, y })));
  const tip = active ? frame.at(active.spot) : null;
  const feet = active
    ? [
        { ...active.spot, y: 0 },
        { ...active.spot, x: 0 },
      ]
    : [];
  const dotted = tip ? feet.flatMap((foot) => dots(tip, frame.at(foot))) : [];
  const { left, right, bottom, top } = frame.extent;
  const [end, start] = [frame.at({ x: right, y: bottom }), frame.at({ x: left, y: top })];
  // Over the whole height of a name, which another one beside it would otherwise touch.
  const covered = (name: string, place: (along: number, aside: number) => Spot) => {
    const length = name === "" ? 0 : Math.ceil(textWidth(`${name} →`, AXIS_TYPE) / APART);
    return Array.from({ length }, (_, at) => at * APART).flatMap((along) =>
      [-AXIS_TYPE / 2, 0, AXIS_TYPE / 2].map((aside) => place(along, aside)),
    );
  };
  const named = [
    ...covered(axes[0], (along, aside) => ({ x: end.x - along, y: end.y + 13 + aside })),
    ...covered(axes[1], (along, aside) => ({ x: start.x - 11 + aside, y: start.y + along })),
  ];
  return [...[...along, ...drop, ...threads].map((spot) => frame.at(spot)), ...dotted, ...written, ...named, ...told];
}
