/**
 * The cells of a heat map as pixels. Each cell is a square of pixels of the canvas, which the browser enlarges without smoothing: the picture is sharp at every
 * zoom, on every screen and in print.
 */
import type { Theme } from "../numbers/categories.ts";
import type { Domain } from "../numbers/color.ts";
import { channelsIn } from "../numbers/paint.ts";

/** Red, green, blue, and the opacity of what is not opaque. */
type Pixel = readonly [number, number, number, number?];

/** Exactly 0, which has no color, as in tables. */
const NOTHING: Pixel = [128, 128, 128, 28];
const HATCH: Pixel = [128, 128, 128, 230];
const UNDEFINED: Pixel = [214, 0, 90];
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

export interface HeatCells {
  readonly rows: number;
  readonly columns: number;
  readonly domain: Domain;
  readonly theme: Theme;
  readonly data: ArrayLike<number>;
  readonly strides: Strides;
  /** The place of a cell with this offset or a larger one is empty: it is not told yet. */
  readonly told: number;
}

/** Returns how many pixels of the canvas a cell has aside. */
export function pixelsOf({ rows, columns }: { rows: number; columns: number }): number {
  return SIDES.find(({ most }) => Math.max(rows, columns) <= most)?.side ?? 1;
}

export function paintHeat(canvas: HTMLCanvasElement, cells: HeatCells): void {
  const { rows, columns, domain, theme, data, strides, told } = cells;
  const side = pixelsOf(cells);
  const [width, height] = [Math.max(1, columns * side), Math.max(1, rows * side)];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context || rows * columns === 0) return;
  const image = context.createImageData(width, height);
  const bytes = image.data;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const offset = strides.first + row * strides.down + column * strides.across;
      if (offset >= told) continue;
      const number = data[offset] ?? Number.NaN;
      const ground = groundOf(number, domain, theme);
      const masked = number === Number.NEGATIVE_INFINITY;
      for (let y = row * side; y < (row + 1) * side; y += 1) {
        for (let x = column * side; x < (column + 1) * side; x += 1) {
          const pixel = masked && (x + y) % DIAGONAL === 0 ? HATCH : ground;
          const at = 4 * (y * width + x);
          bytes[at] = pixel[0];
          bytes[at + 1] = pixel[1];
          bytes[at + 2] = pixel[2];
          bytes[at + 3] = pixel[3] ?? 255;
        }
      }
    }
  }
  context.putImageData(image, 0, 0);
}

function groundOf(value: number, domain: Domain, theme: Theme): Pixel {
  if (Number.isNaN(value)) return UNDEFINED;
  const channels = channelsIn(value, domain, theme);
  return channels ?? NOTHING;
}
