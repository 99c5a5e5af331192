/** The work on one exercise as plain data, validated when it is read from a store or a file. */
import * as v from "valibot";
import { DIFFICULTIES, type Difficulty, LARGEST_SEED } from "../state/state.ts";

/** The key of an exercise: the same key gives the same numbers everywhere. */
export interface WorkKey {
  readonly exercise: string;
  readonly difficulty: Difficulty;
  readonly seed: number;
  /** Tells inputs of one's own from others; absent where all are drawn. */
  readonly own?: string | undefined;
}

export interface Work extends WorkKey {
  /** The own inputs with their names, as they stand in an address. */
  readonly inputs?: string | undefined;
  /** The typed texts of each step, in row-major order of the cells. */
  readonly answers: Readonly<Record<string, readonly string[]>>;
  /** The time of each cell's last change, in milliseconds; 0 where unknown. */
  readonly times: Readonly<Record<string, readonly number[]>>;
  /** The number of hints used, by step. */
  readonly hints: Readonly<Record<string, number>>;
  /** The number of right cells, and of all cells. */
  readonly right: number;
  readonly asked: number;
  /** The time of the last change, in milliseconds. */
  readonly at: number;
}

export const HINTS = 3;
const LONGEST_ANSWER = 1000;
const MOST_CELLS = 10_000;

const name = v.pipe(v.string(), v.regex(/^[a-z][a-zA-Z0-9.[\]/-]{0,99}$/));
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));
const seed = v.pipe(count, v.maxValue(LARGEST_SEED));
const own = v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/)));
const key = v.object({ exercise: name, difficulty: v.picklist(DIFFICULTIES), seed, own });
/** Longer than inputs of 100 numbers each. */
const packed = v.optional(v.pipe(v.string(), v.maxLength(100_000)));
const texts = v.pipe(v.array(v.pipe(v.string(), v.maxLength(LONGEST_ANSWER))), v.maxLength(MOST_CELLS));
const level = v.pipe(count, v.maxValue(HINTS));
const times = v.record(name, v.pipe(v.array(count), v.maxLength(MOST_CELLS)));
const whole = v.strictObject({
  ...key.entries,
  inputs: packed,
  answers: v.record(name, texts),
  // Earlier versions stored no times.
  times: v.optional(times, {}),
  hints: v.record(name, level),
  right: count,
  asked: count,
  at: count,
});

/** Returns the key in the store. */
export function nameOf({ exercise, difficulty, seed, own }: WorkKey): string {
  const name = `${exercise} ${difficulty} ${seed}`;
  return own === undefined ? name : `${name} ${own}`;
}

export function newWork(key: WorkKey): Work {
  const { exercise, difficulty, seed, own } = key;
  return {
    exercise,
    difficulty,
    seed,
    ...(own !== undefined && { own }),
    answers: {},
    times: {},
    hints: {},
    right: 0,
    asked: 0,
    at: 0,
  };
}

export type ReadWork =
  | { readonly kind: "whole"; readonly work: Work }
  /** Some of it was damaged; this is the readable part. */
  | { readonly kind: "damaged"; readonly work: Work }
  | { readonly kind: "unreadable" };

