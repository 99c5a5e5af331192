/** Where the keys lead on the map. */

import type { Rect } from "./geometry.ts";
import type { MapGraph } from "./graph.ts";
import type { MapLayout } from "./layout.ts";

/** A box or the title of an open part, by its key. */
export type Way = "with" | "against" | "before" | "after" | "first" | "last";

const KEYS: Readonly<Record<MapLayout["flow"], Readonly<Record<string, Way>>>> = {
  down: { ArrowDown: "with", ArrowUp: "against", ArrowLeft: "before", ArrowRight: "after" },
  right: { ArrowRight: "with", ArrowLeft: "against", ArrowUp: "before", ArrowDown: "after" },
};

export function wayOf(key: string, flow: MapLayout["flow"]): Way | null {
  if (key === "Home") return "first";
  if (key === "End") return "last";
  return KEYS[flow][key] ?? null;
}

/** Returns the key of the box or title that a key leads to; null where there is none that way. */
export function moved(from: string, way: Way, graph: MapGraph, layout: MapLayout): string | null {
  if (way === "first") return graph.boxes[0]?.key ?? null;
  if (way === "last") return graph.boxes.at(-1)?.key ?? null;
  if (way === "before" || way === "after") return neighbor(from, way, layout);
  const frame = graph.frames.find(({ key }) => key === from);
  if (frame) {
    const inside = graph.boxes.find(({ steps }) => steps.some((step) => frame.steps.includes(step)))?.key ?? null;
    return way === "with" ? inside : frame.part || null;
  }
  const start = placeOf(from, layout);
  const ends = graph.arrows.flatMap((arrow) => {
    const [one, other] = way === "with" ? [arrow.from, arrow.to] : [arrow.to, arrow.from];
    const place = one === from ? layout.boxes.get(other) : undefined;
    return place && start ? [{ key: other, quiet: arrow.quiet, distance: distance(start, place) }] : [];
  });
  ends.sort((one, other) => Number(one.quiet) - Number(other.quiet) || one.distance - other.distance);
  const around = graph.byKey.get(from)?.part;
  return ends[0]?.key ?? (way === "against" ? around || null : null);
}

/** The nearest box beside another. */
function neighbor(from: string, way: "before" | "after", layout: MapLayout): string | null {
  const start = placeOf(from, layout);
  if (!start) return null;
  const sign = way === "before" ? -1 : 1;
  let nearest: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [key, place] of layout.boxes) {
    const away = middle(place, layout, "across") - middle(start, layout, "across");
    if (key === from || away * sign <= 0 || !overlap(place, start, layout)) continue;
    if (Math.abs(away) >= least) continue;
    nearest = key;
    least = Math.abs(away);
  }
  return nearest;
}

function placeOf(key: string, { boxes, frames }: MapLayout): Rect | undefined {
  return boxes.get(key) ?? frames.get(key);
}

function middle({ x, y, width, height }: Rect, { flow }: MapLayout, axis: "along" | "across"): number {
  return (axis === "across") === (flow === "down") ? x + width / 2 : y + height / 2;
}

function overlap(one: Rect, other: Rect, { flow }: MapLayout): boolean {
  return flow === "down"
    ? one.y < other.y + other.height && other.y < one.y + one.height
    : one.x < other.x + other.width && other.x < one.x + one.width;
}

function distance(one: Rect, other: Rect): number {
  return Math.hypot(
    one.x + one.width / 2 - other.x - other.width / 2,
    one.y + one.height / 2 - other.y - other.height / 2,
  );
}
