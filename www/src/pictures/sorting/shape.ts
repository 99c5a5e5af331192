/** Where the picture of a sort has its parts: a panel for each round, beside each other as far as there is room. Pure. */
import type { Point } from "../pattern/pointers.ts";
import type { SortedRound, SortedToken } from "./model.ts";

export interface SortingShape {
  readonly columns: number;
  readonly panel: { readonly width: number; readonly height: number };
  readonly size: { readonly width: number; readonly height: number };
  /** The distance of two tokens. */
  readonly pitch: number;
  readonly radius: number;
  /** The heights of the two rows, in a panel. */
  readonly top: number;
  readonly bottom: number;
  /** The height of the numbers of buckets, below the names of the sorted tokens. */
  readonly numbers: number;
  /** How the names of tokens stand above them, and below the sorted ones: beside each other, upright where that has no room, or not at all. */
  readonly names: "level" | "upright" | "none";
}

/** Panels are at least so wide for each token, and never narrower than the second. */
const LEAST = 9;
const NARROWEST = 270;
const WIDEST = 640;
const GAP = 28;
const TITLE = 28;
const NAMES = 20;
/** Upright names need so much room for each token, and take at most this height. */
const UPRIGHT = 15;
const HIGHEST = 84;
/** From the one row to the other; where several rounds need the height, lines are steep enough with less. */
const FALL = 88;
const FALL_OF_SEVERAL = 68;
const BELOW = 42;
/** From the sorted row to what stands below it. */
const UNDER = 24;

/** `widest`: the width of the widest name of a token. */
export function sortingShape(rounds: number, length: number, width: number, widest: number): SortingShape {
  const wished = Math.max(NARROWEST, length * LEAST);
  const columns = Math.max(1, Math.min(rounds, Math.floor((width + GAP) / (wished + GAP))));
  const panel = Math.min(WIDEST, (width - GAP * (columns - 1)) / columns);
  const pitch = panel / Math.max(1, length);
  const names = widest <= pitch ? "level" : pitch >= UPRIGHT ? "upright" : "none";
  const named = names === "upright" ? Math.min(HIGHEST, widest + NAMES / 2) : NAMES;
  const top = TITLE + named;
  const bottom = top + (rounds > 1 ? FALL_OF_SEVERAL : FALL);
  const sorted = names === "none" ? 0 : named;
  const height = bottom + BELOW + sorted;
  const rows = Math.ceil(rounds / columns);
  return {
    columns,
    panel: { width: panel, height },
    size: { width: columns * panel + (columns - 1) * GAP, height: rows * height },
    pitch,
    radius: Math.max(1.5, Math.min(6.5, pitch * 0.32)),
    top,
    bottom,
    numbers: bottom + UNDER + sorted,
    names,
  };
}

/** Returns the width with which the names of one round stand level; 0 where no width is enough. */
export const levelWidth = (length: number, widest: number): number => (length * widest <= WIDEST ? length * widest : 0);

/** Returns where the panel of a round begins. */
export function panelAt({ columns, panel }: SortingShape, order: number): Point {
  return { x: (order % columns) * (panel.width + GAP), y: Math.floor(order / columns) * panel.height };
}

/** Returns the middle of a place, in its panel. */
export const middleOf = ({ pitch }: SortingShape, place: number): number => (place + 0.5) * pitch;

/** Returns the line of a token, from its place in the sequence to its place in the sorted list. */
export function threadOf(shape: SortingShape, { token, place }: SortedToken): string {
  const { top, bottom } = shape;
  const [from, to] = [middleOf(shape, token).toFixed(2), middleOf(shape, place).toFixed(2)];
  const bend = (bottom - top) / 2;
  return `M${from} ${top}C${from} ${top + bend} ${to} ${bottom - bend} ${to} ${bottom}`;
}

/** Returns where a line is, at a share of its fall: its curve is the cubic above. */
function xAt(from: number, to: number, share: number): number {
  const rest = 1 - share;
  return from * (rest ** 3 + 3 * rest ** 2 * share) + to * (3 * rest * share ** 2 + share ** 3);
}

/** Returns the token whose line is nearest to a point of a panel; null far from both rows. */
export function tokenNear(shape: SortingShape, { tokens }: SortedRound, { x, y }: Point): SortedToken | null {
  const { top, bottom, pitch } = shape;
  if (y < top - 26 || y > bottom + 26) return null;
  const fallen = Math.max(0, Math.min(1, (y - top) / (bottom - top)));
  const share = stepOf(fallen);
  let best: SortedToken | null = null;
  let nearest = Math.max(14, pitch);
  for (const token of tokens) {
    const distance = Math.abs(xAt(middleOf(shape, token.token), middleOf(shape, token.place), share) - x);
    if (distance < nearest) [best, nearest] = [token, distance];
  }
  return best;
}

/** Solves the height of the cubic for its parameter, by halving. */
function stepOf(fallen: number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 20; step += 1) {
    const middle = (low + high) / 2;
    const height = 1.5 * (1 - middle) ** 2 * middle + 1.5 * (1 - middle) * middle ** 2 + middle ** 3;
    if (height < fallen) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
