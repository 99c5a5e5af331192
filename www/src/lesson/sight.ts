/** Scrolls the page as little as possible to keep the reader's choice visible. */

const MARGIN = 12;

/** Scrolls a cell out from under the arithmetic, which covers the bottom of the page. */
export function uncover(cell: Element, sheet: Element | null): void {
  cell.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  if (!sheet) return;
  const over = cell.getBoundingClientRect().bottom + MARGIN - sheet.getBoundingClientRect().top;
  // Arithmetic below the stage covers nothing.
  if (over > 0) window.scrollBy({ top: over, behavior: "instant" });
}

/** Scrolls to the beginning of a new step, unless its stage is visible. */
export function beginStep(story: Element | null, stage: Element | null): void {
  if (stage && stage.getBoundingClientRect().top < 0) story?.scrollIntoView({ block: "start", behavior: "instant" });
}
