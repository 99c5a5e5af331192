/** Keeps the reader's choice visible, and scrolls the page as little as possible for it. */
import type { AgMatrix } from "../elements/matrix.ts";
import type { CellRef } from "../state/state.ts";

const MARGIN = 12;

/** Scrolls a chosen number out from under the arithmetic, which opens over the bottom of the page. */
export async function uncover(lesson: Element, { step, index }: CellRef): Promise<void> {
  const matrix = lesson.querySelector<AgMatrix>(`.stage ag-matrix.result[data-step-id="${step}"]`);
  await matrix?.updateComplete;
  const cell = matrix?.renderRoot.querySelector(`[data-cell="${index.join()}"]`);
  if (!cell) return;
  cell.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const sheet = lesson.querySelector(".inspector");
  if (!sheet) return;
  const over = cell.getBoundingClientRect().bottom + MARGIN - sheet.getBoundingClientRect().top;
  // Arithmetic below the stage covers nothing.
  if (over > 0) window.scrollBy({ top: over, behavior: "instant" });
}

/** Moves the focus to a cell on the stage. */
export async function focusCell(lesson: Element, { step, index }: CellRef): Promise<void> {
  const matrix = lesson.querySelector<AgMatrix>(`.stage ag-matrix[data-step-id="${step}"]`);
  await matrix?.updateComplete;
  matrix?.focusIndex(index);
}

/** Scrolls to the beginning of a new step, unless its stage is visible. */
export function beginStep(story: Element | null, stage: Element | null): void {
  if (stage && stage.getBoundingClientRect().top < 0) story?.scrollIntoView({ block: "start", behavior: "instant" });
}
