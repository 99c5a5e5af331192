import type { Lesson } from "../lesson/lesson.ts";
import type { Lab } from "../library.ts";
import { lessonOn } from "../practice/solution.ts";
import { findErratum } from "./contents.ts";

/** Returns the right run of an erratum as a lesson, opened at the first number that the printed formula gets wrong. Null for a single number. */
export function erratumLesson(lab: Lab, id: string): Lesson | null {
  if (!findErratum(id)) return null;
  return lessonOn(lab, `errata/${id}`, () => {
    const { right, shown, first } = lab.erratum(id);
    if (!right || !first) return null;
    const step = shown[first.shown]?.right.step;
    // If the right shape does not have the cell, its first cell is opened.
    const cell = first.right === null ? first.index.map(() => 0) : first.index;
    return { algorithm: right.algorithm, inputs: right.inputs, start: step ? { step, cell } : null };
  });
}
