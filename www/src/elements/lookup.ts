/** How the elements ask for their words; the page's text module answers unless another function is given. */
export type Lookup = (key: string, params?: Readonly<Record<string, string | number>>) => string;

/** The name of an axis in the reader's language; an axis without a text keeps its own name. */
export function axisName(text: Lookup, axis: string): string {
  const key = `elements.axis.${axis}`;
  const found = text(key);
  return found === key ? axis : found;
}
