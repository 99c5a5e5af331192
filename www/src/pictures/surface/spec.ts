import { literal } from "lit/static-html.js";
import { type Kind, RANKS } from "../kind.ts";

/** `<ag-surface>`: a number over the plane of two others, as lines of equal height, and the way down from a point of it, by one step or by many. */
export interface SurfaceSpec {
  readonly kind: "surface";
  /** A step with two rows: across and up, a column for each place of a grid. */
  readonly places: string;
  /** The height at each place. */
  readonly heights: string;
  /** A step with two numbers: the point. */
  readonly at?: string;
  /** The input that the point is; it can be moved. */
  readonly input?: string;
  /** The gradient at the point, by two numbers; the arrow leads the opposite way. */
  readonly gradient?: string;
  /** How long the arrow is for a gradient of 1: the rate of a step of learning. By default it is as long as can be seen well. */
  readonly rate?: number;
  /** The height at the point: a step with one number. */
  readonly height?: string;
  /** The places to which steps of learning lead from the point, each a step with two numbers, and the height there. */
  readonly walk?: readonly { readonly at: string; readonly height: string }[];
}

declare module "../spec.ts" {
  interface Pictures {
    readonly surface: SurfaceSpec;
  }
}

export const kind: Kind<SurfaceSpec> = {
  tag: literal`ag-surface`,
  rank: RANKS.plane,
  fillsWidth: true,
  /** No step alone is a surface. */
  suits: () => [],
};
