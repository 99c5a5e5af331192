/**
 * Where things are along their rows: near to what they are joined with, in the order that they have, and apart from their neighbors.
 */

export interface Thing {
  /** The middle. */
  x: number;
  readonly width: number;
  /** The space that it keeps from a neighbor, of which the smaller of two counts. */
  readonly gap: number;
}

/** Two things, in different rows, that want to be above each other; the weight says how much. */
export interface Tie {
  readonly one: Thing;
  readonly other: Thing;
  readonly weight: number;
}

const SWEEPS = 24;
/** Two things that are tied and as near to being above each other as this are put so. */
const NEARLY = 24;

/**
 * Moves the things of all rows. The sum of the squared distances of what is tied gets smaller with every row, which is placed as well as its neighbors
 * allow: with the order and the distances given, that is a regression under order constraints, solved exactly by pooling adjacent violators.
 *
 * @param rows the things of each row, from left to right
 * @param most the width that no row leaves, around 0, if it is not wider itself
 */
export function placeInRows(
  rows: readonly (readonly Thing[])[],
  ties: readonly Tie[],
  most = Number.POSITIVE_INFINITY,
): void {
  const tiesOf = new Map<Thing, { readonly thing: Thing; readonly weight: number }[]>();
  const add = (from: Thing, thing: Thing, weight: number) => {
    tiesOf.set(from, [...(tiesOf.get(from) ?? []), { thing, weight }]);
  };
  for (const { one, other, weight } of ties) {
    add(one, other, weight);
    add(other, one, weight);
  }
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (const row of sweep % 2 === 0 ? rows : [...rows].reverse()) {
      placeRow(
        row.map((thing) => ({ thing, ...wish(thing, tiesOf.get(thing) ?? []) })),
        most,
      );
    }
  }
}

/** Puts each column of things on one line, or on few, as far as there is room; then whatever is nearly above what it is tied to. */
export function straighten(
  rows: readonly (readonly Thing[])[],
  columns: readonly (readonly Thing[])[],
  ties: readonly Tie[],
  most = Number.POSITIVE_INFINITY,
): void {
  const room = roomIn(rows, most);
  for (const column of columns) {
    let pieces: Thing[] = [];
    let [from, to] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const thing of column) {
      const [left, right] = room(thing);
      if (Math.max(from, left) > Math.min(to, right)) {
        align(pieces, from, to);
        pieces = [];
        [from, to] = [left, right];
      }
      pieces.push(thing);
      [from, to] = [Math.max(from, left), Math.min(to, right)];
    }
    align(pieces, from, to);
  }
  for (const { one, other } of ties) {
    const [left, right] = room(other);
    if (Math.abs(one.x - other.x) < NEARLY && one.x >= left && one.x <= right) other.x = one.x;
  }
}

function align(things: readonly Thing[], from: number, to: number): void {
  const mean = things.reduce((sum, { x }) => sum + x, 0) / things.length;
  for (const thing of things) thing.x = Math.min(to, Math.max(from, mean));
}

/** Returns how far a thing can move to the left and to the right while its neighbors stay. */
function roomIn(rows: readonly (readonly Thing[])[], most: number): (thing: Thing) => readonly [number, number] {
  const neighbors = new Map<Thing, readonly [Thing | undefined, Thing | undefined]>();
  for (const row of rows) {
    for (const [position, thing] of row.entries()) neighbors.set(thing, [row[position - 1], row[position + 1]]);
  }
  return (thing) => {
    const [before, after] = neighbors.get(thing) ?? [];
    return [
      before ? before.x + apart(before, thing) : Math.min(thing.x, (thing.width - most) / 2),
      after ? after.x - apart(thing, after) : Math.max(thing.x, (most - thing.width) / 2),
    ];
  };
}

/** The least distance of the middles of two neighbors. */
function apart(one: Thing, other: Thing): number {
  return (one.width + other.width) / 2 + Math.min(one.gap, other.gap);
}

interface Wish {
  readonly thing: Thing;
  readonly at: number;
  readonly weight: number;
}

/** The mean of the places of what a thing is tied to; where it is, if that is nothing. */
function wish(thing: Thing, ties: readonly { readonly thing: Thing; readonly weight: number }[]): Omit<Wish, "thing"> {
  let [sum, weight] = [0, 0];
  for (const tie of ties) {
    sum += tie.weight * tie.thing.x;
    weight += tie.weight;
  }
  return weight > 0 ? { at: sum / weight, weight } : { at: thing.x, weight: 0.01 };
}

/** Places a row as near to its wishes as order, distances and the width around 0 allow. */
function placeRow(wishes: readonly Wish[], most: number): void {
  const blocks: { at: number; weight: number; count: number }[] = [];
  const offsets: number[] = [];
  let offset = 0;
  for (const [position, { thing, at, weight }] of wishes.entries()) {
    const before = wishes[position - 1]?.thing;
    if (before) offset += apart(before, thing);
    offsets.push(offset);
    blocks.push({ at: at - offset, weight, count: 1 });
    for (let last = blocks.length - 1; last > 0; last -= 1) {
      const [one, other] = [blocks[last - 1], blocks[last]];
      if (!one || !other || one.at <= other.at) break;
      const sum = one.weight + other.weight;
      const pooled = (one.weight * one.at + other.weight * other.at) / sum;
      blocks.splice(last - 1, 2, { at: pooled, weight: sum, count: one.count + other.count });
    }
  }
  // Without its offset each thing has the same bounds, and within them what is nearest to the wishes is nearest to what is best without bounds.
  const least = ((wishes[0]?.thing.width ?? 0) - most) / 2;
  const largest = (most - (wishes.at(-1)?.thing.width ?? 0)) / 2 - offset;
  const bounded = (at: number) => (least <= largest ? Math.min(largest, Math.max(least, at)) : (least + largest) / 2);
  let position = 0;
  for (const block of blocks) {
    const { count } = block;
    const at = Number.isFinite(most) ? bounded(block.at) : block.at;
    for (const end = position + count; position < end; position += 1) {
      const placed = wishes[position]?.thing;
      if (placed) placed.x = at + (offsets[position] ?? 0);
    }
  }
}
