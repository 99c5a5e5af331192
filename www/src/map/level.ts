/** One level of the map: the members of a part in rows, each below what it reads, with the ways of the arrows between them. */
import type * as Dagre from "@dagrejs/dagre";
import type { Point, Rect, Size } from "./geometry.ts";
import { rowsOf } from "./ranks.ts";

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
}

export interface PlacedLevel extends Size {
  readonly places: ReadonlyMap<string, Rect>;
  /** The points that an arrow passes between its ends, by {@link linkKey}. */
  readonly ways: ReadonlyMap<string, readonly Point[]>;
  /** By how much the row of an item reaches beyond it, above and below. */
  readonly beside: ReadonlyMap<string, number>;
}

export type DagreModule = Pick<typeof Dagre, "graphlib" | "layout">;

/** The space between neighbors in a row, between an item and an arrow that passes, and between rows. */
export const GAPS = { items: 18, ways: 12, rows: 30 };

export function linkKey({ from, to, net }: Pick<LevelLink, "from" | "to" | "net">): string {
  return `${from}\n${to}\n${net}`;
}

/** Places the items of a level and the ways of its arrows, from the top down. */
export function placeLevel({ graphlib, layout }: DagreModule, level: Level): PlacedLevel {
  const graph = new graphlib.Graph({ multigraph: true });
  const rows = rowsOf([...level.items.keys()], level.links, level);
  graph.setGraph({
    nodesep: GAPS.items,
    edgesep: GAPS.ways,
    ranksep: GAPS.rows,
    ranker: ranker(rows) as unknown as string,
  });
  for (const [key, { width, height }] of level.items) graph.setNode(key, { width, height });
  for (const link of level.links) {
    graph.setEdge(link.from, link.to, {}, link.net);
  }
  layout(graph);
  const placed = read(graph, level);
  return isMirrored(placed.places) ? mirrored(placed) : placed;
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

interface Ranked {
  nodes(): string[];
  node(key: string): { rank?: number };
}

/** Dagre doubles the rows, to have one between any two for labels; it also adds a node above all. */
function ranker(rows: ReadonlyMap<string, number>): (graph: Ranked) => void {
  return (graph) => {
    for (const key of graph.nodes()) graph.node(key).rank = 2 * (rows.get(key) ?? -1);
  };
}

function read(graph: Dagre.graphlib.Graph, level: Level): PlacedLevel {
  const places = new Map<string, Rect>();
  /** The height of each row, by its middle. */
  const rows = new Map<number, number>();
  for (const key of level.items.keys()) {
    const { x, y, width, height } = graph.node(key) as Rect;
    places.set(key, { x: x - width / 2, y: y - height / 2, width, height });
    rows.set(Math.round(y), Math.max(rows.get(Math.round(y)) ?? 0, height));
  }
  const ways = new Map<string, readonly Point[]>();
  for (const link of level.links) {
    const { points } = graph.edge({ v: link.from, w: link.to, name: link.net }) as { points: Point[] };
    // Between its ends an arrow passes each row straight down, and bends only between rows.
    const passed = points.slice(1, -1).flatMap(({ x, y }) => {
      const height = rows.get(Math.round(y));
      return height === undefined ? [] : across(x, y, height);
    });
    ways.set(linkKey(link), passed);
  }
  return enclosed(places, ways, rows);
}

function across(x: number, y: number, height: number): Point[] {
  return [
    { x, y: y - height / 2 },
    { x, y: y + height / 2 },
  ];
}

/** Moves everything to where nothing has a negative coordinate, arrows included. */
function enclosed(
  places: ReadonlyMap<string, Rect>,
  ways: ReadonlyMap<string, readonly Point[]>,
  rows: ReadonlyMap<number, number>,
): PlacedLevel {
  const rects = [...places.values()];
  const points = [...ways.values()].flat();
  const left = Math.min(...rects.map(({ x }) => x), ...points.map(({ x }) => x));
  const right = Math.max(...rects.map(({ x, width }) => x + width), ...points.map(({ x }) => x));
  const top = Math.min(...rects.map(({ y }) => y));
  const bottom = Math.max(...rects.map(({ y, height }) => y + height));
  const move = <Place extends Point>(place: Place): Place => ({ ...place, x: place.x - left, y: place.y - top });
  return {
    width: right - left,
    height: bottom - top,
    places: new Map([...places].map(([key, place]) => [key, move(place)])),
    ways: new Map([...ways].map(([key, way]) => [key, way.map(move)])),
    beside: new Map(
      [...places].map(([key, { y, height }]) => [key, ((rows.get(Math.round(y + height / 2)) ?? height) - height) / 2]),
    ),
  };
}
