/** Parses typed numbers; `attograph/import` reads pasted ones. Errors are codes; their messages are in the texts. */

export type NumberProblem = "empty" | "not-a-number" | "infinite" | "division-by-zero";
export type ParsedNumber =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly code: NumberProblem };

const DECIMAL = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i;

/** The spaces that do not break between groups of three digits, as numbers are shown. */
const GROUPS = /(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))/g;

/** Parses one number: whole, decimal with point or comma, scientific, or a fraction such as `3/8`. */
export function parseNumber(text: string): ParsedNumber {
  const tidy = text.trim().replaceAll("\u2212", "-").replace(GROUPS, "");
  if (tidy === "") return { ok: false, code: "empty" };
  if (/^[+-]?(∞|inf(inity)?)$/i.test(tidy)) return { ok: false, code: "infinite" };
  const parts = tidy.split("/");
  if (parts.length > 2) return { ok: false, code: "not-a-number" };
  const values: number[] = [];
  for (const part of parts) {
    const digits = part.trim();
    if (!DECIMAL.test(digits)) return { ok: false, code: "not-a-number" };
    values.push(Number(digits.replace(",", ".")));
  }
  const [numerator = Number.NaN, denominator = 1] = values;
  if (denominator === 0) return { ok: false, code: "division-by-zero" };
  const value = numerator / denominator;
  return Number.isFinite(value) ? { ok: true, value } : { ok: false, code: "infinite" };
}
