/** The places of bars: a row for each name, with one bar, or two below each other, that begin at 0. */
import { scaleLinear } from "d3-scale";
import { formatCell } from "../../numbers/format.ts";
import { widest } from "../../numbers/lettering.ts";

/** Lengths are in units, sixteenths of the type size; the type of names and numbers is one size. */
const TYPE = 15;
const BAR = { single: 20, pair: 16 } as const;
const GAP = 12;
const SPACE = 8;
/** Beyond the outline of a chosen bar. */
const TO_NUMBER = 7;
/** What stands between what a number was and what it is, in multiples of the type size. */
const TURN = 1.7;
/** Names take at most this share of the width. */
const NAMES = 0.4;
/** The widest number of a few digits: where pictures are compared, its room does not depend on their numbers. */
const WIDEST = "0.00000";
/** The longest bars are at least so long where a drawing is enlarged; longer names than these are cut before a drawing is smaller for them. */
const LONGEST = 100;
const LONG = 110;
/** A value that is not 0 is visible. */
const LEAST = 1.5;

export interface BarShape {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Where the number stands, and to which side it extends. */
  readonly numberX: number;
  readonly numberAnchor: "start" | "end";
}

/** What a bar was before; its number begins before what it is now. */
export type EarlierShape = Pick<BarShape, "x" | "width" | "numberX">;

export interface BarsShape {
  readonly height: number;
  /** The width below which the bars would be too short to compare. */
  readonly least: number;
  /** The place of 0. */
  readonly zero: number;
  /** The room of a name, in multiples of the type size. */
  readonly nameRoom: number;
  /** The right end of names. */
  readonly nameX: number;
  /** By row, then by set. */
  readonly bars: readonly (readonly BarShape[])[];
  /** What the first bar of each row was; null where that is not known, or its number is the same. */
  readonly earlier: readonly (EarlierShape | null)[];
  /** The middle of each row. */
  readonly middles: readonly number[];
}

/**
 * Returns the places of bars. `rows`: the values of each name, one of each set; a number that is not finite has a bar without a length. `full`: the number
 * of a bar as long as the drawing; a larger one takes its place. `signed`: there is room for its negative as well. `earlier`: what the numbers of a single set were, none of which is negative. With `full`, bars of equal numbers are equally long in each drawing of one width.
 */
export function barsShape(
  names: readonly string[],
  rows: readonly (readonly number[])[],
  width: number,
  full: number = 0,
  signed: boolean = false,
  earlier: readonly number[] = [],
): BarsShape {
  const sets = Math.max(1, ...rows.map((row) => row.length));
  const thickness = sets > 1 ? BAR.pair : BAR.single;
  const values = [...rows.flat(), ...earlier];
  const finite = values.filter(Number.isFinite);
  const least = full > 0 ? [WIDEST] : [];
  const wasRoom = earlier.length > 0 ? widest([...earlier.map(formatCell), ...least]) + TURN : 0;
  const numberRoom = (some: readonly number[]) =>
    some.length > 0 ? (widest([...some.map(formatCell), ...least]) + wasRoom) * TYPE + SPACE : 0;
  const nameRoom = Math.min(width * NAMES, widest(names) * TYPE);
  const below = values.filter((value) => value < 0 && Number.isFinite(value));
  const left = nameRoom + SPACE + numberRoom(signed ? [...below, -full] : below);
  const low = Math.min(0, signed ? -full : 0, ...finite);
  const high = Math.max(0, full, ...finite);
  const above = values.filter((value) => !(value < 0) || !Number.isFinite(value));
  // A short bar leaves its number room enough, however many digits that has: it takes nothing from the others.
  const end = (value: number) => {
    const share = Number.isFinite(value) && high > 0 && low === 0 ? value / high : 1;
    return left + (width - numberRoom([value]) - left) / Math.max(share, Number.EPSILON);
  };
  const right = Math.min(width - (full > 0 ? numberRoom([full]) : 0), ...above.map(end));
  const scale = scaleLinear([low, high === low ? low + 1 : high], [left, Math.max(left + 1, right)]);
  const pitch = thickness * sets + GAP;
  const lengthOf = (value: number) =>
    Number.isFinite(value) && value !== 0 ? Math.max(LEAST, Math.abs(scale(value) - scale(0))) : 0;
  const were = rows.map(([value = Number.NaN], at): EarlierShape | null => {
    const was = earlier[at] ?? value;
    if (formatCell(was) === formatCell(value)) return null;
    const longer = Math.max(lengthOf(was), lengthOf(value));
    return { x: scale(0), width: lengthOf(was), numberX: scale(0) + longer + TO_NUMBER };
  });
  /** Where the number of a bar stands that was another: after what it was. */
  const afterWas = (at: number) => {
    const was = were[at];
    return was ? was.numberX + (widest([formatCell(earlier[at] ?? 0)]) + TURN) * TYPE : null;
  };
  const bars = rows.map((row, at) =>
    row.map((value, set): BarShape => {
      const length = lengthOf(value);
      const backward = value < 0 && Number.isFinite(value);
      const x = backward ? scale(0) - length : scale(0);
      return {
        x,
        y: at * pitch + GAP / 2 + set * thickness,
        width: length,
        height: thickness - (sets > 1 ? 1 : 0),
        numberX: backward ? x - TO_NUMBER : (afterWas(at) ?? x + length + TO_NUMBER),
        numberAnchor: backward ? "end" : "start",
      };
    }),
  );
  return {
    height: rows.length * pitch,
    least: Math.min(widest(names) * TYPE, LONG) + (left - nameRoom) + LONGEST + (width - right),
    zero: scale(0),
    nameRoom: nameRoom / TYPE,
    nameX: nameRoom,
    bars,
    earlier: were,
    middles: rows.map((_, at) => at * pitch + pitch / 2),
  };
}

/** Returns the positions that are drawn, in their order: all, or those of the largest values. A masked or undefined value is smaller than any other. */
export function drawnBars(values: readonly number[], limit: number): number[] {
  const all = values.map((_, at) => at);
  if (values.length <= limit) return all;
  const rank = (at: number) => {
    const value = values[at] ?? Number.NaN;
    return Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value;
  };
  const largest = [...all].sort((one, other) =>
    rank(one) === rank(other) ? one - other : rank(other) > rank(one) ? 1 : -1,
  );
  return largest.slice(0, limit).sort((one, other) => one - other);
}
