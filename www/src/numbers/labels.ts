/** Names of the positions of an axis, which are the names of rows and columns. */

/** These names (then numbers), or a letter with a number, or numbers. `as`: the axis whose names these are, if they are not words of the own one. */
export type AxisLabels =
  | { readonly names: readonly string[]; readonly as?: string }
  | { readonly prefix: string; readonly from: number }
  | { readonly from: number };

/** Names of positions by axis of the catalog. */
export type Labels = Readonly<Record<string, AxisLabels>>;

/** Counts from 1. */
const COUNTED: AxisLabels = { from: 1 };
const SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉";

function subscript(number: number): string {
  return [...String(number)].map((digit) => SUBSCRIPTS[Number(digit)]).join("");
}

/** Returns the name of one position of an axis, such as `x₂`, `D` or `5`. */
export function labelOf(rules: Labels, axis: string | undefined, position: number): string {
  return nameOf((axis === undefined ? undefined : rules[axis]) ?? COUNTED, position);
}

function nameOf(rule: AxisLabels, position: number): string {
  if ("names" in rule) return rule.names[position] ?? String(position + 1);
  if ("prefix" in rule) return rule.prefix + subscript(rule.from + position);
  return String(rule.from + position);
}

/** So many lists of names are kept for a rule. */
const MOST_KEPT = 8;
const kept = new WeakMap<AxisLabels, Map<number, readonly string[]>>();

/** Returns the names of all positions of an axis; the same list for the same rule and length, so that it is compared in no time. */
export function labelsOf(rules: Labels, axis: string | undefined, length: number): readonly string[] {
  const rule = (axis === undefined ? undefined : rules[axis]) ?? COUNTED;
  const lists = kept.get(rule) ?? new Map<number, readonly string[]>();
  const labels = lists.get(length) ?? Array.from({ length }, (_, position) => nameOf(rule, position));
  if (lists.size >= MOST_KEPT) lists.clear();
  kept.set(rule, lists.set(length, labels));
  return labels;
}
