/** Keeps the reader's choice visible, and scrolls the page as little as possible for it. */
import type { TableElement } from "../elements/table.ts";
import type { CellRef } from "../state/state.ts";

/** The tables of the stage. */
export const TABLES = ".stage :is(ag-matrix, ag-heat-map)";

const MARGIN = 12;

/** Scrolls a chosen number out from under the arithmetic, which opens over the bottom of the page. */
export async function uncover(lesson: Element, { step, index }: CellRef): Promise<void> {
  const cell = (await tableOf(lesson, step, index, ".result"))?.elementAt(index);
  if (!cell) return;
  cell.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const sheet = lesson.querySelector(".inspector");
  if (!sheet) return;
  const over = cell.getBoundingClientRect().bottom + MARGIN - sheet.getBoundingClientRect().top;
  // Arithmetic below the stage covers nothing.
  if (over > 0) window.scrollBy({ top: over, behavior: "instant" });
}

/** Scrolls a stage that has less room than its tables to a number of its result. */
export async function showOnStage(lesson: Element, { step, index }: CellRef): Promise<void> {
  const table = await tableOf(lesson, step, index, ".result");
  const cell = table?.elementAt(index)?.getBoundingClientRect();
  const frames = [table?.shadowRoot?.querySelector(".frame"), table?.closest(".stage-frame")];
  if (!cell) return;
  let moved = 0;
  for (const frame of frames) {
    if (!frame) continue;
    const { top, bottom } = frame.getBoundingClientRect();
    const [above, below] = [top - (cell.top - moved), cell.bottom - moved + MARGIN - bottom];
    const by = below > 0 ? below : above > 0 ? -above : 0;
    // How far a frame is scrolled is no length on the screen where a stage makes its tables smaller.
    const zoom = frame.currentCSSZoom ?? 1;
    const before = frame.scrollTop;
    frame.scrollTop += by / zoom;
    moved += zoom * (frame.scrollTop - before);
  }
}

/** Moves the focus to a cell on the stage. */
export async function focusCell(lesson: Element, { step, index }: CellRef): Promise<void> {
  (await tableOf(lesson, step, index))?.focusIndex(index);
}

/** Scrolls to the beginning of a new step, unless its stage is visible. */
export function beginStep(story: Element | null, stage: Element | null): void {
  if (stage && stage.getBoundingClientRect().top < 0) story?.scrollIntoView({ block: "start", behavior: "instant" });
}

/** Returns the table of the stage that shows a cell, once it is drawn: of several slices, one does. */
async function tableOf(
  lesson: Element,
  step: string,
  index: readonly number[],
  which = "",
): Promise<TableElement | undefined> {
  const selector = ["ag-matrix", "ag-heat-map"].map((tag) => `.stage ${tag}${which}[data-step-id="${step}"]`).join();
  const tables = [...lesson.querySelectorAll<TableElement>(selector)];
  await Promise.all(tables.map((table) => table.updateComplete));
  return tables.find((table) => table.elementAt(index));
}
