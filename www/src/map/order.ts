/**
 * The order of things within rows, with few crossings of what joins them: sweeps that sort each row by the middle of its neighbors in the row before,
 * and swaps of neighbors while that removes crossings (Sugiyama, Tagawa and Toda 1981; Gansner, Koutsofios, North and Vo 1993, section 3).
 */

/** What joins a thing of one row with a thing of the next, by their numbers. */
export type Joint = readonly [above: number, below: number];

const SWEEPS = 12;

type Rows = readonly (readonly number[])[];

/** Returns the rows in an order with few crossings; the given order, which wins where nothing else matters, has to have every number once. */
export function ordered(rows: Rows, joints: readonly Joint[]): Rows {
  const above = neighbors(joints, ([upper, lower]) => [lower, upper]);
  const below = neighbors(joints, ([upper, lower]) => [upper, lower]);
  let best = rows.map((row) => [...row]);
  let least = crossings(best, below);
  const current = rows.map((row) => [...row]);
  for (let sweep = 0; sweep < SWEEPS && least > 0; sweep += 1) {
    const down = sweep % 2 === 0;
    for (let step = 1; step < current.length; step += 1) {
      const position = down ? step : current.length - 1 - step;
      const fixed = current[position + (down ? -1 : 1)] ?? [];
      const row = current[position] ?? [];
      sortByMiddles(row, places(fixed), down ? above : below);
    }
    swapNeighbors(current, above, below);
    const crossed = crossings(current, below);
    if (crossed >= least) continue;
    least = crossed;
    best = current.map((row) => [...row]);
  }
  return best;
}

type Neighbors = ReadonlyMap<number, readonly number[]>;

function neighbors(joints: readonly Joint[], from: (joint: Joint) => Joint): Neighbors {
  const found = new Map<number, number[]>();
  for (const joint of joints) {
    const [one, other] = from(joint);
    const known = found.get(one);
    if (known) known.push(other);
    else found.set(one, [other]);
  }
  return found;
}

function places(row: readonly number[]): ReadonlyMap<number, number> {
  return new Map(row.map((thing, position) => [thing, position]));
}

/** Sorts a row by the mean places of its neighbors; what has none keeps its place among the others. */
function sortByMiddles(row: number[], fixed: ReadonlyMap<number, number>, joined: Neighbors): void {
  const middles = new Map<number, number>();
  for (const thing of row) {
    const ends = joined.get(thing) ?? [];
    const sum = ends.reduce((total, end) => total + (fixed.get(end) ?? 0), 0);
    if (ends.length > 0) middles.set(thing, sum / ends.length);
  }
  const movable = row.filter((thing) => middles.has(thing));
  movable.sort((one, other) => (middles.get(one) ?? 0) - (middles.get(other) ?? 0));
  let next = 0;
  for (const [position, thing] of row.entries()) {
    if (!middles.has(thing)) continue;
    row[position] = movable[next] ?? thing;
    next += 1;
  }
}

/** Swaps neighbors in a row while that removes crossings on both sides of it. */
function swapNeighbors(rows: readonly number[][], above: Neighbors, below: Neighbors): void {
  for (let improved = true, rounds = 0; improved && rounds < 8; rounds += 1) {
    improved = false;
    for (const [at, row] of rows.entries()) {
      const [upper, lower] = [places(rows[at - 1] ?? []), places(rows[at + 1] ?? [])];
      for (let position = 0; position + 1 < row.length; position += 1) {
        const [one, other] = [row[position] ?? 0, row[position + 1] ?? 0];
        const now = pairCrossings(one, other, above, upper) + pairCrossings(one, other, below, lower);
        const then = pairCrossings(other, one, above, upper) + pairCrossings(other, one, below, lower);
        if (then >= now) continue;
        row[position] = other;
        row[position + 1] = one;
        improved = true;
      }
    }
  }
}

/** How often the joints of two things cross when the first is on the left. */
function pairCrossings(left: number, right: number, joined: Neighbors, fixed: ReadonlyMap<number, number>): number {
  let count = 0;
  for (const one of joined.get(left) ?? []) {
    for (const other of joined.get(right) ?? []) if ((fixed.get(one) ?? 0) > (fixed.get(other) ?? 0)) count += 1;
  }
  return count;
}

/** The number of crossings between all rows. */
export function crossings(rows: Rows, below: Neighbors): number {
  let count = 0;
  for (const [at, row] of rows.entries()) {
    const lower = places(rows[at + 1] ?? []);
    for (const [position, left] of row.entries()) {
      for (let other = position + 1; other < row.length; other += 1)
        count += pairCrossings(left, row[other] ?? 0, below, lower);
    }
  }
  return count;
}
