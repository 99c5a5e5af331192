/** One level of the map: the members of a part in rows, each below what it reads, with the ways of the arrows between them. */
import { max, min } from "d3-array";
import { placeInRows, straighten, type Thing, type Tie } from "./columns.ts";
import type { Point, Rect, Size } from "./geometry.ts";
import { type Joint, ordered } from "./order.ts";
import { rowsOf, rowsWithin } from "./ranks.ts";

/** An arrow of a level, from item to item. `net` is the box whose value it carries: arrows of one net may share a way. */
export interface LevelLink {
  readonly from: string;
  readonly to: string;
  readonly net: string;
}

export interface Level {
  /** Keys and sizes of the items, in an order in which none reads a later one. */
  readonly items: ReadonlyMap<string, Size>;
  readonly links: readonly LevelLink[];
  /** Items that stand for what comes from outside, and what goes there. */
  readonly entries: ReadonlySet<string>;
  readonly exits: ReadonlySet<string>;
  /** Where there is little room: how wide the level may be, and the items of a row together. */
  readonly room?: { readonly most: number; readonly items: number };
}

export interface PlacedLevel extends Size {
  readonly places: ReadonlyMap<string, Rect>;
  /** The points that an arrow passes between its ends, by {@link linkKey}. */
  readonly ways: ReadonlyMap<string, readonly Point[]>;
  /** By how much the row of an item reaches beyond it, above and below. */
  readonly beside: ReadonlyMap<string, number>;
}

/** The space between neighbors in a row, between an item and an arrow that passes, and between rows. */
export const GAPS = { items: 18, ways: 12, rows: 30 };

export function linkKey({ from, to, net }: Pick<LevelLink, "from" | "to" | "net">): string {
  return `${from}\n${to}\n${net}`;
}

/** How much the ends of a piece of an arrow want to be above each other: a long arrow is straight before anything else. */
const STRAIGHT = { items: 1, end: 2, only: 8, way: 8 };

/** An item, or the way of a value through a row in which nothing reads it. */
interface Placed extends Thing {
  readonly row: number;
  readonly height: number;
}

/** Places the items of a level and the ways of its arrows, from the top down. */
export function placeLevel(level: Level): PlacedLevel {
  const keys = [...level.items.keys()];
  const widthOf = (key: string) => level.items.get(key)?.width ?? 0;
  const rows = level.room
    ? rowsWithin(keys, level.links, level, { widthOf, gap: GAPS.items, most: level.room.items })
    : rowsOf(keys, level.links, level);
  const things: Placed[] = [];
  const add = (thing: Placed) => things.push(thing) - 1;
  const items = new Map<string, number>();
  for (const [key, { width, height }] of level.items)
    items.set(key, add({ x: 0, width, height, gap: GAPS.items, row: rows.get(key) ?? 0 }));
  const chains = chainsOf(level, rows, (row) => add({ x: 0, width: 0, height: 0, gap: GAPS.ways, row }));
  const { joints, ties, columns } = joined(level, items, chains, things);
  const unordered: number[][] = Array.from({ length: Math.max(...rows.values(), 0) + 1 }, () => []);
  for (const [number, { row }] of things.entries()) unordered[row]?.push(number);
  const order = ordered(unordered, joints).map((row) => row.flatMap((number) => things[number] ?? []));
  for (const row of order) spread(row);
  placeInRows(order, ties, level.room?.most);
  straighten(order, columns, ties, level.room?.most);
  const placed = read(level, order, items, chains, things);
  return isMirrored(placed.places) ? mirrored(placed) : placed;
}

/** What an arrow passes between its ends, one for each row. Arrows that carry one value from one item share their way as far as they go. */
function chainsOf(
  { links }: Level,
  rows: ReadonlyMap<string, number>,
  add: (row: number) => number,
): ReadonlyMap<string, readonly number[]> {
  const shared = new Map<string, number>();
  const chains = new Map<string, readonly number[]>();
  for (const link of links) {
    const [first, last] = [rows.get(link.from) ?? 0, rows.get(link.to) ?? 0];
    const chain: number[] = [];
    for (let row = first + 1; row < last; row += 1) {
      const key = `${link.from}\n${link.net}\n${row}`;
      const number = shared.get(key) ?? add(row);
      shared.set(key, number);
      chain.push(number);
    }
    chains.set(linkKey(link), chain);
  }
  return chains;
}

interface Joined {
  readonly joints: readonly Joint[];
  readonly ties: readonly Tie[];
  /** Things that are to be on one line. */
  readonly columns: readonly (readonly Thing[])[];
}

function joined(
  { links }: Level,
  items: ReadonlyMap<string, number>,
  chains: ReadonlyMap<string, readonly number[]>,
  things: readonly Thing[],
): Joined {
  const only = onlyLinks(links);
  const joints = new Map<string, Joint>();
  const ties: Tie[] = [];
  const pairs: Thing[][] = [];
  const ways = new Map<number, Thing[]>();
  for (const link of links) {
    const chain = chains.get(linkKey(link)) ?? [];
    const ends = [items.get(link.from) ?? 0, ...chain, items.get(link.to) ?? 0];
    for (const [position, below] of ends.slice(1).entries()) {
      const above = ends[position] ?? 0;
      const [one, other] = [things[above], things[below]];
      if (joints.has(`${above} ${below}`) || !one || !other) continue;
      joints.set(`${above} ${below}`, [above, below]);
      const outer = position === 0 || position === chain.length ? STRAIGHT.end : STRAIGHT.way;
      const weight = chain.length > 0 ? outer : only.has(link) ? STRAIGHT.only : STRAIGHT.items;
      ties.push({ one, other, weight });
      if (chain.length === 0 && only.has(link)) pairs.push([one, other]);
    }
    // The longest of the arrows that share a way has all of it.
    const [first] = chain;
    if (first !== undefined && chain.length > (ways.get(first)?.length ?? 0))
      ways.set(
        first,
        chain.flatMap((number) => things[number] ?? []),
      );
  }
  return { joints: [...joints.values()], ties, columns: [...ways.values(), ...inColumns(pairs)] };
}

