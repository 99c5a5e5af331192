/**
 * In which order and how fast the cells of a result appear. Pure.
 *
 * The first cells have time for their terms to be read; then it goes faster and faster, so that a step takes no longer than its limit. Many cells
 * appear row by row.
 */
import { cellCount } from "../numbers/shape.ts";
import type { Speed } from "./speed.ts";

/** The cells with offsets from `from` and below `to` appear together, and are the last for this time. */
export interface Beat {
  readonly from: number;
  readonly to: number;
  readonly milliseconds: number;
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

export function beatsOf(shape: readonly number[], speed: Speed): readonly Beat[] {
  const unit = unitOf(shape);
  const count = Math.floor(cellCount(shape) / Math.max(1, unit));
  const { first, most } = PACES[speed];
  const ratio = ratioOf(count, first, most);
  const beats: Beat[] = [];
  let from = 0;
  let milliseconds = 0;
  for (let at = 0; at < count; at += 1) {
    milliseconds += first * ratio ** at;
    const to = (at + 1) * unit;
    if (milliseconds < SHORTEST_BEAT && at < count - 1) continue;
    beats.push({ from, to, milliseconds });
    from = to;
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

/** Returns what is shown during a beat: of a single cell its terms one after another, then the result; of several cells the last one at once. */
export function momentsOf({ from, to, milliseconds }: Beat, terms: number): readonly Moment[] {
  const cell = to - 1;
  const done: Moment = { cell, filled: to, told: null, milliseconds };
  if (to - from > 1 || terms === 0 || milliseconds < SHORTEST_TELLING) return [done];
  const share = milliseconds / (terms + 1);
  const telling = Array.from({ length: terms }, (_, at) => ({ cell, filled: from, told: at + 1, milliseconds: share }));
  return [...telling, { ...done, milliseconds: share }];
}
