/** Whether a step's matrices fit beside each other, and what is done where they do not. */
import type { LitElement } from "lit";

/** How far a stage shrinks at most while presenting: below it, numbers could not be read, and the result stands on a line of its own. */
const SMALLEST = 0.6;

/** Whether the result has fallen below the operands, once every matrix is drawn. */
export async function resultHasFallen(lesson: Element): Promise<boolean> {
  const matrices = [...lesson.querySelectorAll<LitElement>(".stage ag-matrix")];
  await Promise.all(matrices.map((matrix) => matrix.updateComplete));
  const outcome = lesson.querySelector(".outcome")?.getBoundingClientRect();
  const first = matrices[0]?.getBoundingClientRect();
  return outcome !== undefined && first !== undefined && matrices.length > 1 && outcome.top >= first.bottom;
}

/** Shrinks the whole stage until its pieces stand side by side, if they can still be read then. */
export function shrinkStage(lesson: Element): void {
  const stage = lesson.querySelector<HTMLElement>(".stage");
  if (!stage) return;
  const gap = Number.parseFloat(getComputedStyle(stage).columnGap) || 0;
  const wanted = [...stage.children].reduce((sum, piece) => sum + piece.getBoundingClientRect().width + gap, 0);
  const share = (0.98 * stage.getBoundingClientRect().width) / wanted;
  if (share < 1 && share >= SMALLEST) stage.style.setProperty("zoom", String(share));
}

/** Gives the stage its own size back. */
export function restoreStage(lesson: Element): void {
  lesson.querySelector<HTMLElement>(".stage")?.style.removeProperty("zoom");
}
