/** One cell of a table: its digits, its color, and its name for a screen reader where the digits are not enough. */
import type { Domain } from "../numbers/color.ts";
import { cellParts, type NumberParts, plain, widthInDigits } from "../numbers/format.ts";
import { paintOf } from "../numbers/paint.ts";
import { isRest, NEARLY_ZERO } from "../numbers/rest.ts";
import { dress, write } from "./write.ts";

/** Names of values that a screen reader would read incorrectly. */
export interface Spoken {
  readonly nan: string;
  readonly masked: string;
  readonly infinite: string;
}

/** Width of the widest parts before and after the decimal sign of a column, in digits. */
export interface ColumnWidth {
  whole: number;
  fraction: number;
}

const NEARLY: NumberParts = { whole: NEARLY_ZERO, fraction: "", kind: "finite" };

/** `rest`: up to which size a number is what rounding has left of a 0. */
const partsOf = (value: number, rest: number): NumberParts => (isRest(value, rest) ? NEARLY : cellParts(value));

/** Widens a column for a value where needed. */
export function widen(width: ColumnWidth, value: number, rest: number): void {
  const parts = partsOf(value, rest);
  if (parts.kind !== "finite") return;
  width.whole = Math.max(width.whole, widthInDigits(parts.whole));
  width.fraction = Math.max(width.fraction, widthInDigits(parts.fraction));
}

/** Creates a row of empty cells. */
export function newCells(count: number): DocumentFragment {
  const cell = document.createElement("td");
  cell.tabIndex = -1;
  cell.append(document.createElement("span"), document.createElement("span"));
  const cells = document.createDocumentFragment();
  for (let at = 0; at < count; at += 1) cells.append(cell.cloneNode(true));
  return cells;
}

/** Shows a value. `width`: of the column, or null where its decimal signs are not aligned. `word`: what the value stands for. */
export function paintCell(
  cell: HTMLTableCellElement,
  value: number,
  index: readonly number[],
  {
    domain,
    spoken,
    width,
    word,
    rest,
  }: { domain: Domain; spoken: Spoken; width: ColumnWidth | null; word: string | null; rest: number },
): void {
  const parts = partsOf(value, rest);
  const masked = value === Number.NEGATIVE_INFINITY;
  cell.dataset.cell = index.join(",");
  cell.dataset.value = plain(value);
  // Outlines are painted after the contents, and this is done for thousands of cells at once.
  const name = masked
    ? "masked"
    : parts.kind === "nan"
      ? "nan"
      : value === 0 && domain.kind !== "category"
        ? "none"
        : "";
  dress(cell, name);
  if (word !== null) cell.ariaLabel = `${word}, ${parts.whole}${parts.fraction}`;
  else if (parts.kind === "finite") {
    if (cell.ariaLabel !== null) cell.removeAttribute("aria-label");
  } else cell.ariaLabel = parts.kind === "nan" ? spoken.nan : masked ? spoken.masked : spoken.infinite;
  const [whole, fraction] = cell.children as unknown as [HTMLElement, HTMLElement];
  const paint = paintOf(value, domain);
  cell.style.backgroundColor = paint?.ground ?? "";
  cell.style.color = paint?.ink ?? "";
  if (word !== null) {
    write(whole, word);
    write(fraction, `${parts.whole}${parts.fraction}`);
    dress(whole, "word");
    dress(fraction, "number");
    return;
  }
  const aligned = parts.kind === "finite" ? width : null;
  write(whole, parts.whole);
  write(fraction, parts.fraction);
  dress(whole, aligned ? `whole w${Math.ceil(aligned.whole * 2)}` : "whole");
  dress(fraction, aligned ? `fraction w${Math.ceil(aligned.fraction * 2)}` : "fraction");
}
