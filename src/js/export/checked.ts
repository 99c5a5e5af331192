import { wrongType } from "../refuse.js";
import type { StepData, TraceData } from "../trace-types.js";

const isStep = (step: unknown): step is StepData => {
  const { id, shape, data, reads } = (step ?? {}) as Partial<StepData>;
  return typeof id === "string" && Array.isArray(shape) && data instanceof Float64Array && Array.isArray(reads);
};

/** Returns a trace as it was given; throws `wrong-type` for anything else. */
export function checkedTrace(trace: TraceData): TraceData {
  const { algorithm, inputs, steps, outputs, notices } = (trace ?? {}) as Partial<TraceData>;
  const fits =
    typeof algorithm === "string" && typeof inputs === "object" && inputs !== null && typeof outputs === "object";
  if (fits && Array.isArray(notices) && Array.isArray(steps) && steps.every(isStep)) return trace;
  throw wrongType("trace", "a trace of the library", trace);
}

/** Returns a step as it was given; throws `wrong-type` for anything else. */
export function checkedStep(step: StepData): StepData {
  if (isStep(step)) return step;
  throw wrongType("step", "a step of a trace", step);
}
