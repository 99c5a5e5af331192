/** What part of a matrix is seen, and where. Lengths are in pixels; a place in the matrix is in cells, from its upper left corner. */

/** Cells are at most so large, so that a small matrix stays small. */
const LARGEST_CELL = 44;
/** The largest cell by zooming in. */
const CLOSEST_CELL = 48;

/** A matrix in a frame. */
export interface Frame {
  readonly rows: number;
  readonly columns: number;
  /** The size of a cell where the whole matrix is seen. */
  readonly cell: number;
  readonly width: number;
  readonly height: number;
}

/** What is seen of it. */
export interface Viewport {
  readonly zoom: number;
  /** The place in the upper left corner, in cells. */
  readonly left: number;
  readonly top: number;
}

export const WHOLE: Viewport = { zoom: 1, left: 0, top: 0 };

/** Returns the frame of a matrix in a room; its cells are squares, whole pixels wide where they are larger than a few. */
export function frameOf(rows: number, columns: number, room: { width: number; height: number }): Frame {
  const fitting = Math.min(room.width / Math.max(1, columns), room.height / Math.max(1, rows), LARGEST_CELL);
  const cell = fitting >= 4 ? Math.floor(fitting) : fitting;
  return { rows, columns, cell, width: cell * columns, height: cell * rows };
}

/** Returns the largest zoom. */
export function mostZoom({ cell }: Frame): number {
  return Math.max(1, CLOSEST_CELL / Math.max(cell, 1e-9));
}

/** Returns a viewport that shows nothing outside of the matrix. */
export function inside(frame: Frame, { zoom, left, top }: Viewport): Viewport {
  const factor = Math.max(1, Math.min(mostZoom(frame), zoom));
  const within = (place: number, count: number) => Math.max(0, Math.min(count - count / factor, place));
  return { zoom: factor, left: within(left, frame.columns), top: within(top, frame.rows) };
}

/** Returns the viewport after zooming by a factor, in which the place at these pixels stays where it is. */
export function zoomed(frame: Frame, viewport: Viewport, factor: number, x: number, y: number): Viewport {
  const before = frame.cell * viewport.zoom;
  const zoom = Math.max(1, Math.min(mostZoom(frame), viewport.zoom * factor));
  const after = frame.cell * zoom;
  return inside(frame, {
    zoom,
    left: viewport.left + x / before - x / after,
    top: viewport.top + y / before - y / after,
  });
}

/** Returns the viewport after dragging by some pixels. */
export function dragged(frame: Frame, viewport: Viewport, x: number, y: number): Viewport {
  const cell = frame.cell * viewport.zoom;
  return inside(frame, { ...viewport, left: viewport.left - x / cell, top: viewport.top - y / cell });
}

/** Returns the row and column at these pixels, or null outside of the matrix. */
export function cellUnder(frame: Frame, viewport: Viewport, x: number, y: number): readonly [number, number] | null {
  if (x < 0 || y < 0 || x >= frame.width || y >= frame.height) return null;
  const cell = frame.cell * viewport.zoom;
  const row = Math.min(frame.rows - 1, Math.floor(viewport.top + y / cell));
  const column = Math.min(frame.columns - 1, Math.floor(viewport.left + x / cell));
  return [row, column];
}

/** Returns the viewport that shows a cell, moved as little as needed. */
export function revealing(frame: Frame, viewport: Viewport, [row, column]: readonly [number, number]): Viewport {
  const move = (place: number, first: number, count: number) =>
    place < first ? place : place + 1 > first + count / viewport.zoom ? place + 1 - count / viewport.zoom : first;
  return inside(frame, {
    zoom: viewport.zoom,
    left: move(column, viewport.left, frame.columns),
    top: move(row, viewport.top, frame.rows),
  });
}

/** Returns the rows or columns that are seen: the first, and the one after the last. */
export function seen(first: number, count: number, zoom: number): readonly [number, number] {
  return [Math.max(0, Math.floor(first)), Math.min(count, Math.ceil(first + count / zoom))];
}
