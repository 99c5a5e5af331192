import { literal } from "lit/static-html.js";
import type { TraceStep } from "../../elements/events.ts";
import { besides, type Kind, keyOf, RANKS, type Rule } from "../kind.ts";

/** `<ag-arrows>`: rows of steps as arrows of the plane. */
export interface ArrowsSpec {
  readonly kind: "arrows";
  readonly sets: readonly ArrowSet[];
  /** The columns that are drawn to the right and up; by default the first two. */
  readonly columns?: readonly [number, number];
  /** The part of the plane that is shown in any case: the largest coordinate, in all four directions. */
  readonly reach?: number;
  /** The radius of a circle around the origin. */
  readonly circle?: number;
  /** A row of weights: the arrows of `values` get its widths, and `output` the place that they are pulled to. */
  readonly mean?: {
    readonly weights: string;
    readonly values: string;
    readonly output: string;
    /** The row where none is chosen. */
    readonly row?: number;
    /** Whether the weighted arrows are also drawn one after the other, up to the output. */
    readonly chain?: boolean;
  };
  /** Two arrows, with the angle between them and the first one's shadow on the other. `product`: the step with the product of each pair. */
  readonly pair?: {
    readonly one: ArrowRow;
    readonly other: ArrowRow;
    readonly angle?: boolean;
    readonly projection?: boolean;
    readonly product?: string;
  };
  /** Arrows before and after a rotation, row by row. `angles`: the step with the angle of each row and pair of columns. */
  readonly turn?: { readonly before: string; readonly after: string; readonly angles?: string };
}

/** Rows of a step as arrows. */
export interface ArrowSet {
  readonly step: string;
  /** The letter before each name, such as `q`. */
  readonly symbol?: string;
  /** The rows that are drawn; by default all. */
  readonly rows?: readonly number[];
  readonly as?: "arrow" | "point";
  readonly line?: "solid" | "dashed";
  /** The color of all its arrows; by default each has that of its row. */
  readonly category?: number;
  /** The input whose cells these are; its arrows can be moved. */
  readonly input?: string;
}

/** One row of a step. */
export interface ArrowRow {
  readonly step: string;
  readonly row: number;
}

declare module "../spec.ts" {
  interface Pictures {
    readonly arrows: ArrowsSpec;
  }
}

/** More arrows than this cannot be told apart. */
const MOST_ARROWS = 12;

const isOfPlane = (step: TraceStep | undefined): step is TraceStep =>
  step !== undefined && step.shape.length >= 2 && step.shape.at(-1) === 2 && (step.shape.at(-2) ?? 0) <= MOST_ARROWS;

/** Rows of two features are arrows; outputs of attention are drawn with the values that pull them, rotated rows with what they were before. */
const arrowsOf: Rule<ArrowsSpec> = (step, steps) => {
  const name = keyOf(step);
  if (name === "attention.output" && isOfPlane(step)) {
    const [weights, values] = ["attention.weights", "attention.value"].map((each) => besides(step, each, steps));
    if (weights && isOfPlane(values)) {
      const sets = [
        { step: values.id, symbol: "v" },
        { step: step.id, symbol: "o" },
      ];
      return [{ kind: "arrows", sets, mean: { weights: weights.id, values: values.id, output: step.id, row: 0 } }];
    }
  }
  if (/^rotary\.rotated/.test(name) && isOfPlane(step)) {
    const [before, angles] = ["rotary.features", "position.angles"].map((each) => besides(step, each, steps));
    if (before && angles) {
      const sets = [
        { step: before.id, symbol: "x", line: "dashed" as const },
        { step: step.id, symbol: "x′" },
      ];
      return [{ kind: "arrows", sets, turn: { before: before.id, after: step.id, angles: angles.id } }];
    }
  }
  const features = /feature$/.test(step.axes.at(-1) ?? "");
  return features && isOfPlane(step) ? [{ kind: "arrows", sets: [{ step: step.id }] }] : [];
};

export const kind: Kind<ArrowsSpec> = {
  tag: literal`ag-arrows`,
  rank: RANKS.plane,
  isByHeight: true,
  suits: arrowsOf,
};