/** Puts a row's things beside each other, around 0. */
function spread(row: readonly Thing[]): void {
  const length = row.reduce((sum, { width, gap }) => sum + width + gap, 0);
  let x = -length / 2;
  for (const thing of row) {
    thing.x = x + thing.width / 2;
    x += thing.width + thing.gap;
  }
}

function read(
  level: Level,
  order: readonly (readonly Placed[])[],
  items: ReadonlyMap<string, number>,
  chains: ReadonlyMap<string, readonly number[]>,
  things: readonly Placed[],
): PlacedLevel {
  const heights = order.map((row) => Math.max(0, ...row.map(({ height }) => height)));
  const middles: number[] = [];
  let top = 0;
  for (const height of heights) {
    middles.push(top + height / 2);
    top += height + GAPS.rows;
  }
  const places = new Map<string, Rect>();
  const beside = new Map<string, number>();
  for (const [key, { width, height }] of level.items) {
    const { x, row } = things[items.get(key) ?? 0] ?? { x: 0, row: 0 };
    places.set(key, { x: x - width / 2, y: (middles[row] ?? 0) - height / 2, width, height });
    beside.set(key, ((heights[row] ?? height) - height) / 2);
  }
  // Between its ends an arrow passes each row straight down, and bends only between rows.
  const passed = (number: number): Point[] => {
    const { x, row } = things[number] ?? { x: 0, row: 0 };
    const [middle, half] = [middles[row] ?? 0, (heights[row] ?? 0) / 2];
    return [
      { x, y: middle - half },
      { x, y: middle + half },
    ];
  };
  const ways = new Map([...chains].map(([key, chain]) => [key, chain.flatMap(passed)]));
  return enclosed(places, ways, beside);
}

/** Whether more neighbors in a row are against the order of the run than in it. */
function isMirrored(places: ReadonlyMap<string, Rect>): boolean {
  const items = [...places.values()];
  let against = 0;
  for (const [position, one] of items.entries()) {
    for (const other of items.slice(position + 1)) {
      const apart = Math.abs(one.y + one.height / 2 - other.y - other.height / 2) > 1;
      if (!apart) against += one.x > other.x ? 1 : -1;
    }
  }
  return against > 0;
}

function mirrored({ width, height, places, ways, beside }: PlacedLevel): PlacedLevel {
  const turn = (rect: Rect): Rect => ({ ...rect, x: width - rect.x - rect.width });
  return {
    width,
    height,
    places: new Map([...places].map(([key, rect]) => [key, turn(rect)])),
    ways: new Map([...ways].map(([key, points]) => [key, points.map(({ x, y }) => ({ x: width - x, y }))])),
    beside,
  };
}

/** The links between two items of which one has no other reader, and the other reads nothing else. */
function onlyLinks(links: readonly LevelLink[]): ReadonlySet<LevelLink> {
  const count = (end: "from" | "to") => {
    const counts = new Map<string, number>();
    for (const link of links) counts.set(link[end], (counts.get(link[end]) ?? 0) + 1);
    return counts;
  };
  const [readers, operands] = [count("from"), count("to")];
  return new Set(links.filter(({ from, to }) => readers.get(from) === 1 && operands.get(to) === 1));
}

/** Joins pairs whose ends are the beginnings of others. */
function inColumns(pairs: readonly Thing[][]): Thing[][] {
  const next = new Map(pairs.map(([one, other]) => [one, other]));
  const inner = new Set(next.values());
  return [...next.keys()].flatMap((first) => {
    if (!first || inner.has(first)) return [];
    const column = [first];
    for (let thing = next.get(first); thing; thing = next.get(thing)) column.push(thing);
    return [column];
  });
}

/** Moves everything to where nothing has a negative coordinate, arrows included. */
function enclosed(
  places: ReadonlyMap<string, Rect>,
  ways: ReadonlyMap<string, readonly Point[]>,
  beside: ReadonlyMap<string, number>,
): PlacedLevel {
  const rects = [...places.values()];
  const points = [...ways.values()].flat();
  const xOf = ({ x }: Point) => x;
  const left = min([min(rects, xOf) ?? 0, min(points, xOf) ?? Number.POSITIVE_INFINITY]) ?? 0;
  const right = max([max(rects, ({ x, width }) => x + width) ?? 0, max(points, xOf) ?? Number.NEGATIVE_INFINITY]) ?? 0;
  const top = min(rects, ({ y }) => y) ?? 0;
  const bottom = max(rects, ({ y, height }) => y + height) ?? 0;
  const move = <Place extends Point>(place: Place): Place => ({ ...place, x: place.x - left, y: place.y - top });
  return {
    width: right - left,
    height: bottom - top,
    places: new Map([...places].map(([key, place]) => [key, move(place)])),
    ways: new Map([...ways].map(([key, way]) => [key, way.map(move)])),
    beside,
  };
}
