/**
 * Formats numbers.
 *
 * A cell shows integers as integers and everything else with three significant digits; the inspector shows every digit. A value that is shorter than
 * three digits is written as it is (`0.5`), so a trailing zero (`0.500`) always means that digits were left out.
 */

/** A number in two parts, so that a column can align at the decimal sign. */
export interface NumberParts {
  /** Sign and digits before the decimal sign. */
  readonly whole: string;
  /** The decimal sign, the digits after it, and the power of ten; empty for an integer. */
  readonly fraction: string;
  readonly kind: "finite" | "infinite" | "nan";
}

const MINUS = "\u2212";
const DIGITS_IN_CELL = 3;
const SMALLEST_WITHOUT_EXPONENT = 1e-3;
const LARGEST_WITHOUT_EXPONENT = 1e3;
const LARGEST_PLAIN_INTEGER = 1e7;
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

function superscript(exponent: string): string {
  return [...exponent].map((sign) => (sign === "-" ? "⁻" : (SUPERSCRIPTS[Number(sign)] ?? ""))).join("");
}

/** Converts JavaScript's notation (`-1.5e-17`) into the mathematical one (`−1.5·10⁻¹⁷`). */
function written(notation: string): string {
  const [mantissa = "", exponent] = notation.replace("e+", "e").split("e");
  const signed = mantissa.replace("-", MINUS);
  return exponent === undefined ? signed : `${signed}·10${superscript(exponent)}`;
}

/** Returns the shortest exact notation, or else three digits. */
function rounded(value: number): string {
  const exact = (notation: string) => Number(notation) === value;
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < LARGEST_PLAIN_INTEGER) return String(value);
  const plain = size >= SMALLEST_WITHOUT_EXPONENT && size < LARGEST_WITHOUT_EXPONENT;
  const digits = plain ? value.toPrecision(DIGITS_IN_CELL) : value.toExponential(DIGITS_IN_CELL - 1);
  if (!exact(digits)) return digits;
  return plain ? String(value) : value.toExponential();
}

function special(value: number): string | null {
  if (Number.isNaN(value)) return "NaN";
  if (value === Number.POSITIVE_INFINITY) return "∞";
  if (value === Number.NEGATIVE_INFINITY) return `${MINUS}∞`;
  return null;
}

/** Formats a number for a cell. */
export function formatCell(value: number): string {
  return special(value) ?? written(rounded(value));
}

/** Formats a number with all digits that distinguish it from its neighbors. */
export function formatFull(value: number): string {
  return special(value) ?? written(String(value));
}

/** Formats a number with all digits so that programs parse the same bits; for copying and for `data-value`. */
export function plain(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

/** Whether a cell shows fewer digits than the number has. */
export function isRounded(value: number): boolean {
  return formatCell(value) !== formatFull(value);
}

/** Formats a number for a cell, split at the decimal sign. */
export function cellParts(value: number): NumberParts {
  const text = formatCell(value);
  if (Number.isNaN(value)) return { whole: text, fraction: "", kind: "nan" };
  if (!Number.isFinite(value)) return { whole: text, fraction: "", kind: "infinite" };
  const cut = text.search(/[.·]/);
  return cut < 0
    ? { whole: text, fraction: "", kind: "finite" }
    : { whole: text.slice(0, cut), fraction: text.slice(cut), kind: "finite" };
}

/** Returns the width of a part in digits: a minus is up to half as wide again as a digit, a superscript narrower, a point half as wide. */
export function widthInDigits(part: string): number {
  let width = 0;
  for (const sign of part)
    width += sign === "." || sign === "·" ? 0.5 : sign === MINUS ? 1.5 : /\d/.test(sign) ? 1 : 0.7;
  return width;
}
