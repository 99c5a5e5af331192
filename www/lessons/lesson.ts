/** What a lesson is: algorithms of the catalog with inputs to begin with, and the names its rows go by. */
import type { RandomOptions } from "attograph";
import type { GraphValue, Inputs, TensorValue } from "../src/state/state.ts";

/** How the positions of an axis are called: by these names (then by their numbers), or by a letter with a number. */
export type AxisLabels =
  | { readonly names: readonly string[] }
  | { readonly prefix: string; readonly from: number }
  | { readonly from: number };

export interface LessonPart {
  /** Algorithm of the catalog; it also names the part. */
  readonly algorithm: string;
  /** The exercise that practices it. */
  readonly exercise?: string;
  readonly inputs: Inputs;
  /** By axis, as the catalog names it; an axis that is left out counts from 1. */
  readonly labels: Readonly<Record<string, AxisLabels>>;
  /** Where the part opens; the first computed step where this is left out. */
  readonly start?: { readonly step: string; readonly cell: readonly number[] };
  /** Name of the input that is drawn as a graph beside the matrices. */
  readonly graph?: string;
  /** How random values are drawn, by input; the others are drawn from whole numbers. */
  readonly random?: Readonly<Record<string, Omit<RandomOptions, "seed">>>;
  /** Whether the inputs may only be looked at. */
  readonly fixed?: boolean;
}

export interface Lesson {
  readonly id: string;
  readonly parts: readonly [LessonPart, ...LessonPart[]];
}

/** A matrix from its rows. */
export function matrix(rows: readonly (readonly number[])[]): TensorValue {
  return { shape: [rows.length, rows[0]?.length ?? 0], data: rows.flat() };
}

export function vector(values: readonly number[]): TensorValue {
  return { shape: [values.length], data: values };
}

export function tensor(shape: readonly number[], data: readonly number[]): TensorValue {
  return { shape, data };
}

/** An undirected graph without weights. */
export function graph(nodes: number, edges: GraphValue["edges"]): GraphValue {
  return { nodes, edges, directed: false, weights: null };
}
