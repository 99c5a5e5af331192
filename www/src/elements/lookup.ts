/** The text lookup of the elements: the page's text module, unless another function is set. */
export type Lookup = (key: string, params?: Readonly<Record<string, string | number>>) => string;

/** Returns the name of an axis in the page's language; an axis without a text keeps its own name. */
export function axisName(text: Lookup, axis: string): string {
  const key = `axes.${axis}`;
  const found = text(key);
  return found === key ? axis : found;
}

/** The ends of a message: a node is one of them only where the other is an axis, too. */
const ENDS: readonly string[] = ["source", "target"];

/** Returns the name that an axis has among the axes of its step: a row for each node is not called a source where nothing is a target. */
export function axisNameAmong(text: Lookup, axes: readonly string[], axis: number): string {
  const own = axes[axis] ?? "";
  const alone = ENDS.includes(own) && !ENDS.every((end) => axes.includes(end));
  return axisName(text, alone ? "node" : own);
}
