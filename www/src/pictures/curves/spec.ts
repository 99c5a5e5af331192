import { literal } from "lit/static-html.js";
import { isNames, type Kind, keyOf, RANKS, type Rule } from "../kind.ts";

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
  /** What the positions are from left to right, where the axis has another name: a word of `pictures.curves.called`. */
  readonly called?: "difference";
  /** The lines that are drawn, as positions of the other axis; by default the first ones, as many as there are colors. */
  readonly lines?: readonly number[];
  /** The steps that were measured, beside a law for them: a ring at each place, on a thin line, so that the law is seen through it. */
  readonly measured?: readonly string[];
  /** What the heights are, in words; by default the symbols of the steps. */
  readonly heights?: string;
  readonly logX?: boolean;
  readonly logY?: boolean;
  /** The vertical axis begins near the lowest number, where all are far from 0, and says so. */
  readonly close?: boolean;
  /** The position of the vertical cursor; null or absent for none. The pointer and the arrow keys move it (`ag-cursor`). */
  readonly cursor?: number | null;
}

declare module "../spec.ts" {
  interface Pictures {
    readonly curves: CurvesSpec;
  }
}

/** Every point of a curve can be chosen; of more than there are pixels, none could. */
const MOST_POINTS = 2048;

/** Axes along which values are a curve: their positions have an order and a distance. */
const ALONG = ["position", "training-step"];

/** Values over positions, or over the steps of a training. */
const waves: Rule<CurvesSpec> = (step) => {
  const rank = step.shape.length;
  const along = step.axes.findIndex((axis, at) => ALONG.includes(axis) && at >= rank - 2);
  const points = step.shape[along] ?? 0;
  return !isNames(step) && rank >= 1 && along >= 0 && points > 2 && points <= MOST_POINTS
    ? [{ kind: "curves", steps: [step.id], along }]
    : [];
};

/** Biases by distance: along the keys one line for each head, or the same line for each query at its own place. */
const biases: Rule<CurvesSpec> = (step) => {
  const rank = step.shape.length;
  if (!/^(?:alibi|relative-position)\.bias$/.test(keyOf(step)) || (step.shape.at(-1) ?? 0) < 3) return [];
  return [{ kind: "curves", steps: [step.id], along: rank - 1, ...(rank > 2 ? { across: 0 } : {}) }];
};

export const kind: Kind<CurvesSpec> = {
  tag: literal`ag-curves`,
  rank: RANKS.courses,
  fillsWidth: true,
  suits: (step, steps) => [...waves(step, steps), ...biases(step, steps)],
};
