/** Detects whether a step's matrices fit next to each other, and shrinks the stage where they do not. */
import type { LitElement } from "lit";

/** The smallest scale of a stage while presenting: below it, numbers would be unreadable, and the result wraps to its own line. */
const SMALLEST = 0.6;

/** Whether the result has wrapped below the operands, once every matrix is drawn. */
export async function resultHasFallen(lesson: Element): Promise<boolean> {
  const matrices = [...lesson.querySelectorAll<LitElement>(".stage ag-matrix")];
  await Promise.all(matrices.map((matrix) => matrix.updateComplete));
  const outcome = lesson.querySelector(".outcome")?.getBoundingClientRect();
  const first = matrices[0]?.getBoundingClientRect();
  return outcome !== undefined && first !== undefined && matrices.length > 1 && outcome.top >= first.bottom;
}

/** Shrinks the whole stage until its pieces are side by side, if they remain readable. */
export function shrinkStage(lesson: Element): void {
  const stage = lesson.querySelector<HTMLElement>(".stage");
  if (!stage) return;
  const gap = Number.parseFloat(getComputedStyle(stage).columnGap) || 0;
  const wanted = [...stage.children].reduce((sum, piece) => sum + piece.getBoundingClientRect().width + gap, 0);
  const share = (0.98 * stage.getBoundingClientRect().width) / wanted;
  if (share < 1 && share >= SMALLEST) stage.style.setProperty("zoom", String(share));
}

/** Restores the size of the stage. */
export function restoreStage(lesson: Element): void {
  lesson.querySelector<HTMLElement>(".stage")?.style.removeProperty("zoom");
}
