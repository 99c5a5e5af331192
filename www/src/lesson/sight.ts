/** Scrolls the page no more than it takes to keep in sight what the reader has just chosen. */

const MARGIN = 12;

/** Brings a cell out from under the arithmetic, which lies over the foot of the page. */
export function uncover(cell: Element, sheet: Element | null): void {
  cell.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  if (!sheet) return;
  const over = cell.getBoundingClientRect().bottom + MARGIN - sheet.getBoundingClientRect().top;
  // Where the arithmetic stands below the stage, nothing is covered.
  if (over > 0) window.scrollBy({ top: over, behavior: "instant" });
}

/** A new step is read from its beginning; one whose stage is in sight stays where it is. */
export function beginStep(story: Element | null, stage: Element | null): void {
  if (stage && stage.getBoundingClientRect().top < 0) story?.scrollIntoView({ block: "start", behavior: "instant" });
}
