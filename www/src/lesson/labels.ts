/** The names of rows and columns where a step of a lesson is shown. */
import type { Labels } from "../numbers/labels.ts";
import { sameInputs } from "../state/reducer.ts";
import type { Inputs } from "../state/state.ts";
import type { Lesson } from "./lesson.ts";

/** Returns the names that hold where a step is shown: the lesson's own, those of the preset that is chosen, and those of the step's place. */
export function labelsAt(lesson: Lesson, changes: Inputs, step: string): Labels {
  const chosen = lesson.presets?.find(({ inputs }) => sameInputs(inputs, changes));
  const here = step.split("/").map((segment) => lesson.within?.[segment]);
  return Object.assign({}, lesson.labels, chosen?.labels, ...here);
}
