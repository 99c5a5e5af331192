/**
 * Writes numbers for readers.
 *
 * A short number is an integer as it is, and anything else with three significant digits. A value that needs fewer digits is written as it is (`0.5`), so
 * a trailing zero (`0.500`) always means that digits were left out. From five digits before the decimal sign on they stand in groups of three.
 */

import { wrongType } from "../refuse.js";

const MINUS = "\u2212";
const SHORT_DIGITS = 3;
const SMALLEST_WITHOUT_EXPONENT = 1e-3;
const LARGEST_WITHOUT_EXPONENT = 1e3;
const LARGEST_PLAIN_INTEGER = 1e7;
/** Between groups of digits: a narrow space that does not break. */
const GROUP = "\u202f";
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

function superscript(exponent: string): string {
  return [...exponent].map((sign) => (sign === "-" ? "⁻" : (SUPERSCRIPTS[Number(sign)] ?? ""))).join("");
}

/** Groups the digits before the decimal sign where there are five or more. */
function grouped(digits: string): string {
  return digits.replace(/^-?\d{5,}/, (whole) => whole.replace(/\B(?=(?:\d{3})+$)/g, GROUP));
}

/** Converts JavaScript's notation (`-1.5e-17`) into the mathematical one (`−1.5·10⁻¹⁷`). */
function written(notation: string): string {
  const [mantissa = "", exponent] = notation.replace("e+", "e").split("e");
  const signed = grouped(mantissa).replace("-", MINUS);
  return exponent === undefined ? signed : `${signed}·10${superscript(exponent)}`;
}

/** Returns the shortest exact notation, or else three digits. */
function rounded(value: number): string {
  const exact = (notation: string): boolean => Number(notation) === value;
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < LARGEST_PLAIN_INTEGER) return String(value);
  const plain = size >= SMALLEST_WITHOUT_EXPONENT && size < LARGEST_WITHOUT_EXPONENT;
  const digits = plain ? value.toPrecision(SHORT_DIGITS) : value.toExponential(SHORT_DIGITS - 1);
  if (!exact(digits)) return digits;
  return plain ? String(value) : value.toExponential();
}

function special(value: number): string | null {
  if (typeof value !== "number") throw wrongType("value", "a number", value);
  if (Number.isNaN(value)) return "NaN";
  if (value === Number.POSITIVE_INFINITY) return "∞";
  if (value === Number.NEGATIVE_INFINITY) return `${MINUS}∞`;
  return null;
}

/** Returns a number with three significant digits, such as `0.333` or `−1.5·10⁻¹⁷`; integers have all, such as `38\u202f416`. */
export function shortNumber(value: number): string {
  return special(value) ?? written(rounded(value));
}

/** Returns a number with all digits that distinguish it from its neighbors. */
export function fullNumber(value: number): string {
  return special(value) ?? written(String(value));
}
