/** The names of rows and columns beside the pixels: as many as do not touch. */
import { svg } from "lit";
import { fitted, widest } from "../numbers/lettering.ts";
import { type Frame, seen, type Viewport } from "./viewport.ts";

const TYPE = 14;
/** Up to so many names are read; of more rows or columns, the last is taken as the longest. */
const MOST_NAMES = 64;
/** Names of rows take at most this share of the width, upright names of columns at most this height. */
const ROWS = 0.26;
const UPRIGHT = 90;
const SPACE = 6;

interface Extent {
  readonly rows: number;
  readonly columns: number;
  readonly width: number;
  readonly unit: number;
}

/** Returns the distance between names, 1, 2, 5, 10 … positions, that leaves each this room. */
export function everyFor(cell: number, room: number): number {
  for (let unit = 1; ; unit *= 10) {
    for (const every of [unit, 2 * unit, 5 * unit]) if (every * cell >= room || every > 1e6) return every;
  }
}

export class PatternNames {
  /** The room to the left of the pixels and above them, in pixels. */
  readonly left: number;
  readonly top: number;
  /** The size of the type, in pixels. */
  readonly size: number;
  private readonly columnRoom: number;
  private readonly upright: boolean;
  /** Whether rows and columns are both counted, and then in the same steps. */
  private readonly counted: boolean;

  constructor(
    private readonly row: (position: number) => string,
    private readonly column: (position: number) => string,
    { rows, columns, width, unit }: Extent,
  ) {
    this.size = TYPE * unit;
    const all = (count: number, name: (position: number) => string) =>
      count <= MOST_NAMES ? Array.from({ length: count }, (_, at) => name(at)) : [name(count - 1)];
    const rowNames = all(rows, row);
    const rowRoom = widest(rowNames) * this.size;
    this.left = rowRoom === 0 ? 0 : Math.ceil(Math.min(rowRoom, width * ROWS) + SPACE * unit);
    const names = all(columns, column);
    const numbers = (some: readonly string[]) => some.every((name) => /^\d*$/.test(name));
    this.counted = numbers(rowNames) && numbers(names);
    this.columnRoom = widest(names) * this.size + SPACE * unit * (this.counted ? 2 : 1);
    // Words that do not fit beside each other are upright; of numbers, some are left out.
    const fits = this.columnRoom <= Math.min((width - this.left) / Math.max(1, columns), 44);
    this.upright = !fits && columns <= MOST_NAMES && !numbers(names);
    this.top = Math.ceil(this.upright ? Math.min(this.columnRoom, UPRIGHT * unit) + SPACE * unit : 22 * unit);
  }

  /** Returns the names of what is seen. */
  render(frame: Frame, viewport: Viewport): unknown {
    const cell = frame.cell * viewport.zoom;
    const { size, left, top } = this;
    const positions = (first: number, count: number, every: number) => {
      const [from, to] = seen(first, count, viewport.zoom);
      const start = Math.ceil(from / every) * every;
      return Array.from({ length: Math.max(0, Math.ceil((to - start) / every)) }, (_, at) => start + at * every);
    };
    const within = (middle: number, length: number) => middle >= 0 && middle <= length;
    const everyColumn = everyFor(cell, this.upright ? size * 1.25 : this.columnRoom);
    const everyRow = this.counted ? everyColumn : everyFor(cell, size * 1.25);
    const rows = left === 0 ? [] : positions(viewport.top, frame.rows, everyRow);
    const columns = positions(viewport.left, frame.columns, everyColumn);
    return svg`${rows.map((row) => {
      const y = (row + 0.5 - viewport.top) * cell;
      return within(y, frame.height)
        ? svg`<text class="row-name" x=${left - SPACE} y=${top + y}>${fitted(this.row(row), left / size)}</text>`
        : "";
    })}${columns.map((column) => {
      const x = (column + 0.5 - viewport.left) * cell;
      if (!within(x, frame.width)) return "";
      return this.upright
        ? svg`<text class="column-name upright" transform="translate(${left + x} ${top - SPACE}) rotate(-90)">${fitted(this.column(column), (top - SPACE) / size)}</text>`
        : svg`<text class="column-name" x=${left + x} y=${top - size * 0.8}>${this.column(column)}</text>`;
    })}`;
  }
}
