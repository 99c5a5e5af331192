/** The text lookup of the elements: the page's text module, unless another function is set. */
export type Lookup = (key: string, params?: Readonly<Record<string, string | number>>) => string;

/** Returns the name of an axis in the page's language; an axis without a text keeps its own name. */
export function axisName(text: Lookup, axis: string): string {
  const key = `axes.${axis}`;
  const found = text(key);
  return found === key ? axis : found;
}
