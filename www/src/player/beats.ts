/**
 * In which order and how fast the cells of a result appear. Pure.
 *
 * The first cells have time for their terms to be read; then it goes faster and faster, so that a step takes no longer than its limit. Many cells
 * appear row by row, and a row of one number, in which there is nothing else to see, as fast as a single cell.
 */
import type { TraceStep } from "../library.ts";
import { cellCount } from "../numbers/shape.ts";
import type { Speed } from "./speed.ts";

/** The cells with offsets from `from` and below `to` appear together, and are the last for this time. */
export interface Beat {
  readonly from: number;
  readonly to: number;
  readonly milliseconds: number;
  /** Whether they are a row of one number, of which the first is told for all. */
  readonly alike?: boolean;
}

/** What is shown for a time: the result up to an offset, and some terms of a cell. */
export interface Moment {
  /** The offset of the cell whose arithmetic is shown. */
  readonly cell: number;
  /** How many cells of the result are shown. */
  readonly filled: number;
  /** How many terms of the cell are shown; null for all, with their result. */
  readonly told: number | null;
  readonly milliseconds: number;
}

/** The time of the first cell, and the longest time of a step, in milliseconds. */
const PACES: Readonly<Record<Speed, { readonly first: number; readonly most: number }>> = {
  slow: { first: 1600, most: 10_000 },
  normal: { first: 1000, most: 8000 },
  fast: { first: 400, most: 3000 },
};

/** Above this many cells a matrix appears row by row. */
const MOST_CELLS = 64;
/** What would appear within less than this, in milliseconds, appears together. */
const SHORTEST_BEAT = 40;
/** The shortest time in which single terms can be followed. */
const SHORTEST_TELLING = 300;
const ROUNDS = 50;

/** Returns how many cells appear at a time: one, or a row. */
export function unitOf(shape: readonly number[]): number {
  return shape.length > 1 && cellCount(shape) > MOST_CELLS ? (shape.at(-1) ?? 1) : 1;
}

/** What is played. */
export type Played = Pick<TraceStep, "shape" | "data">;

/** Returns the rows of one number each, by the offsets of their first cells; a list has no rows. */
function alikeIn({ shape, data }: Played): ReadonlySet<number> {
  const width = shape.length > 1 ? (shape.at(-1) ?? 1) : 1;
  const rows = Array.from({ length: width > 1 ? cellCount(shape) / width : 0 }, (_, row) => row * width);
  return new Set(rows.filter((from) => data.slice(from, from + width).every((value) => Object.is(value, data[from]))));
}

/** Returns what appears together at least: a cell, or a row. */
function unitsOf(step: Played): readonly Omit<Beat, "milliseconds">[] {
  const { shape } = step;
  const [cells, unit, row] = [cellCount(shape), unitOf(shape), shape.at(-1) ?? 1];
  const alike = unit === 1 ? alikeIn(step) : new Set<number>();
  const units: Omit<Beat, "milliseconds">[] = [];
  for (let from = 0; from < cells; from = units.at(-1)?.to ?? cells)
    units.push(alike.has(from) ? { from, to: from + row, alike: true } : { from, to: from + Math.max(1, unit) });
  return units;
}

export function beatsOf(step: Played, speed: Speed): readonly Beat[] {
  const units = unitsOf(step);
  const { first, most } = PACES[speed];
  const ratio = ratioOf(units.length, first, most);
  const beats: Beat[] = [];
  let milliseconds = 0;
  let from = 0;
  for (const [at, unit] of units.entries()) {
    milliseconds += first * ratio ** at;
    if (milliseconds < SHORTEST_BEAT && at < units.length - 1) continue;
    beats.push({ ...unit, alike: unit.alike === true && unit.from === from, from, milliseconds });
    from = unit.to;
    milliseconds = 0;
  }
  return beats;
}

/** Returns by which factor each time is shorter than the one before, so that all take no longer than `most`. */
function ratioOf(count: number, first: number, most: number): number {
  if (count * first <= most) return 1;
  const sum = (ratio: number) => (first * (1 - ratio ** count)) / (1 - ratio);
  let [low, high] = [0, 1];
  for (let round = 0; round < ROUNDS; round += 1) {
    const middle = (low + high) / 2;
    if (sum(middle) > most) high = middle;
    else low = middle;
  }
  return low;
}

/** Returns the offset of the cell whose terms a beat tells. */
export const toldIn = ({ from, to, alike }: Beat): number => (alike ? from : to - 1);

/** Returns what is shown during a beat: of a single cell its terms one after another, then the result; of several cells the last one at once, but those of one number. */
export function momentsOf(beat: Beat, terms: number): readonly Moment[] {
  const { from, to, milliseconds, alike } = beat;
  const done: Moment = { cell: to - 1, filled: to, told: null, milliseconds };
  if ((to - from > 1 && !alike) || terms === 0 || milliseconds < SHORTEST_TELLING) return [done];
  const share = milliseconds / (terms + 1);
  const cell = toldIn(beat);
  const telling = Array.from({ length: terms }, (_, at) => ({ cell, filled: from, told: at + 1, milliseconds: share }));
  return [...telling, { ...done, milliseconds: share }];
}
