import { literal } from "lit/static-html.js";
import { type Kind, keyOf, RANKS } from "../kind.ts";

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

declare module "../spec.ts" {
  interface Pictures {
    readonly timeline: TimelineSpec;
  }
}

export const kind: Kind<TimelineSpec> = {
  tag: literal`ag-timeline`,
  rank: RANKS.named,
  /** The states of a recurrence wait for each other. */
  suits: (step) =>
    keyOf(step) === "rnn.states"
      ? [{ kind: "timeline", lanes: [{ step: "rnn.state", rounds: "time", names: step.id }] }]
      : [],
};
