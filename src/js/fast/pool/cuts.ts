/** How many rows the inner kernel of a product takes together. */
const TILE_ROWS = 4;

/** How many queries attention takes together. Cuts at these places leave every number as it is, to the bit. */
const QUERY_ROWS = 32;

/** The first row of each part, and the end of the last. */
export type Cuts = readonly number[];

/** Cuts rows of equal work. */
export function cutEvenly(rows: number, parts: number): Cuts {
  const cut = (part: number): number => Math.floor((rows * part) / parts / TILE_ROWS) * TILE_ROWS;
  return Array.from({ length: parts + 1 }, (_, part) => (part === parts ? rows : cut(part)));
}

/** How many sequences there are, and which keys a query sees. */
export interface Visible {
  readonly batch: number;
  readonly window?: number;
  readonly causal: boolean;
}

/** Cuts queries so that each part sees about as many keys: of a causal run the later rows see more. */
export function cutQueries(
  rows: number,
  keys: number,
  { batch, window = Number.POSITIVE_INFINITY, causal }: Visible,
  parts: number,
): Cuts {
  const [before, after] = [window, causal ? 0 : window];
  // What does not divide, the kernel refuses.
  const [queries, seen] = rows % batch === 0 && keys % batch === 0 ? [rows / batch, keys / batch] : [rows, keys];
  const ends: number[] = [];
  const work: number[] = [];
  let total = 0;
  for (let sequence = 0; sequence < rows; sequence += queries) {
    for (let first = 0; first < queries; first += QUERY_ROWS) {
      const end = Math.min(first + QUERY_ROWS, queries);
      const reach = Math.max(0, Math.min(seen, end + after) - Math.max(0, first - before));
      total += (end - first) * (reach + 1);
      ends.push(sequence + end);
      work.push(total);
    }
  }
  const cuts = [0];
  for (let part = 1, tile = 0; part < parts; part++) {
    const due = (total * part) / parts;
    // The nearer of the two ends around what is due.
    while (tile < ends.length && ((work[tile] ?? 0) + (work[tile - 1] ?? 0)) / 2 <= due) tile++;
    cuts.push(ends[tile - 1] ?? 0);
  }
  return [...cuts, rows];
}
