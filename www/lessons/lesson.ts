/** Lessons: algorithms of the catalog with initial inputs and names of rows. */
import type { RandomOptions } from "attograph";
import type { GraphValue, Inputs, TensorValue } from "../src/state/state.ts";

/** Names of the positions of an axis: these names (then numbers), or a letter with a number. */
export type AxisLabels =
  | { readonly names: readonly string[] }
  | { readonly prefix: string; readonly from: number }
  | { readonly from: number };

/** Names of positions by axis of the catalog. */
export type Labels = Readonly<Record<string, AxisLabels>>;

/** Other inputs of a part, to choose from. */
export interface PartPreset {
  readonly id: string;
  /** What differs from the part's own inputs; null removes an input. */
  readonly inputs: Inputs;
  /** The labels that differ from the part's own. */
  readonly labels?: Labels;
}

export interface LessonPart {
  /** Algorithm of the catalog; it also names the part. */
  readonly algorithm: string;
  /** The exercise on the algorithm. */
  readonly exercise?: string;
  readonly inputs: Inputs;
  /** Names by axis of the catalog; an axis that is absent counts from 1. */
  readonly labels: Labels;
  /** Names that differ within some steps, by a segment of the steps' ids: the keys of `cross-attention` are words of the source. */
  readonly within?: Readonly<Record<string, Labels>>;
  readonly presets?: readonly PartPreset[];
  /** The step at which the part opens; by default the first computed step. */
  readonly start?: { readonly step: string; readonly cell: readonly number[] };
  /** Name of the input that is drawn as a graph next to the matrices. */
  readonly graph?: string;
  /** The distribution of random values, by input; null keeps the input as it is, the others are whole numbers. */
  readonly random?: Readonly<Record<string, Omit<RandomOptions, "seed"> | null>>;
  /** Whether the inputs are read-only. */
  readonly fixed?: boolean;
}

export interface Lesson {
  readonly id: string;
  readonly parts: readonly [LessonPart, ...LessonPart[]];
}

/** Returns a matrix from its rows. */
export function matrix(rows: readonly (readonly number[])[]): TensorValue {
  return { shape: [rows.length, rows[0]?.length ?? 0], data: rows.flat() };
}

export function vector(values: readonly number[]): TensorValue {
  return { shape: [values.length], data: values };
}

export function tensor(shape: readonly number[], data: readonly number[]): TensorValue {
  return { shape, data };
}

/** Returns an undirected graph without weights. */
export function graph(nodes: number, edges: GraphValue["edges"]): GraphValue {
  return { nodes, edges, directed: false, weights: null };
}
