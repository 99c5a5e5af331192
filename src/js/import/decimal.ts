/** The sign between the whole part of a number and its fraction, in tables: a point or a comma. */
import type { Field } from "./fields.js";
import { numberOf } from "./place.js";

export type Decimal = "." | ",";

const COMMA = /^[+\-\u2212]?\d*,\d+(?:e[+-]?\d+)?$/i;
const PAIR = /^[+\-\u2212]?\d+,[+\-\u2212]?\d+$/;
/** Groups of three digits: `1,234` and `1,234,567`. */
const GROUPS = /^[+\-\u2212]?[1-9]\d{0,2}(?:,\d{3})+$/;
const COMMA_BEFORE_POINT = /^[+\-\u2212]?\d{1,3}(?:,\d{3})+\.\d+$/;
const POINT_BEFORE_COMMA = /^[+\-\u2212]?\d{1,3}(?:\.\d{3})+,\d+$/;

/** What the commas of fields are, or why that cannot be said, with the first field in question. */
export type Commas =
  | { readonly decimal: Decimal }
  | { readonly unclear: "pairs" | "groups" | "mixed"; readonly field: Field; readonly row: number };

/**
 * Finds out the decimal sign of rows of fields that no comma separates. `single` says that they are one row, whose commas may separate as well: `1,5;2,5`
 * is two numbers, or two rows of two.
 */
export function decimalOf(rows: readonly (readonly Field[])[], single: boolean): Commas {
  const all = rows.flatMap((fields, row) => fields.map((field) => ({ field, row })));
  if (all.some(({ field }) => COMMA_BEFORE_POINT.test(field.text))) return { decimal: "." };
  if (all.some(({ field }) => POINT_BEFORE_COMMA.test(field.text))) return { decimal: "," };
  const commas = all.filter(({ field }) => COMMA.test(field.text) || GROUPS.test(field.text));
  const [first] = commas;
  if (!first) return { decimal: "." };
  if (commas.every(({ field }) => GROUPS.test(field.text))) {
    if (commas.some(({ field }) => !COMMA.test(field.text))) return { decimal: "." };
    return { unclear: "groups", ...first };
  }
  const point = all.find(({ field }) => /\d\.\d/.test(field.text) && numberOf(field.text) !== null);
  if (point) return { unclear: "mixed", ...point };
  // `1,05` would be 1 and 05, which nobody writes.
  const hasFraction = commas.some(({ field }) => /,0\d/.test(field.text));
  if (single && all.length > 1 && !hasFraction && all.every(({ field }) => PAIR.test(field.text)))
    return { unclear: "pairs", ...first };
  return { decimal: "," };
}

/** Reads a number with this decimal sign; the other sign may group its digits in threes. */
export function decimalNumber(text: string, decimal: Decimal): number | null {
  if (decimal === ".") return numberOf(/,/.test(text) ? ungrouped(text, ",") : text);
  const plain = /\./.test(text) ? ungrouped(text, ".") : text;
  return /\./.test(plain) ? null : numberOf(plain.replace(",", "."));
}

/** A number without the signs between its groups; as it is where they are between others than three digits. */
function ungrouped(text: string, sign: Decimal): string {
  const [head = "", ...groups] = text.split(sign);
  const rest = sign === "." ? /^\d{3}(?:,\d+)?$/ : /^\d{3}(?:\.\d+)?$/;
  const isGrouped =
    /^[+\-\u2212]?\d{1,3}$/.test(head) &&
    groups.every((group, at) => (at === groups.length - 1 ? rest : /^\d{3}$/).test(group));
  return isGrouped ? head + groups.join("") : text;
}
