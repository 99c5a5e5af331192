/** How the tables of a step are drawn: with digits or as heat maps, large or small, and which of their slices. Pure. */
import type { Trace, TraceStep } from "../library.ts";
import type { Piece } from "./arrangement.ts";
import type { Room } from "./stage-room.ts";

export type Table = Extract<Piece, { kind: "matrix" }>;

/** A table with more cells than this is a heat map without digits. */
const MOST_DIGITS = 16 * 16;
/** So many slices are shown beside each other; of more, one can be chosen. */
const MOST_SLICES = 8;

/** Limits for large cells, which are readable from a distance. */
const MOST_ROWS = 8;
const MOST_COLUMNS = 18;

/** Returns how many rows and columns a table has. */
export function extentOf({ step, vertical, transposed }: Pick<Table, "step" | "vertical" | "transposed">): {
  readonly down: number;
  readonly across: number;
} {
  const { shape } = step;
  const [down = 1, across = 1] = shape.length >= 2 ? shape.slice(-2) : vertical ? [shape[0], 1] : [1, shape[0]];
  return transposed ? { down: across, across: down } : { down, across };
}

/** Returns how high the tables of a run are at most, in rows: its steps stand in one room. The choice of a slice takes as much as two. */
export function mostRows({ steps }: Trace): number {
  const rows = ({ shape }: TraceStep) => (shape.length >= 2 ? shape.at(-2) : shape[0]) ?? 1;
  const choice = ({ shape }: TraceStep) => (shape.slice(0, -2).some((size) => size > 1) ? 2 : 0);
  return Math.max(1, ...steps.map((step) => rows(step) + choice(step)));
}

export function tablesOf(pieces: readonly Piece[]): readonly Table[] {
  return pieces.filter((piece) => piece.kind === "matrix");
}

export function isLarge(step: TraceStep): boolean {
  const [down = 1, across = 1] = step.shape.slice(-2);
  return down * across > MOST_DIGITS;
}

/** Whether a step has a table without digits, its operands included. */
export function hasHeat(steps: readonly TraceStep[]): boolean {
  return steps.some(isLarge);
}

/** Returns the leading axis whose positions are shown beside each other, such as that of the heads; null where there is none. */
export function slicedAxis({ shape }: TraceStep): number | null {
  const leading = shape.slice(0, -2);
  const axes = leading.flatMap((size, axis) => (size > 1 ? [axis] : []));
  const [axis] = axes;
  return axes.length === 1 && axis !== undefined && (leading[axis] ?? 0) <= MOST_SLICES ? axis : null;
}

/** Returns the slices of a table that are shown: one, or all beside each other. */
export function slicesOf(
  { step, operand }: Table,
  room: Room,
  shown: readonly number[],
): readonly (readonly number[])[] {
  const axis = room.slices === "all" || (room.slices === "result" && operand === null) ? slicedAxis(step) : null;
  if (axis === null) return [shown];
  return Array.from({ length: step.shape[axis] ?? 0 }, (_, position) =>
    shown.map((other, at) => (at === axis ? position : other)),
  );
}

/** Returns the size of the tables with digits: their cells are large where all of them then fit next to each other. */
export function sizeOf(pieces: readonly Piece[], room: Room): "stage" | "small" | "heat" | "heat-bare" {
  if (room.cells === "heat" || room.cells === "heat-bare") return room.cells;
  if (room.cells === "small") return "small";
  let columns = 0;
  for (const piece of tablesOf(pieces)) {
    if (piece.operand !== null && room.names) continue;
    const { down, across } = extentOf(piece);
    if (down > MOST_ROWS) return "small";
    // Row names take about as much room as a column.
    columns +=
      (across + 1) *
      slicesOf(
        piece,
        room,
        piece.step.shape.slice(0, -2).map(() => 0),
      ).length;
  }
  return columns > MOST_COLUMNS ? "small" : "stage";
}
