/** Examples: for each algorithm of the catalog, inputs that show its point. */
import type { Lesson, LessonPreset } from "../src/lesson/lesson.ts";
import type { Inputs, TensorValue } from "../src/state/state.ts";
import { matrix } from "../src/state/values.ts";

/** How a cell compares with another, of the same step unless one is named. */
export type Comparison = readonly ["above" | "equals" | "below", readonly number[], step?: string];

/** A statement of the example's text about the numbers. */
export interface Claim {
  readonly step: string;
  readonly cell: readonly number[];
  /** The number as the text writes it, or a comparison. */
  readonly is: number | Comparison;
  /** The algorithm whose own example it is about, if that is another one. */
  readonly algorithm?: string;
  /** Changes of the inputs under which it holds. */
  readonly inputs?: Inputs;
}

/** Other inputs of the same algorithm, with a title and a text of their own: `examples.<algorithm>.presets.<id>`. */
export interface Preset extends LessonPreset {
  readonly start?: Lesson["start"];
  readonly saturated?: string;
  /** Axes of which some steps have only the first positions. */
  readonly growing?: readonly string[];
  readonly claims: readonly Claim[];
}

/** A part of a lesson whose text is `examples.<algorithm>.point`. */
export interface Example extends Lesson {
  readonly start: NonNullable<Lesson["start"]>;
  readonly claims: readonly Claim[];
  readonly presets?: readonly Preset[];
  /** Why weights above .95 are the point here. */
  readonly saturated?: string;
}

/** Named rows of a matrix. */
export type Rows = Readonly<Record<string, readonly number[]>>;

export function rowsOf(rows: Rows): TensorValue {
  return matrix(Object.values(rows));
}

export function namesOf(rows: Rows): { readonly names: readonly string[] } {
  return { names: Object.keys(rows) };
}

export function named(...names: readonly string[]): { readonly names: readonly string[] } {
  return { names };
}

/** The text writes this number. */
export function shows(step: string, cell: readonly number[], is: number, inputs?: Inputs): Claim {
  return { step, cell, is, ...(inputs && { inputs }) };
}

/** A cell is above, below or equal to another. */
export function compares(step: string, cell: readonly number[], ...is: Comparison): Claim {
  return { step, cell, is };
}

/** Random values that leave a softmax unsaturated. */
export const soft = { distribution: "normal", decimals: 1 } as const;
/** Zeros and ones. */
export const bits = { distribution: "integers", minimum: 0, maximum: 1 } as const;
