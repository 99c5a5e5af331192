/** Places the names of points so that they cover each other, points and lines as little as possible. Pure. */
import { type Box, boxAround, overlap } from "./covering.ts";
import type { Spot } from "./plane.ts";

export interface NameToPlace {
  readonly at: Spot;
  /** The direction, in radians counterclockwise, in which the name should stand. */
  readonly toward: number;
  readonly width: number;
  readonly height: number;
  /** The distance that the name keeps from its point. */
  readonly gap: number;
}

const TURNS = [0, 0.6, -0.6, 1.2, -1.2, 2, -2, Math.PI];
const FARTHER = [0, 14];

const HANGUL = /[\u1100-\u11ff\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]/;

/** Estimates the width of a text from its letters, in the unit of its size. */
export function textWidth(text: string, size: number): number {
  let width = 0;
  for (const letter of text) width += HANGUL.test(letter) ? 1 : /[.,·:;|il\s()-]/.test(letter) ? 0.36 : 0.6;
  return width * size;
}

/** Returns the middle of a name's box whose border is `gap` away from the point, in a direction. */
function middle({ at, width, height, gap }: NameToPlace, angle: number, farther: number): Spot {
  const [ux, uy] = [Math.cos(angle), -Math.sin(angle)];
  const reach = Math.min(width / 2 / (Math.abs(ux) || 1e-9), height / 2 / (Math.abs(uy) || 1e-9));
  const distance = gap + farther + reach;
  return { x: at.x + ux * distance, y: at.y + uy * distance };
}

/** Returns the place that is nearest to the wished one and leaves a box of this size in the room. */
function within(wished: number, size: number, room: number): number {
  return Math.min(Math.max(size / 2, room - size / 2), Math.max(size / 2, wished));
}

/** Returns the middle of each name. `obstacles`: points that names should not cover. */
export function placeNames(
  names: readonly NameToPlace[],
  obstacles: readonly Spot[],
  { width, height }: { readonly width: number; readonly height: number },
): Spot[] {
  const taken: Box[] = [];
  return names.map((name) => {
    let best: { spot: Spot; cost: number } | null = null;
    for (const [order, turn] of TURNS.entries()) {
      for (const [step, farther] of FARTHER.entries()) {
        const wished = middle(name, name.toward + turn, farther);
        // A name at the border is moved inward.
        const spot = { x: within(wished.x, name.width, width), y: within(wished.y, name.height, height) };
        const moved = Math.hypot(spot.x - wished.x, spot.y - wished.y);
        const box = boxAround(spot, name);
        const covered = obstacles.filter(
          ({ x, y }) => x > box.left && x < box.right && y > box.top && y < box.bottom,
        ).length;
        const crowded = taken.reduce((sum, other) => sum + overlap(box, other), 0);
        const cost = order + 1.5 * step + moved / 4 + 12 * covered + crowded;
        if (!best || cost < best.cost) best = { spot, cost };
      }
    }
    const spot = best?.spot ?? name.at;
    taken.push(boxAround(spot, name));
    return spot;
  });
}
