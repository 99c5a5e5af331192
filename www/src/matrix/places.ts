/** Cells of a matrix on a canvas: which one is at a place, and the ring around one. Pure. */
import type { Place } from "../elements/table.ts";

/** A ring around a tiny cell is large enough to be seen. */
export const LEAST_RING = 7;

/** Whether two places, or none, are the same. */
export function samePlace(one: Place | null, other: Place | null): boolean {
  return one === other || (one?.[0] === other?.[0] && one?.[1] === other?.[1]);
}

/** Returns the cell at a place of a map that is drawn with this width and height, or null beside it. */
export function cellAt(
  { rows, columns }: { readonly rows: number; readonly columns: number },
  { width, height }: { width: number; height: number },
  x: number,
  y: number,
): Place | null {
  const [row, column] = [Math.floor((y / height) * rows), Math.floor((x / width) * columns)];
  return row >= 0 && row < rows && column >= 0 && column < columns ? [row, column] : null;
}

/** Returns the style of a ring around a cell. `across` and `down`: the sides of a cell, in pixels. */
export function ringAround(
  [row, column]: Place,
  { across, down }: { readonly across: number; readonly down: number },
): Record<string, string> {
  const [width, height] = [Math.max(across, LEAST_RING), Math.max(down, LEAST_RING)];
  const [x, y] = [column * across - (width - across) / 2, row * down - (height - down) / 2];
  return { transform: `translate(${x}px, ${y}px)`, width: `${width}px`, height: `${height}px` };
}
