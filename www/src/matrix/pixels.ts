/**
 * The pixels of a matrix. Each cell is a square of pixels of the canvas, which the browser enlarges without smoothing: the picture is sharp at every zoom, on every
 * screen and in print.
 */
import type { Theme } from "../numbers/categories.ts";
import type { Domain } from "../numbers/color.ts";
import { pixelOf, pixelsIn } from "../numbers/paint.ts";

/** Exactly 0, which has no color, as in tables. */
const NOTHING = pixelOf(128, 128, 128, 28);
const HATCH = pixelOf(128, 128, 128, 230);
const UNDEFINED = pixelOf(214, 0, 90);
/** How many pixels of the canvas a cell has aside, up to so many rows or columns. Hatching needs several; of more cells, each has one. */
const SIDES = [
  { most: 32, side: 4 },
  { most: 512, side: 2 },
] as const;
/** Every such diagonal of a masked cell is drawn. */
const DIAGONAL = 4;

/** The offset of the first cell, and how far it is from there to the next row and to the next column. */
export interface Strides {
  readonly first: number;
  readonly down: number;
  readonly across: number;
}

export interface Cells {
  readonly rows: number;
  readonly columns: number;
  readonly domain: Domain;
  readonly theme: Theme;
  readonly data: ArrayLike<number>;
  readonly strides: Strides;
  /** The place of a cell with this offset or a larger one is empty: it is not told yet. */
  readonly told: number;
}

/** A canvas is at most so many pixels wide and high. Of a longer side, a pixel stands for several cells, and shows the one with the largest magnitude. */
const MOST_PIXELS = 1024;

/** Returns how many pixels of the canvas a cell has aside. */
export function pixelsOf({ rows, columns }: { rows: number; columns: number }): number {
  return SIDES.find(({ most }) => Math.max(rows, columns) <= most)?.side ?? 1;
}

/** Returns the cells with at most so many rows and columns as there are pixels; each stands for a block of them. */
function condensed(cells: Cells, most: number): Cells {
  const { rows, columns, data, strides, told } = cells;
  const [down, across] = [Math.ceil(rows / most), Math.ceil(columns / most)];
  if (down <= 1 && across <= 1) return cells;
  const [fewRows, fewColumns] = [Math.ceil(rows / down), Math.ceil(columns / across)];
  const kept = new Float64Array(fewRows * fewColumns);
  const weight = (value: number) => (Number.isNaN(value) ? Number.POSITIVE_INFINITY : Math.abs(value));
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const offset = strides.first + row * strides.down + column * strides.across;
      const value = offset < told ? (data[offset] ?? Number.NaN) : 0;
      const at = Math.floor(row / down) * fewColumns + Math.floor(column / across);
      if (weight(value) > weight(kept[at] as number)) kept[at] = value;
    }
  }
  const own: Strides = { first: 0, down: fewColumns, across: 1 };
  return { ...cells, rows: fewRows, columns: fewColumns, data: kept, strides: own, told: Number.POSITIVE_INFINITY };
}

/** Paints a matrix. `side`: how many pixels a cell has aside; `most`: how many the canvas has at most. */
export function paintPixels(
  canvas: HTMLCanvasElement,
  all: Cells,
  { side: asked, most = MOST_PIXELS }: { readonly side?: number; readonly most?: number } = {},
): void {
  const cells = condensed(all, most);
  const { rows, columns, domain, theme, data, strides, told } = cells;
  const side = asked ?? pixelsOf(cells);
  const [width, height] = [Math.max(1, columns * side), Math.max(1, rows * side)];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context || rows * columns === 0) return;
  const image = context.createImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  const pixelAt = pixelsIn(domain, theme, NOTHING);
  // Neighbors are often equal: then the color is known.
  let [known, ground] = [Number.NaN, UNDEFINED];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const offset = strides.first + row * strides.down + column * strides.across;
      if (offset >= told) continue;
      const number = data[offset] ?? Number.NaN;
      if (number !== known) {
        known = number;
        ground = Number.isNaN(number) ? UNDEFINED : pixelAt(number);
      }
      const masked = number === Number.NEGATIVE_INFINITY;
      for (let y = row * side; y < (row + 1) * side; y += 1) {
        for (let x = column * side; x < (column + 1) * side; x += 1)
          pixels[y * width + x] = masked && (x + y) % DIAGONAL === 0 ? HATCH : ground;
      }
    }
  }
  context.putImageData(image, 0, 0);
}
