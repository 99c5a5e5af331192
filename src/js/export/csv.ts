import { wrongType } from "../refuse.js";
import { neutralized } from "../spreadsheet.js";
import type { StepData, TraceData } from "../trace-types.js";
import type { Tensor } from "../types.js";
import { checkedStep, checkedTrace } from "./checked.js";

const LINE_END = "\r\n";

/** Returns a text as a field: quoted where it must be, and behind an apostrophe where a spreadsheet would calculate it. */
export function csvField(text: string): string {
  if (typeof text !== "string") throw wrongType("text", "a text", text);
  const safe = neutralized(/^[\t\r]/.test(text) ? `'${text}` : text);
  return /[",;|\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The index of each cell, in row-major order. */
export function* indicesOf(shape: readonly number[]): Generator<number[]> {
  const index = shape.map(() => 0);
  const count = shape.reduce((product, length) => product * length, 1);
  for (let place = 0; place < count; place++) {
    yield [...index];
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      index[axis] = (index[axis] ?? 0) + 1;
      if ((index[axis] ?? 0) < (shape[axis] ?? 0)) break;
      index[axis] = 0;
    }
  }
}

/**
 * Returns the numbers of a step as CSV, with all digits: those of up to two axes a row for each line, without a header, as NumPy's `loadtxt` reads them. With
 * more axes each number has a line of its own, after its index, below a header with the names of the axes.
 */
export function csv(step: StepData): string {
  const { shape, data, axes } = checkedStep(step);
  if (shape.length <= 2) return rows({ shape, data });
  const lines = [...indicesOf(shape)].map((index, place) => [...index, data[place]].join(","));
  return [[...axes.map(csvField), "value"].join(","), ...lines, ""].join(LINE_END);
}

function rows({ shape, data }: Tensor): string {
  const width = shape.length === 2 ? (shape[1] ?? 0) : 1;
  const count = width === 0 ? 0 : data.length / width;
  const lines = Array.from({ length: count }, (_, row) => data.subarray(row * width, (row + 1) * width).join(","));
  return [...lines, ""].join(LINE_END);
}

/** Returns the numbers of all steps as CSV, with all digits: a line for each number, with the id of its step, its index within it and itself. */
export function csvOfSteps(trace: TraceData): string {
  const lines = checkedTrace(trace).steps.flatMap(({ id, shape, data }) =>
    [...indicesOf(shape)].map((index, place) => `${csvField(id)},${index.join(" ")},${data[place]}`),
  );
  return ["step,index,value", ...lines, ""].join(LINE_END);
}
