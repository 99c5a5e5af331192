/** Keyboard navigation from a cell that is being edited. Pure. */
import { cellAfterKey } from "../elements/matrix-keys.ts";

export interface Caret {
  /** Whether the caret is at the start, or everything is selected. */
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

/** Returns the target of an arrow key in the table; null where the key moves within the text. */
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

/** Returns the position of the caret from the selection of a field. */
export function caretOf(field: Pick<HTMLInputElement, "selectionStart" | "selectionEnd" | "value">): Caret {
  const { selectionStart: start, selectionEnd: end, value } = field;
  const all = start === 0 && end === value.length;
  return { atStart: all || (start === 0 && end === 0), atEnd: all || (start === value.length && end === value.length) };
}
