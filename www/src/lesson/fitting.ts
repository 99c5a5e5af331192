/** Adjusts the shapes of other inputs to new values, as long as the library names an input that does not fit. */

import type { CatalogEntry, Lab } from "../library.ts";
import { currentInputs } from "../state/inputs.ts";
import { type Inputs, type InputValue, isTensor } from "../state/state.ts";
import { lettersOf } from "./arrangement.ts";
import { type EditResult, tryInputs } from "./edits.ts";
import type { Lesson } from "./lesson.ts";
import { filling, resized, tensorInputs, type Values, withLetter } from "./resize.ts";

/** Largest number of rounds: more than any algorithm has axes. */
const MOST_REPAIRS = 24;

/** Largest length that an input is given. */
const LONGEST_AXIS = 4096;

export type FittedResult = EditResult & { readonly fitted?: readonly string[] };

/**
 * Applies values and adjusts the shapes of the other inputs: as long as the library names an axis of another input that does not fit, that axis
 * gets the expected length. `fitted` contains the names of the inputs that were changed.
 */
export function tryFitting(
  lab: Lab,
  lesson: Lesson,
  entry: CatalogEntry,
  changes: Inputs,
  values: Values,
): FittedResult {
  let wanted: Record<string, InputValue> = { ...values };
  const own = new Set(Object.keys(values));
  let result = tryInputs(lab, lesson, changes, wanted);
  for (let round = 0; round < MOST_REPAIRS && !result.ok; round += 1) {
    const repair = repairOf(result, entry, { ...currentInputs(lesson, changes), ...wanted }, own);
    if (!repair) return result;
    wanted = { ...wanted, ...repair };
    result = tryInputs(lab, lesson, changes, wanted);
  }
  return result.ok ? { ...result, fitted: Object.keys(wanted).filter((name) => !own.has(name)) } : result;
}

/** Returns the values with an axis that heads divide extended to the next multiple of their number. */
function dividing(facts: Readonly<Record<string, unknown>>, values: Values, own: ReadonlySet<string>): Values | null {
  const { input, size, divisor } = facts;
  if (typeof input !== "string" || typeof size !== "number" || typeof divisor !== "number" || own.has(input))
    return null;
  const tensor = values[input];
  if (!isTensor(tensor) || divisor < 1) return null;
  const axis = tensor.shape.lastIndexOf(size);
  const length = Math.ceil(size / divisor) * divisor;
  return axis < 0 || length > LONGEST_AXIS ? null : { [input]: resized(tensor, axis, length, filling(input)) };
}

function repairOf(result: EditResult, entry: CatalogEntry, values: Values, own: ReadonlySet<string>): Values | null {
  if (result.ok || !result.problem) return null;
  if (result.problem.code === "not-divisible") return dividing(result.problem.facts, values, own);
  if (result.problem.code !== "shape-mismatch") return null;
  const { input, axis, expected } = result.problem.facts;
  if (typeof input !== "string" || typeof axis !== "number" || typeof expected !== "number") return null;
  if (expected > LONGEST_AXIS) return null;
  if (!own.has(input)) {
    const tensor = values[input];
    return isTensor(tensor) ? { [input]: resized(tensor, axis, expected, filling(input)) } : null;
  }
  // The new value does not fit: the other inputs with the same letter are adjusted to it instead.
  const declared = tensorInputs(entry).find(({ name }) => name === input);
  const tensor = values[input];
  const letter = lettersOf(declared?.index ?? "")[axis];
  if (!isTensor(tensor) || letter?.length !== 1) return null;
  const others = withLetter(entry, values, letter, tensor.shape[axis] ?? 0, input);
  return Object.keys(others).some((name) => !own.has(name)) ? others : null;
}
