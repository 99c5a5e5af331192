import { unknown, wrongType } from "./refuse.js";
import type { JSONNumber, StepData, TensorJSON, Trace, TraceData, TraceJSON } from "./trace-types.js";
import type { NestedNumbers, Tensor } from "./types.js";

/** Methods are properties that are not enumerable: copies and comparisons of traces do not see them. */
const STEP_METHODS: PropertyDescriptorMap = {
  nested: {
    value(this: StepData): NestedNumbers {
      return nested(this);
    },
  },
};

const TRACE_METHODS: PropertyDescriptorMap = {
  step: {
    value(this: TraceData, id: unknown): StepData {
      return stepOf(this, id);
    },
  },
  toJSON: {
    value(this: TraceData): TraceJSON {
      return jsonOf(this);
    },
  },
};

/** Adds their methods to a trace and its steps, and returns the trace. */
export function withMethods(trace: TraceData): Trace {
  for (const step of trace.steps) Object.defineProperties(step, STEP_METHODS);
  return Object.defineProperties(trace, TRACE_METHODS) as Trace;
}

/** Returns the step with an id; throws `unknown-step` if there is none. */
export function stepOf<Step extends StepData>({ steps }: { readonly steps: readonly Step[] }, id: unknown): Step {
  const step = steps.find((candidate) => candidate.id === id);
  if (step) return step;
  if (typeof id !== "string") throw wrongType("step", "the id of a step", id);
  const known = steps.map((candidate) => candidate.id);
  throw unknown("step", id, known);
}

function nested({ shape, data }: Tensor): NestedNumbers {
  let place = 0;
  const part = (axis: number): NestedNumbers => {
    const length = shape[axis];
    if (length === undefined) return data[place++] ?? Number.NaN;
    return Array.from({ length }, () => part(axis + 1));
  };
  return part(0);
}

/** Returns a trace as JSON has it. */
export function jsonOf({ algorithm, inputs, steps, outputs, notices, gradient }: TraceData): TraceJSON {
  const named = Object.entries(outputs).map(([name, tensor]) => [name, tensorOf(tensor)]);
  return {
    algorithm,
    inputs: inputOf(inputs) as TraceJSON["inputs"],
    steps: steps.map((step) => ({ ...step, ...tensorOf(step) })),
    outputs: Object.fromEntries(named),
    notices,
    ...(gradient && { gradient: inputOf(gradient) as NonNullable<TraceJSON["gradient"]> }),
  };
}

const tensorOf = ({ shape, data }: Tensor): TensorJSON => ({ shape, data: Array.from(data, numberOf) });

/** JSON has no form for what is not finite, and loses the sign of 0. */
function numberOf(number: number): JSONNumber {
  if (Object.is(number, -0)) return "-0";
  return Number.isFinite(number) ? number : (String(number) as JSONNumber);
}

/** Returns a value of the inputs with its numbers as JSON has them. */
function inputOf(value: unknown): unknown {
  if (typeof value === "number") return numberOf(value);
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array, numberOf);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inputOf(part)]));
}
