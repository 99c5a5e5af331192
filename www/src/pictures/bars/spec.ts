import { literal } from "lit/static-html.js";
import type { TraceStep } from "../../elements/events.ts";
import { isNames, isWeights, type Kind, keyOf, RANKS } from "../kind.ts";

/** `<ag-bars>`: one distribution with names, or two beside each other. */
export interface BarsSpec {
  readonly kind: "bars";
  /** One or two sets, whose bars stand beside each other. */
  readonly sets: readonly [BarSet] | readonly [BarSet, BarSet];
  /** What the bars of a single set were before something was changed, none of them negative: where one was another, a pale bar with its number. They have their room in any case. */
  readonly earlier?: BarSet;
  /** The number of a bar as long as the drawing, such as 1 for weights; by default the largest that is drawn. */
  readonly full?: number;
  /** Whether there is as much room for negative numbers as for others, so that pictures with one `full` have one scale. */
  readonly signed?: boolean;
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

declare module "../spec.ts" {
  interface Pictures {
    readonly bars: BarsSpec;
  }
}

/** Up to this length a list is one distribution, whose bars have names. */
const MOST_BARS = 24;

/** Whether each row is a distribution. */
const isDistribution = (step: TraceStep): boolean =>
  (isWeights(step) || /(?:^|[.-])probabilities$/.test(keyOf(step))) && (step.shape.at(-1) ?? 0) > 1;

/** Whether a step has one number for each name: along its only axis, or along the first where the second has one position. */
const isList = (step: TraceStep): boolean => {
  const [length = 0, others = 1] = step.shape;
  return !isNames(step) && step.shape.length <= 2 && others === 1 && length > 1 && length <= MOST_BARS;
};

function setOf(step: TraceStep): BarSet | null {
  if (isDistribution(step)) return { step: step.id };
  if (!isList(step)) return null;
  return step.shape.length === 1 ? { step: step.id } : { step: step.id, along: 0 };
}

export const kind: Kind<BarsSpec> = {
  tag: literal`ag-bars`,
  rank: RANKS.shares,
  fillsWidth: true,
  suits: (step) => {
    const set = setOf(step);
    return set ? [{ kind: "bars", sets: [set] }] : [];
  },
};
