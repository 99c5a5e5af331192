/** The rows of a drawing: each item is below all that it reads. */

/** An arrow between two items of one level, by their keys. */
export interface Link {
  readonly from: string;
  readonly to: string;
}

/** Items at the top and at the bottom, whatever reads them. */
export interface Ends {
  readonly entries: ReadonlySet<string>;
  readonly exits: ReadonlySet<string>;
}

function joinedBy(links: readonly Link[], end: "from" | "to", other: "from" | "to"): Map<string, string[]> {
  const joined = new Map<string, string[]>();
  for (const link of links) joined.set(link[end], [...(joined.get(link[end]) ?? []), link[other]]);
  return joined;
}

/**
 * Returns the row of each item. What reads something is as high as it can be; what reads nothing is right above the first that reads it.
 *
 * @param items keys in an order in which none reads a later one
 */
export function rowsOf(
  items: readonly string[],
  links: readonly Link[],
  { entries, exits }: Ends,
): ReadonlyMap<string, number> {
  const above = joinedBy(links, "to", "from");
  const below = joinedBy(links, "from", "to");
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

/** How wide items are together, and at most. */
export interface RowRoom {
  readonly widthOf: (item: string) => number;
  /** The space between two items. */
  readonly gap: number;
  readonly most: number;
}

/** Returns the row of each item as {@link rowsOf} does, with more rows where one would be wider than there is room. */
export function rowsWithin(
  items: readonly string[],
  links: readonly Link[],
  { entries, exits }: Ends,
  room: RowRoom,
): ReadonlyMap<string, number> {
  const above = joinedBy(links, "to", "from");
  const read = new Set(links.map(({ from }) => from));
  const rows = new Map<string, number>([...entries].map((entry) => [entry, 0]));
  const first = entries.size > 0 ? 1 : 0;
  const used = new Map<number, number>();
  const fits = (row: number, item: string) => {
    const width = used.get(row) ?? 0;
    return width === 0 || width + room.widthOf(item) <= room.most;
  };
  const widen = (row: number, by: number) => used.set(row, (used.get(row) ?? 0) + by);
  const put = (item: string, row: number) => {
    rows.set(item, row);
    widen(row, room.widthOf(item) + room.gap);
  };
  const take = (item: string) => {
    widen(rows.get(item) ?? 0, -room.widthOf(item) - room.gap);
    rows.delete(item);
  };
  const inner = items.filter((item) => !entries.has(item) && !exits.has(item));
  const isGiven = (item: string) => (above.get(item) ?? []).length === 0;
  for (const item of inner) {
    if (isGiven(item) && read.has(item)) continue;
    const operands = [...new Set(above.get(item))];
    const given = operands.filter((operand) => !rows.has(operand));
    const known = operands.flatMap((operand) => rows.get(operand) ?? []);
    // What is given goes right above, or into the next row above that has room; where none has, the item goes down.
    for (let row = Math.max(first + (given.length > 0 ? 1 : 0), ...known.map((one) => one + 1)); ; row += 1) {
      if (!fits(row, item)) continue;
      const placed: string[] = [];
      for (const operand of given) {
        let at = row - 1;
        while (at >= first && !fits(at, operand)) at -= 1;
        if (at < first) break;
        put(operand, at);
        placed.push(operand);
      }
      if (placed.length === given.length) {
        put(item, row);
        break;
      }
      for (const operand of placed.reverse()) take(operand);
    }
  }
  for (const item of inner) {
    if (rows.has(item)) continue;
    let row = first;
    while (!fits(row, item)) row += 1;
    put(item, row);
  }
  const last = Math.max(first, ...inner.flatMap((item) => rows.get(item) ?? []));
  for (const exit of exits) rows.set(exit, last + 1);
  return rows;
}
