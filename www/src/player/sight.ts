/** Keeps the reader's choice visible, and scrolls the page as little as possible for it. */
import type { TableElement } from "../elements/table.ts";
import type { CellRef } from "../state/state.ts";

/** The tables of the stage. */
export const TABLES = ".stage :is(ag-matrix, ag-heat-map)";

const MARGIN = 12;
/** How wide the fade is where the columns of a table go on, in its own type. */
const FADE = 2;

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

/** By how much what begins and ends there has to move, for both ends to be within a frame. */
const moveInto = (begin: number, end: number, from: number, to: number): number =>
  end > to ? Math.min(end - to, begin - from) : begin < from ? begin - from : 0;

/** By how much a frame has to move for a cell to be in it: beside the names, which stay, and not where the columns fade that go on. */
function moveFor(cell: Element, frame: Element): { readonly left: number; readonly top: number } {
  const [at, around] = [cell.getBoundingClientRect(), frame.getBoundingClientRect()];
  const names = frame.querySelector("tbody th")?.getBoundingClientRect().width ?? 0;
  const heads = frame.querySelector("thead th")?.getBoundingClientRect().height ?? 0;
  const goesOn = frame.scrollWidth > frame.clientWidth;
  const fade = goesOn ? FADE * Number.parseFloat(getComputedStyle(frame).fontSize) * (frame.currentCSSZoom ?? 1) : 0;
  const begin = around.left + names;
  const left = moveInto(at.left, at.right, begin, around.right - fade);
  // Numbers without their first digits would be read as others: a column begins beside the names.
  const columns = [...frame.querySelectorAll("thead th")].map((name) => name.getBoundingClientRect().left - begin);
  return {
    left: left > 0 ? Math.min(...columns.filter((column) => column >= left), at.left - begin) : left,
    top: moveInto(at.top, at.bottom + MARGIN, around.top + heads, around.bottom),
  };
}

/** Scrolls a stage that has less room than its tables to a number of its result. */
export async function showOnStage(lesson: Element, { step, index }: CellRef): Promise<void> {
  const table = await tableOf(lesson, step, index, ".result");
  const cell = table?.elementAt(index);
  if (!cell) return;
  for (const frame of [table?.shadowRoot?.querySelector(".frame"), table?.closest(".stage-frame")]) {
    if (!frame) continue;
    // How far a frame is scrolled is no length on the screen where a stage makes its tables smaller.
    const zoom = frame.currentCSSZoom ?? 1;
    const { left, top } = moveFor(cell, frame);
    frame.scrollBy({ left: left / zoom, top: top / zoom, behavior: "instant" });
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
