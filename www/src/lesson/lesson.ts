/** A lesson: an algorithm of the catalog with inputs and names of rows, shown step by step. */
import type { GradientAsked, RandomOptions } from "attograph";
import type { Labels } from "../numbers/labels.ts";
import type { Inputs } from "../state/state.ts";

/** Other inputs of a lesson, to choose from. */
export interface LessonPreset {
  readonly id: string;
  /** What differs from the lesson's own inputs; null removes an input. */
  readonly inputs: Inputs;
  /** The labels that differ from the lesson's own. */
  readonly labels?: Labels;
}

export interface Lesson {
  readonly algorithm: string;
  /** The exercise on the algorithm. */
  readonly exercise?: string;
  readonly inputs: Inputs;
  /** Names by axis of the catalog; an axis that is absent counts from 1. */
  readonly labels: Labels;
  /** Names that differ within some steps, by a segment of the steps' ids: the keys of `cross-attention` are words of the source. */
  readonly within?: Readonly<Record<string, Labels>>;
  readonly presets?: readonly LessonPreset[];
  /** The step at which the lesson opens, and the number whose arithmetic is shown then; by default the first computed step, and none. */
  readonly start?: { readonly step: string; readonly cell?: readonly number[] };
  /** Name of the input that is drawn as a graph next to the matrices. */
  readonly graph?: string;
  /** The distribution of random values, by input; null keeps the input as it is, the others are whole numbers. */
  readonly random?: Readonly<Record<string, Omit<RandomOptions, "seed"> | null>>;
  /** What is asked of the way back that the lesson is about, if there is one. */
  readonly gradient?: GradientAsked;
  /** Whether the inputs are read-only. */
  readonly fixed?: boolean;
}
