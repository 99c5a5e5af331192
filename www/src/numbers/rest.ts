/** What rounding leaves of a 0, such as the 1.11·10⁻¹⁶ of an eigenvalue beside others near 1, is written as nearly 0; opened, it has all its digits. */
import type { TraceStep } from "../library.ts";
import { formatCell } from "./format.ts";

export const NEARLY_ZERO = "≈\u202f0";

/** What is added up or found by turns may cancel; a product, a quotient or an exponential is small because it is. */
const CANCELS: ReadonlySet<string> = new Set(["contract", "reduce", "rule"]);
/** So many units in the last place of a step's largest number. */
const UNITS = 32;

const known = new WeakMap<object, number>();
const knownBeside = new WeakMap<object, number>();

/** Returns the size up to which a number of a step is what rounding has left of a 0; 0 for a step whose numbers do not cancel. */
export function restOf(step: Pick<TraceStep, "op" | "data">): number {
  if (!CANCELS.has(step.op)) return 0;
  const found = known.get(step.data);
  if (found !== undefined) return found;
  let largest = 0;
  for (const value of step.data) if (Number.isFinite(value)) largest = Math.max(largest, Math.abs(value));
  const rest = UNITS * Number.EPSILON * largest;
  known.set(step.data, rest);
  return rest;
}

/** Returns the size up to which a sum or a difference of numbers of a step, in whatever order, is what rounding has left of a 0. */
export function restBeside({ data }: Pick<TraceStep, "data">): number {
  const found = knownBeside.get(data);
  if (found !== undefined) return found;
  let all = 0;
  for (const value of data) if (Number.isFinite(value)) all += Math.abs(value);
  const rest = UNITS * Number.EPSILON * all;
  knownBeside.set(data, rest);
  return rest;
}

export const isRest = (value: number, rest: number): boolean => value !== 0 && Math.abs(value) <= rest;

/** Formats a number for a cell of a step. */
export const formatIn = (step: Pick<TraceStep, "op" | "data">, value: number): string =>
  isRest(value, restOf(step)) ? NEARLY_ZERO : formatCell(value);
