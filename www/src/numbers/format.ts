/**
 * Formats numbers.
 *
 * A cell shows integers as integers and everything else with three significant digits; the inspector shows every digit. A value that is shorter than
 * three digits is written as it is (`0.5`), so a trailing zero (`0.500`) always means that digits were left out.
 */

import { fullNumber, shortNumber } from "attograph/text";

/** A number in two parts, so that a column can align at the decimal sign. */
export interface NumberParts {
  /** Sign and digits before the decimal sign. */
  readonly whole: string;
  /** The decimal sign, the digits after it, and the power of ten; empty for an integer. */
  readonly fraction: string;
  readonly kind: "finite" | "infinite" | "nan";
}

const MINUS = "\u2212";

export { fullNumber as formatFull, shortNumber as formatCell };

/** Formats a number with all digits so that programs parse the same bits; for copying and for `data-value`. */
export function plain(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

/** Whether a cell shows fewer digits than the number has. */
export function isRounded(value: number): boolean {
  return shortNumber(value) !== fullNumber(value);
}

/** Formats a number for a cell, split at the decimal sign. */
export function cellParts(value: number): NumberParts {
  const text = shortNumber(value);
  if (Number.isNaN(value)) return { whole: text, fraction: "", kind: "nan" };
  if (!Number.isFinite(value)) return { whole: text, fraction: "", kind: "infinite" };
  const cut = text.search(/[.·]/);
  return cut < 0
    ? { whole: text, fraction: "", kind: "finite" }
    : { whole: text.slice(0, cut), fraction: text.slice(cut), kind: "finite" };
}

/** Returns the width of a part in digits: a minus is up to half as wide again as a digit, a superscript narrower, a point or a space between digits half as wide. */
export function widthInDigits(part: string): number {
  let width = 0;
  for (const sign of part)
    width += sign === "." || sign === "·" || sign === "\u202f" ? 0.5 : sign === MINUS ? 1.5 : /\d/.test(sign) ? 1 : 0.7;
  return width;
}
