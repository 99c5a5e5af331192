import { dataLength, isPromise, wrongType } from "./refuse.js";
import { readAs } from "./schema.js";
import { indexOf } from "./tensor.js";
import { TRACE_SCHEMA } from "./trace-schema.js";
import type { JSONNumber, Trace, TraceDifference, TraceJSON } from "./trace-types.js";
import type { Tensor } from "./types.js";

/** A stored trace, its numbers as numbers again. */
export interface Stored {
  readonly algorithm: string;
  readonly inputs: unknown;
  readonly gradient: unknown;
  readonly steps: ReadonlyMap<string, Tensor>;
  readonly outputs: ReadonlyMap<string, Tensor>;
}

/** Validates a trace from JSON by its schema, and returns a copy. */
export function readStored(value: unknown): Stored {
  if (typeof value === "string" || isPromise(value)) throw wrongType("trace", "a trace, parsed from its JSON", value);
  const { algorithm, inputs, steps, outputs, gradient } = readAs<TraceJSON>(TRACE_SCHEMA, "trace", value);
  const read = (tensor: { shape: readonly number[]; data: readonly JSONNumber[] }, path: string): Tensor => {
    const expected = tensor.shape.reduce((product, length) => product * length, 1);
    if (expected !== tensor.data.length) throw dataLength(path, expected, tensor.data.length);
    return { shape: [...tensor.shape], data: Float64Array.from(tensor.data, Number) };
  };
  return {
    algorithm,
    inputs: inputOf(inputs),
    gradient: inputOf(gradient),
    steps: new Map(steps.map((step, place) => [step.id, read(step, `trace.steps[${place}]`)])),
    outputs: new Map(Object.entries(outputs).map(([name, tensor]) => [name, read(tensor, `trace.outputs.${name}`)])),
  };
}

const NUMBERS: readonly unknown[] = ["NaN", "Infinity", "-Infinity", "-0"];

/** Returns a value of the inputs with its numbers as numbers: no input has one of these words. */
function inputOf(value: unknown): unknown {
  if (NUMBERS.includes(value)) return Number(value);
  if (Array.isArray(value)) return value.map(inputOf);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inputOf(part)]));
}

/** Compares what was stored with what was computed. */
export function differencesOf(stored: Stored, trace: Trace): TraceDifference[] {
  const steps = new Map(trace.steps.map((step) => [step.id, step]));
  const outputs = new Map(Object.entries(trace.outputs));
  return [
    ...compare(stored.steps, steps, (step) => ({ step })),
    ...compare(stored.outputs, outputs, (output) => ({ output })),
  ];
}

type Tensors = ReadonlyMap<string, Tensor>;
type Where = { readonly step: string } | { readonly output: string };

function compare(stored: Tensors, computed: Tensors, where: (name: string) => Where): TraceDifference[] {
  const names = [...new Set([...computed.keys(), ...stored.keys()])];
  return names.flatMap((name): TraceDifference[] => {
    const [one, other] = [stored.get(name), computed.get(name)];
    if (!one) return [{ ...where(name), kind: "missing" }];
    if (!other) return [{ ...where(name), kind: "unknown" }];
    if (`${one.shape}` !== `${other.shape}`) {
      return [{ ...where(name), kind: "shape", stored: one.shape, computed: other.shape }];
    }
    const differs = (number: number, place: number): boolean => !Object.is(number, other.data[place]);
    const first = one.data.findIndex(differs);
    if (first < 0) return [];
    const numbers = { stored: one.data[first] ?? Number.NaN, computed: other.data[first] ?? Number.NaN };
    const count = one.data.filter(differs).length;
    return [{ ...where(name), kind: "number", index: indexOf(first, one.shape), ...numbers, count }];
  });
}
