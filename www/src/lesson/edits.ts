/** Turns an edited cell into a new set of inputs, or a reason why it is refused. */

import type { Lab, Problem } from "../library.ts";
import { parseNumber } from "../numbers/parse.ts";
import { offsetOf } from "../numbers/shape.ts";
import { currentInputs, withChange } from "../state/inputs.ts";
import { type Inputs, type InputValue, isTensor } from "../state/state.ts";
import { t } from "../text.ts";
import type { Lesson } from "./lesson.ts";
import { problemText } from "./problem-text.ts";
import { run } from "./run.ts";

export type EditResult =
  | { readonly ok: true; readonly changes: Inputs }
  | { readonly ok: false; readonly message: string; readonly problem: Problem | null };

/** Applies new values if the library accepts them. */
export function tryInputs(
  lab: Lab,
  lesson: Lesson,
  changes: Inputs,
  values: Readonly<Record<string, InputValue>>,
): EditResult {
  let next = changes;
  for (const [name, value] of Object.entries(values)) next = withChange(lesson, next, name, value);
  const { problem } = run(lab, lesson, next);
  return problem ? { ok: false, message: problemText(problem), problem } : { ok: true, changes: next };
}

export function tryCell(
  lab: Lab,
  lesson: Lesson,
  changes: Inputs,
  edit: { readonly input: string; readonly index: readonly number[]; readonly text: string },
): EditResult {
  const parsed = parseNumber(edit.text);
  if (!parsed.ok)
    return { ok: false, message: t(`problems.number.${parsed.code}`, { text: edit.text.trim() }), problem: null };
  const before = currentInputs(lesson, changes)[edit.input];
  // A single number is an input of its own.
  if (edit.index.length === 0 && !isTensor(before))
    return tryInputs(lab, lesson, changes, { [edit.input]: parsed.value });
  if (!isTensor(before)) return { ok: false, message: t("errors.missing-input", { input: edit.input }), problem: null };
  const data = [...before.data];
  data[offsetOf(before.shape, edit.index)] = parsed.value;
  return tryInputs(lab, lesson, changes, { [edit.input]: { ...before, data } });
}
