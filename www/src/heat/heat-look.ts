/** Which tables of a step are heat maps, and how large their cells are. */
import type { Piece } from "../lesson/arrangement.ts";
import { extentOf, hasHeat, isLarge, slicesOf, type Table, tablesOf } from "../lesson/stage-layout.ts";
import type { Room } from "../lesson/stage-room.ts";
import { roomOf } from "./heat-layout.ts";
import { heatShape } from "./heat-shape.ts";

/** Beside a heat map, so is a table with more rows or columns than this: the rows of both are then at the same height. */
const MOST_ASIDE = 16;
/** Room for the names of rows, for the sign before a table, and for a single number, in pixels. */
const BESIDE = 80;

export interface HeatLook {
  readonly pieces: ReadonlySet<Piece>;
  /** The largest number of their rows or columns: they have cells of one size. */
  readonly span: number;
  readonly size: "large" | "small";
}

/** Returns how the heat maps of a step look; null where all its tables have digits. `width`: of the stage, in pixels; 0 where it is not known. */
export function looking(pieces: readonly Piece[], room: Room, width: number): HeatLook | null {
  const tables = tablesOf(pieces);
  if (!hasHeat(tables.map(({ step }) => step))) return null;
  const sides = (piece: Table) => Object.values(extentOf(piece));
  const heat = tables.filter((piece) => isLarge(piece.step) || Math.max(...sides(piece)) > MOST_ASIDE);
  const span = Math.max(...heat.flatMap(sides));
  // They are large where they then fit next to each other, as far as can be foreseen.
  const shown = heat.filter(({ operand }) => operand === null || !room.names);
  const widths = shown.map((piece) => {
    const { down: rows, across: columns } = extentOf(piece);
    const slices = slicesOf(piece, room, piece.step.shape.slice(0, -2)).length;
    return slices * columns * heatShape({ rows, columns }, roomOf("large", span)).across;
  });
  const needed = widths.reduce((sum, own) => sum + own, BESIDE * tables.length);
  const size = room.cells === "small" || (width > 0 && needed > width) ? "small" : "large";
  return { pieces: new Set(heat), span, size };
}
