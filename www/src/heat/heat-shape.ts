/** How large the cells of a heat map are, and which lines surround cells of it. Pure. */
import type { Place } from "../elements/table.ts";

/** The longest side of a map in multiples of the type size of the page, with large and with small cells. */
const SIDES = { large: 20, small: 13 } as const;
/** The type size for which lengths are given. */
const TYPE = 16;
/** Sides of cells in pixels; the smallest is for tables that scroll. */
const LARGEST = 20;
const SMALLEST = 2;
/** A list is at least this high, so that a pointer finds it. */
const LIST = 12;
/** At most so many pixels of the screen are drawn aside: what is larger has smaller cells. */
const MOST_PIXELS = 4096;

export interface Extent {
  readonly rows: number;
  readonly columns: number;
}

export interface HeatShape extends Extent {
  /** The sides of a cell, in pixels. */
  readonly across: number;
  readonly down: number;
}

export interface HeatRoom {
  /** The largest number of rows or columns of all tables beside each other, which have cells of one size. */
  readonly span: number;
  readonly size: keyof typeof SIDES;
  /** The type size of the page, in pixels. */
  readonly type: number;
  /** The width of the window, in pixels. */
  readonly most: number;
  /** Makes the cells smaller, where there is less room than expected. */
  readonly share?: number;
}

/** Returns the shape of a map. */
export function heatShape({ rows, columns }: Extent, { span, size, type, most, share = 1 }: HeatRoom): HeatShape {
  const longest = Math.max(1, rows, columns, span);
  const side = Math.min(SIDES[size] * type, most);
  const whole = Math.max(SMALLEST, Math.min(LARGEST * (type / TYPE), Math.floor(side / longest)));
  const shared = whole * share;
  // Whole pixels, as long as cells are large enough for that.
  const fitting = shared < SMALLEST ? shared : Math.floor(shared);
  const cell = Math.min(fitting, MOST_PIXELS / Math.max(1, rows, columns));
  return {
    ...{ rows, columns },
    across: columns === 1 && rows > 1 ? Math.max(cell, LIST) : cell,
    down: rows === 1 && columns > 1 ? Math.max(cell, LIST) : cell,
  };
}

/** Returns the outline of cells as a path whose unit is a cell: a line wherever a cell borders on one that is not among them. */
export function outlineOf(places: readonly Place[]): string {
  const key = (row: number, column: number) => `${row} ${column}`;
  const among = new Set(places.map(([row, column]) => key(row, column)));
  let path = "";
  for (const place of among) {
    const [row = 0, column = 0] = place.split(" ").map(Number);
    if (!among.has(key(row - 1, column))) path += `M${column} ${row}h1`;
    if (!among.has(key(row + 1, column))) path += `M${column} ${row + 1}h1`;
    if (!among.has(key(row, column - 1))) path += `M${column} ${row}v1`;
    if (!among.has(key(row, column + 1))) path += `M${column + 1} ${row}v1`;
  }
  return path;
}
