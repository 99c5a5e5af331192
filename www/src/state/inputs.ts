/** The inputs of a lesson for the library: the lesson's own, overridden by the reader's changes. */

import type { Lesson } from "../lesson/lesson.ts";
import { type Inputs, type InputValue, isGraph, isTensor } from "./state.ts";

/** Inputs by flat name; a removed input is absent. */
export function currentInputs(lesson: Lesson, changes: Inputs): Record<string, Exclude<InputValue, null>> {
  const all = { ...lesson.inputs, ...changes };
  return Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

/** `attention.wQuery` becomes `wQuery` of `attention`. */
export function nested(inputs: Readonly<Record<string, InputValue>>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(inputs)) {
    const [head = name, ...tail] = name.split(".");
    if (tail.length === 0) result[head] = forLibrary(value);
    else result[head] = { ...(result[head] as object | undefined), [tail.join(".")]: forLibrary(value) };
  }
  return result;
}

/** An unweighted graph has no field for weights, and the library knows no names; other inputs are unchanged. */
function forLibrary(value: InputValue): unknown {
  if (isTensor(value)) return { shape: value.shape, data: value.data };
  if (!isGraph(value)) return value;
  const { weights, names: _, ...graph } = value;
  return weights === null ? graph : { ...graph, weights };
}

/** Returns the changes with one more; a value equal to the lesson's own is not a change. */
export function withChange(lesson: Lesson, changes: Inputs, name: string, value: InputValue): Inputs {
  const own = lesson.inputs[name] ?? null;
  const { [name]: _, ...others } = changes;
  return JSON.stringify(own) === JSON.stringify(value) ? others : { ...others, [name]: value };
}
