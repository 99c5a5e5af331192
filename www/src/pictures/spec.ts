/**
 * What a picture draws, as data: a scene names it, and `picturesOf` says which suit a step. Positions count from 0.
 *
 * Steps are named by their ids. An axis that an option does not fix is at its shown position (`PictureView.slices`), or follows the chosen cell.
 */
import type { ArrowsSpec, ImageSpec, TreeSpec, WheelSpec } from "./plane-spec.ts";

/** `<ag-curves>`: values along an axis, one line for each position of another. */
export interface CurvesSpec {
  readonly kind: "curves";
  /** The steps that share the drawing; all have the axis `along`. */
  readonly steps: readonly string[];
  /** The axis of the steps that runs from left to right. */
  readonly along: number;
  /** The axis whose positions are the lines; by default the last other one. */
  readonly across?: number;
  /** A step with the place of each position from left to right, such as the lengths that were measured; by default the positions themselves. */
  readonly places?: string;
  /** The lines that are drawn, as positions of the other axis; by default the first ones, as many as there are colors. */
  readonly lines?: readonly number[];
  readonly logX?: boolean;
  readonly logY?: boolean;
  /** The vertical axis begins near the lowest number, where all are far from 0, and says so. */
  readonly close?: boolean;
  /** The position of the vertical cursor; null or absent for none. The pointer and the arrow keys move it (`ag-cursor`). */
  readonly cursor?: number | null;
}

/** `<ag-bars>`: one distribution with names, or two beside each other. */
export interface BarsSpec {
  readonly kind: "bars";
  /** One or two sets, whose bars stand beside each other. */
  readonly sets: readonly [BarSet] | readonly [BarSet, BarSet];
  /** The number of a bar as long as the drawing, such as 1 for weights; by default the largest that is drawn. */
  readonly full?: number;
  /** The most bars; of more, the largest are drawn. 24 by default. */
  readonly limit?: number;
}

export interface BarSet {
  readonly step: string;
  /** The axis of the bars; by default the last. */
  readonly along?: number;
  /** The position of the other axis; by default that of the chosen cell. */
  readonly row?: number;
  /** Takes the step from the run that is compared with (`PictureView.other`). */
  readonly other?: boolean;
}

/** `<ag-arcs>`: weights between labelled tokens as lines; the step's last two axes are who looks and what is looked at. */
export interface ArcsSpec {
  readonly kind: "arcs";
  readonly step: string;
  /** Words left and right, or one line of words with arcs above it. */
  readonly mode: "columns" | "line";
  /** The query whose numbers are shown; by default that of the chosen cell. */
  readonly query?: number;
  /** The positions of the axis before the last two that stand beside each other; by default only the shown one. */
  readonly heads?: readonly number[];
}

/** `<ag-pattern>`: a matrix as pixels, without digits. */
export interface PatternSpec {
  readonly kind: "pattern";
  readonly step: string;
}

/** `<ag-timeline>`: what must wait for what, a row for each position and a column for each moment. */
export interface TimelineSpec {
  readonly kind: "timeline";
  /** One below the other, with the same moments. */
  readonly lanes: readonly TimelineLane[];
}

export interface TimelineLane {
  /** The step whose rows are drawn; with `rounds`, the last part of its id in each round, such as `rnn.state`. */
  readonly step: string;
  /** The name of the part that repeats, such as `time`. Without it, the rows of the step are drawn, which do not wait for each other. */
  readonly rounds?: string;
  /** A step whose first axis has the names of the rounds' rows. */
  readonly names?: string;
  /** Takes the step from the run that is compared with (`PictureView.other`). */
  readonly other?: boolean;
}

/** `<ag-sorting>`: tokens in their order and sorted by bucket, joined by lines, and the chunks of the sorted list; a panel for each round. */
export interface SortingSpec {
  readonly kind: "sorting";
  /** The step with the token at each sorted place, such as `lsh.position`; its axes are head and sorted place. */
  readonly order: string;
  /** The step with the bucket of each token in each round, such as `lsh.buckets`. */
  readonly buckets: string;
  /** The step with the number of places of a chunk. */
  readonly chunk?: string;
}

/** `<ag-graph-picture>`: a step on the graph of its run. */
export interface GraphSpec {
  readonly kind: "graph";
  readonly step: string;
  /** The node whose incoming numbers are shown where none is chosen. */
  readonly into?: number;
  /** Whether the nodes have the colors of these numbers, where the step has one for each pair. */
  readonly row?: boolean;
  /** Whether a node is as large as its number, without its sign. */
  readonly sized?: boolean;
  /** Whether the scales of colors, of sizes and of widths stand below it. */
  readonly legend?: boolean;
  /** Whether a number of a line is written only while the line or one of its ends is pointed to, for there is little room. */
  readonly sparse?: boolean;
  /** The input that is this graph: its nodes are dragged to other places, and where it is `edited`, nodes and edges are added and removed. */
  readonly input?: string;
  readonly edited?: boolean;
}

export type PictureSpec =
  | GraphSpec
  | ArcsSpec
  | BarsSpec
  | CurvesSpec
  | ArrowsSpec
  | PatternSpec
  | WheelSpec
  | TreeSpec
  | ImageSpec
  | TimelineSpec
  | SortingSpec;

export type PictureKind = PictureSpec["kind"];
