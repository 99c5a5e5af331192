import { reading } from "../errors.js";
import { plainCopy } from "../plain.js";
import { dataLength, readRecord, refusal, tooLarge, wholeNumber, wrongType } from "../refuse.js";
import { type Schema, validate } from "../schema.js";
import { countOf } from "../tensor.js";
import { STEP_SCHEMA, TRACE_SCHEMA } from "../trace-schema.js";
import type { StepData, TraceData } from "../trace-types.js";
import type { Cell, Tensor } from "../types.js";

/** The most numbers that are written: more would not fit into one text. */
const MOST = 2 ** 23;

/** More values, arrays of numbers counted as one, than any trace has. */
const MOST_VALUES = 2 ** 19;

/** More axes than any step has. */
const MAX_RANK = 32;

/** Returns a copy of a tensor, whose numbers fill its shape. */
export const checkedTensor = (value: unknown): Tensor =>
  reading(() => tensorOf("tensor", plainCopy("tensor", value, MOST_VALUES)));

/** Returns a copy of a trace as the library makes them; its tensors are the same arrays. */
export function checkedTrace(value: unknown): TraceData {
  return reading(() => {
    const trace = readAs<TraceData>(TRACE_SCHEMA, "trace", "a trace of the library", value, [
      "algorithm",
      "inputs",
      "steps",
      "outputs",
      "notices",
    ]);
    const counts = trace.steps.map((step, place) => tensorOf(`trace.steps[${place}]`, step).data.length);
    const all = counts.reduce((sum, count) => sum + count, 0);
    if (all > MOST) throw tooLarge("trace", [all], MOST);
    for (const [name, tensor] of Object.entries(trace.outputs)) tensorOf(`trace.outputs.${name}`, tensor);
    return trace;
  });
}

/** Returns a copy of the trace of a run alone. */
export function checkedRun(value: unknown): TraceData {
  const trace = checkedTrace(value);
  if (trace.gradient === undefined) return trace;
  const [expected, found] = ["the trace of a run alone", "one that goes on past the result and back"];
  const advice = "PyTorch Geometric goes back by the autograd of PyTorch, for which `pytorch` writes a program";
  throw refusal("wrong-type", { input: "trace", expected, found, advice });
}

/** Returns a copy of a step of a trace. */
export function checkedStep(value: unknown): StepData {
  return reading(() => {
    const step = readAs<StepData>(STEP_SCHEMA, "step", "a step of a trace", value, ["id", "shape", "data", "reads"]);
    tensorOf("step", step);
    return step;
  });
}

/** What of a cell is written. */
const CELL: Schema = {
  type: "object",
  required: ["step", "index", "value", "op", "template", "terms"],
  properties: {
    step: { type: "string" },
    index: { type: "array", items: { type: "integer", minimum: 0 } },
    value: { type: "number" },
    op: { type: "string" },
    template: { type: ["string", "null"] },
    terms: {
      type: "array",
      items: {
        type: "array",
        items: { type: "object", required: ["value"], properties: { value: { type: "number" } } },
      },
    },
  },
};

/** Returns a copy of a cell as the library takes it apart. */
export const checkedCell = (value: unknown): Cell =>
  reading(() => readAs<Cell>(CELL, "cell", "a cell of a trace", value, []));

/** Returns a copy of options, whose names are known. */
export const checkedOptions = <Options extends object>(options: Options, known: readonly string[]): Options =>
  reading(() => ({ ...readRecord("options", options, known) }) as Options);

/** What has none of the fields that a value is told by is called by what it should be, and otherwise each of its parts. */
function readAs<T>(schema: object, input: string, expected: string, value: unknown, told: readonly string[]): T {
  const copy = plainCopy(input, value, MOST_VALUES);
  const isOne = typeof copy === "object" && copy !== null && told.every((name) => Object.hasOwn(copy, name));
  if (!isOne) throw wrongType(input, expected, value);
  validate(schema as Schema, copy, input);
  return copy as T;
}

function tensorOf(input: string, value: unknown): Tensor {
  const { shape, data } = readRecord(input, value, null, "a tensor") as Partial<Tensor>;
  if (!Array.isArray(shape) || shape.length > MAX_RANK)
    throw wrongType(`${input}.shape`, `an array of at most ${MAX_RANK} lengths`, shape);
  if (!(data instanceof Float64Array)) throw wrongType(`${input}.data`, "a Float64Array", data);
  const expected = countOf(
    input,
    shape.map((length) => wholeNumber(`${input}.shape`, length, 0)),
  );
  if (expected > MOST) throw tooLarge(input, shape, MOST);
  if (data.length !== expected) throw dataLength(input, expected, data.length);
  return { shape, data };
}
