import type { Cell, Lab } from "../library.ts";
import { indexOf } from "../numbers/shape.ts";
import type { LessonModel } from "./model.ts";

/** Number of cells that are searched at most. */
const MOST_SAMPLES = 64;

/** Returns a typical cell of the step: one that reads from every operand of the step. Null where there is none. */
export function sampleOf(lab: Lab, { step, trace }: LessonModel): Cell | null {
  if (step.op === "given" || step.op === "contract" || step.data.length === 0) return null;
  const read = new Set(step.reads.map(({ step: id }) => id)).size;
  const count = Math.min(step.data.length, MOST_SAMPLES);
  let best: Cell | null = null;
  let most = -1;
  for (let offset = 0; offset < count && most < read; offset += 1) {
    const cell = lab.cell(trace, step.id, indexOf(step.shape, offset));
    const found = new Set(cell.terms.flat().map(({ step: id }) => id)).size;
    if (found > most) [best, most] = [cell, found];
  }
  return best;
}
