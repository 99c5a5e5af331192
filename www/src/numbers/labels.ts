/** Names of the positions of an axis, which are the names of rows and columns. */

/** These names (then numbers), or a letter with a number, or numbers. */
export type AxisLabels =
  | { readonly names: readonly string[] }
  | { readonly prefix: string; readonly from: number }
  | { readonly from: number };

/** Names of positions by axis of the catalog. */
export type Labels = Readonly<Record<string, AxisLabels>>;

const SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉";

function subscript(number: number): string {
  return [...String(number)].map((digit) => SUBSCRIPTS[Number(digit)]).join("");
}

/** Returns the name of one position of an axis, such as `x₂`, `D` or `5`. */
export function labelOf(rules: Labels, axis: string | undefined, position: number): string {
  const rule = axis === undefined ? undefined : rules[axis];
  if (!rule) return String(position + 1);
  if ("names" in rule) return rule.names[position] ?? String(position + 1);
  if ("prefix" in rule) return rule.prefix + subscript(rule.from + position);
  return String(rule.from + position);
}

/** Returns the names of all positions of an axis. */
export function labelsOf(rules: Labels, axis: string | undefined, length: number): string[] {
  return Array.from({ length }, (_, position) => labelOf(rules, axis, position));
}
