/** What somebody has done of one exercise: pure data, and what may be read out of a store or a file that others wrote. */
import * as v from "valibot";
import { DIFFICULTIES, type Difficulty } from "../state/state.ts";

/** Which exercise it is: the same key gives the same numbers everywhere. */
export interface WorkKey {
  readonly exercise: string;
  readonly difficulty: Difficulty;
  readonly seed: number;
}

export interface Work extends WorkKey {
  /** What was typed, by step: the texts of its cells in row-major order. */
  readonly answers: Readonly<Record<string, readonly string[]>>;
  /** How many hints were taken, by step. */
  readonly hints: Readonly<Record<string, number>>;
  /** How many cells are right, of how many. */
  readonly right: number;
  readonly asked: number;
  /** When it was last changed, in milliseconds. */
  readonly at: number;
}

export const HINTS = 3;
const LONGEST_ANSWER = 1000;
const MOST_CELLS = 10_000;

const name = v.pipe(v.string(), v.regex(/^[a-z][a-zA-Z0-9.[\]/-]{0,99}$/));
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));
const key = v.object({ exercise: name, difficulty: v.picklist(DIFFICULTIES), seed: count });
const texts = v.pipe(v.array(v.pipe(v.string(), v.maxLength(LONGEST_ANSWER))), v.maxLength(MOST_CELLS));
const level = v.pipe(count, v.maxValue(HINTS));
const whole = v.strictObject({
  ...key.entries,
  answers: v.record(name, texts),
  hints: v.record(name, level),
  right: count,
  asked: count,
  at: count,
});

/** Under which name it is kept. */
export function nameOf({ exercise, difficulty, seed }: WorkKey): string {
  return `${exercise} ${difficulty} ${seed}`;
}

export function newWork(key: WorkKey): Work {
  const { exercise, difficulty, seed } = key;
  return { exercise, difficulty, seed, answers: {}, hints: {}, right: 0, asked: 0, at: 0 };
}

export type ReadWork =
  | { readonly kind: "whole"; readonly work: Work }
  /** Some of it was damaged; this is what is left. */
  | { readonly kind: "damaged"; readonly work: Work }
  | { readonly kind: "unreadable" };

/** Reads what a store or a file holds, keeping of a damaged entry all that can still be understood. */
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

export function withAnswer(work: Work, step: string, cells: number, cell: number, text: string): Work {
  const before = work.answers[step] ?? [];
  const answers = Array.from({ length: cells }, (_, at) => (at === cell ? text : (before[at] ?? "")));
  return { ...work, answers: { ...work.answers, [step]: answers } };
}

/** Takes out what the exercise does not ask, as another version of it may have done. */
export function fitted(work: Work, asked: readonly { readonly step: string; readonly cells: number }[]): Work {
  const answers = asked.map(({ step, cells }) => [
    step,
    Array.from({ length: cells }, (_, at) => work.answers[step]?.[at] ?? ""),
  ]);
  return { ...work, answers: Object.fromEntries(answers) };
}
