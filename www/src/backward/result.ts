import type { LessonModel } from "../lesson/model.ts";
import type { TraceStep } from "../library.ts";

/** Returns the step of the run from which the way back starts. */
export function resultOf({ trace, steps }: LessonModel): TraceStep | undefined {
  const start = trace.steps.find(({ gradient }) => gradient?.role === "upstream");
  return steps.get(start?.gradient?.of ?? "");
}
