/** Where arrows, the arcs of turns and the links of a chain lie in the drawing, and what their tips cover. Pure. */

import { boxAround, cornersOf } from "../plane/covering.ts";
import { angleOf, around, type Frame, headCorners, type Spot, turnBetween, winding } from "../plane/plane.ts";
import type { DrawnArrow, DrawnArrows, DrawnTurn } from "./model.ts";

/** The radii of a point and of the point of an output. */
const DOTS = { point: 6, output: 8 } as const;
/** The radius of the ring around a tip that can be moved. */
export const GRIP = 10;
/** The width of the links of a chain. */
export const LINK_WIDTH = 2;

const lengthOf = ({ x, y }: Spot) => Math.hypot(x, y);

/** Width of an arrow: by its weight, if it has one. */
export function widthOf({ kind, weight }: Pick<DrawnArrow, "kind" | "weight">): number {
  if (kind === "output") return 4;
  return weight ? 1.25 + 8 * Math.min(1, Math.max(0, weight.value)) : 2.5;
}

/** Radius of the dot at the tip of an arrow. */
export function dotOf({ kind }: Pick<DrawnArrow, "kind">): number {
  return kind === "output" ? DOTS.output : DOTS.point;
}

/** Returns the radius of the arc of a turn, in units of the plane: each of several has its own. */
export function turnRadius({ before }: DrawnTurn, order: number, count: number): number {
  return lengthOf(before.spot) * (count > 1 ? 0.35 + (0.45 * order) / (count - 1) : 0.6);
}

export interface TurnShape {
  readonly radius: number;
  readonly from: number;
  readonly turn: number;
  /** Where the head of the arc begins, and its tip. */
  readonly back: Spot;
  readonly tip: Spot;
}

/** Returns the arc of a turn; null where it is too small to be seen. */
export function turnShape(drawn: DrawnTurn, order: number, count: number, frame: Frame): TurnShape | null {
  const { before, after, angle } = drawn;
  const from = angleOf(before.spot);
  const turn = angle?.value ?? turnBetween(from, angleOf(after.spot));
  const radius = turnRadius(drawn, order, count) * frame.unit;
  if (radius < 6 || Math.abs(turn) * radius < 4) return null;
  const end = from + turn;
  const tip = around(frame.at({ x: 0, y: 0 }), end, radius + winding(turn));
  return { radius, from, turn, tip, back: around(tip, end - (Math.sign(turn) * Math.PI) / 2, 10) };
}

/** The arrows times their weights, one after the other. */
export function linksOf({ arrows }: DrawnArrows): readonly { arrow: DrawnArrow; from: Spot; to: Spot }[] {
  let end = { x: 0, y: 0 };
  return arrows.flatMap((arrow) => {
    if (!arrow.weight) return [];
    const from = end;
    end = { x: from.x + arrow.weight.value * arrow.spot.x, y: from.y + arrow.weight.value * arrow.spot.y };
    return [{ arrow, from, to: end }];
  });
}

/** Returns what the tips cover: the heads of arrows, of turns and of the links of a chain, points, and rings of what can be moved. */
export function tipsOf(drawn: DrawnArrows, frame: Frame, { chain = false } = {}): readonly (readonly Spot[])[] {
  const origin = frame.at({ x: 0, y: 0 });
  const arrows = drawn.arrows.flatMap((arrow) => {
    const tip = frame.at(arrow.spot);
    const head = arrow.kind === "point" ? [] : headCorners(origin, tip, widthOf(arrow));
    const dot = arrow.kind !== "arrow" || head.length === 0 ? dotOf(arrow) : 0;
    const side = 2 * Math.max(dot, arrow.input === null ? 0 : GRIP);
    return [head, side > 0 ? cornersOf(boxAround(tip, { width: side, height: side })) : []];
  });
  const turns = drawn.turns.flatMap((turn, order) => {
    const shape = turnShape(turn, order, drawn.turns.length, frame);
    return shape ? [headCorners(shape.back, shape.tip, 1)] : [];
  });
  const links = chain && drawn.mean?.output ? linksOf(drawn) : [];
  const heads = links.map(({ from, to }) => headCorners(frame.at(from), frame.at(to), LINK_WIDTH));
  return [...arrows, ...turns, ...heads].filter(({ length }) => length > 0);
}
