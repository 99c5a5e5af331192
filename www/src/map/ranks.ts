/** The rows of a drawing: each item is below all that it reads. */

/** An arrow between two items of one level, by their keys. */
export interface Link {
  readonly from: string;
  readonly to: string;
}

/**
 * Returns the row of each item. What reads something is as high as it can be; what reads nothing is right above the first that reads it.
 *
 * @param items keys in an order in which none reads a later one
 * @param entries items at the top, `exits` items at the bottom, whatever reads them
 */
export function rowsOf(
  items: readonly string[],
  links: readonly Link[],
  { entries, exits }: { readonly entries: ReadonlySet<string>; readonly exits: ReadonlySet<string> },
): ReadonlyMap<string, number> {
  const above = new Map<string, string[]>();
  const below = new Map<string, string[]>();
  for (const { from, to } of links) {
    above.set(to, [...(above.get(to) ?? []), from]);
    below.set(from, [...(below.get(from) ?? []), to]);
  }
  const rows = new Map<string, number>();
  const first = entries.size > 0 ? 1 : 0;
  const row = (item: string): number => {
    const known = rows.get(item);
    if (known !== undefined) return known;
    const lowest = Math.max(first - 1, ...(above.get(item) ?? []).map(row));
    const own = entries.has(item) ? 0 : lowest + 1;
    rows.set(item, own);
    return own;
  };
  for (const item of items) row(item);
  const last = Math.max(first, ...items.filter((item) => !exits.has(item)).map(row));
  for (const exit of exits) rows.set(exit, last + 1);
  for (const item of items) {
    if (entries.has(item) || exits.has(item) || (above.get(item) ?? []).length > 0) continue;
    const readers = (below.get(item) ?? []).map(row);
    if (readers.length > 0) rows.set(item, Math.max(first, Math.min(...readers) - 1));
  }
  return rows;
}
