/** Turning around: from a step of the run to the way back, and from there to the run. */
import type { Lab, Trace, TraceStep } from "../library.ts";
import type { Action } from "../state/reducer.ts";
import type { Backward } from "../state/state.ts";
import { type LessonModel, shownRun } from "./model.ts";

const FROM_SUM: Backward = { at: null, every: false };

/** Returns what the switch does: it adds the way back and goes to its first step, or leaves it for the step of the run whose gradient was shown. */
export function turned(lab: Lab, model: LessonModel): Action {
  const { lesson, changes, player, step, backward } = model;
  if (backward) return { type: "backward", backward: null, position: positionOf(model.trace.steps, runStepOf(step)) };
  const { trace } = shownRun(lab, lesson, { changes, backward: FROM_SUM });
  const start = trace?.steps.findIndex(({ gradient }) => gradient !== undefined) ?? -1;
  if (!trace || start < 0) return { type: "backward", backward: FROM_SUM, position: player.position };
  const at = isStill(trace) ? (trace.steps[start]?.shape.map(() => 0) ?? null) : null;
  return { type: "backward", backward: { at, every: false }, position: start };
}

/** What rounding leaves of a gradient that is 0. */
const ALMOST_NOTHING = 1e-9;

/** Whether no input changes what is asked about, as the sum of rows of which each is normalized. */
export function isStill({ steps }: Trace): boolean {
  const given = new Set(steps.filter(({ op, gradient }) => op === "given" && !gradient).map(({ id }) => id));
  const ends = steps.filter(
    ({ id, gradient }) => gradient && given.has(gradient.of) && id === `gradient/${gradient.of}`,
  );
  return ends.every(({ data }) => data.every((number) => Math.abs(number) < ALMOST_NOTHING));
}

/** Returns what another question about the way back does: the reader stays at the step, or at its beginning where the step is no more. */
export function asked(lab: Lab, { lesson, changes, step, player }: LessonModel, backward: Backward): Action {
  const { trace } = shownRun(lab, lesson, { changes, backward });
  const steps = trace?.steps ?? [];
  const same = positionOf(steps, step.id);
  const start = steps.findIndex(({ gradient }) => gradient !== undefined);
  return { type: "backward", backward, position: same >= 0 ? same : start >= 0 ? start : player.position };
}

/** Returns the step of the run that a step belongs to: itself, or the one whose gradient it is or serves. */
export function runStepOf({ id, gradient }: TraceStep): string {
  return gradient?.of ?? id;
}

function positionOf(steps: readonly TraceStep[], id: string): number {
  return steps.findIndex((step) => step.id === id);
}
