/** Where a key leads from a cell that is being typed into. Pure, so that it can be tested without a page. */
import { cellAfterKey } from "../elements/matrix-keys.ts";

export interface Caret {
  /** Whether the caret stands before everything, or all is selected. */
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

/** The place in the table that an arrow leads to; null where the key is the text's own. */
export function placeAfterKey(
  key: string,
  { atStart, atEnd }: Caret,
  place: readonly [number, number],
  rows: number,
  columns: number,
): [number, number] | null {
  const within =
    key === "ArrowUp" || key === "ArrowDown" || (key === "ArrowLeft" ? atStart : key === "ArrowRight" && atEnd);
  return within ? cellAfterKey(key, false, place, rows, columns) : null;
}

/** What the selection of a field says about the caret. */
export function caretOf(field: Pick<HTMLInputElement, "selectionStart" | "selectionEnd" | "value">): Caret {
  const { selectionStart: start, selectionEnd: end, value } = field;
  const all = start === 0 && end === value.length;
  return { atStart: all || (start === 0 && end === 0), atEnd: all || (start === value.length && end === value.length) };
}