/** Parses an entry of a store or a file, keeping the readable part of a damaged one. */
export function readWork(value: unknown): ReadWork {
  const found = v.safeParse(whole, value);
  if (found.success) return { kind: "whole", work: found.output };
  const known = v.safeParse(key, value);
  if (!known.success) return { kind: "unreadable" };
  const fields = value as Record<string, unknown>;
  const answers = entriesOf(fields.answers).filter(([step, cells]) => v.is(name, step) && Array.isArray(cells));
  const hints = entriesOf(fields.hints).filter(([step, taken]) => v.is(name, step) && v.is(level, taken));
  const work = {
    ...newWork(known.output),
    answers: Object.fromEntries(answers.map(([step, cells]) => [step, (cells as unknown[]).map(legible)])),
    ...(v.is(packed, fields.inputs) && fields.inputs !== undefined && { inputs: fields.inputs }),
    times: v.is(times, fields.times) ? fields.times : {},
    hints: Object.fromEntries(hints) as Record<string, number>,
    at: v.is(count, fields.at) ? fields.at : 0,
  };
  return { kind: "damaged", work };
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

function legible(text: unknown): string {
  return typeof text === "string" && text.length <= LONGEST_ANSWER ? text : "";
}

/** Sets the text of one cell of a step with this number of cells, at the time `now`. */
export function withAnswer(work: Work, step: string, cells: number, cell: number, text: string, now: number): Work {
  const before = work.answers[step] ?? [];
  const texts = Array.from({ length: cells }, (_, at) => (at === cell ? text : (before[at] ?? "")));
  return withAnswers(work, { ...work.answers, [step]: texts }, now);
}

/** Replaces all answers. The time of each cell whose text changes becomes `now`, or later where the clock was set back. */
export function withAnswers(work: Work, answers: Work["answers"], now: number): Work {
  const changed = Object.entries(answers).map(([step, texts]): [string, number[]] => [
    step,
    texts.map((text, cell) => {
      const before = timeOf(work, step, cell);
      return text === (work.answers[step]?.[cell] ?? "") ? before : Math.max(now, before + 1);
    }),
  ]);
  return { ...work, answers, times: { ...work.times, ...Object.fromEntries(changed) } };
}

/** Returns when a cell was last changed. An entry without times has the time of its last change only. */
function timeOf(work: Work, step: string, cell: number): number {
  const text = work.answers[step]?.[cell] ?? "";
  return work.times[step]?.[cell] ?? (text === "" ? 0 : work.at);
}

/**
 * Merges two versions of the work on one exercise: for each cell the text that was changed later, for each step the larger number of hints. The
 * result does not depend on the order of the versions.
 */
export function merge(one: Work, other: Work): Work {
  const [earlier, later] = [one, other].sort((a, b) => a.at - b.at || a.right - b.right) as [Work, Work];
  const steps = new Set([...Object.keys(earlier.answers), ...Object.keys(later.answers)]);
  const answers: Record<string, string[]> = {};
  const merged: Record<string, number[]> = {};
  for (const step of steps) {
    const length = Math.max(earlier.answers[step]?.length ?? 0, later.answers[step]?.length ?? 0);
    const cells = Array.from({ length }, (_, cell) =>
      laterCell(cellOf(earlier, step, cell), cellOf(later, step, cell)),
    );
    answers[step] = cells.map(({ text }) => text);
    merged[step] = cells.map(({ time }) => time);
  }
  const hints = { ...earlier.hints };
  for (const [step, taken] of Object.entries(later.hints)) hints[step] = Math.max(taken, hints[step] ?? 0);
  return { ...later, answers, times: merged, hints };
}

interface Cell {
  readonly text: string;
  readonly time: number;
}

function cellOf(work: Work, step: string, cell: number): Cell {
  return { text: work.answers[step]?.[cell] ?? "", time: timeOf(work, step, cell) };
}

/** Returns the text that sorts last of two with the same time, so that every window chooses the same. */
function laterCell(one: Cell, other: Cell): Cell {
  if (one.time !== other.time) return one.time > other.time ? one : other;
  return one.text > other.text ? one : other;
}

/** Returns the number of cells in which two versions differ. */
export function differences(one: Work, other: Work): number {
  const steps = new Set([...Object.keys(one.answers), ...Object.keys(other.answers)]);
  let count = 0;
  for (const step of steps) {
    const [texts, others] = [one.answers[step] ?? [], other.answers[step] ?? []];
    for (let cell = 0; cell < Math.max(texts.length, others.length); cell += 1) {
      if ((texts[cell] ?? "") !== (others[cell] ?? "")) count += 1;
    }
  }
  return count;
}

/** Removes steps and cells that the exercise does not have, which another version of it may have had. */
export function fitted(work: Work, asked: readonly { readonly step: string; readonly cells: number }[]): Work {
  const cellsOf = <Value>(find: (step: string, cell: number) => Value): Record<string, Value[]> =>
    Object.fromEntries(
      asked.map(({ step, cells }) => [step, Array.from({ length: cells }, (_, cell) => find(step, cell))]),
    );
  const answers = cellsOf((step, cell) => work.answers[step]?.[cell] ?? "");
  return { ...work, answers, times: cellsOf((step, cell) => timeOf(work, step, cell)) };
}
