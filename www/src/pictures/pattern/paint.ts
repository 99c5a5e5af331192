/**
 * The pixels of a matrix, in the colors of the theme. What has no color is see-through, so that the paper is behind it.
 *
 * The whole matrix is painted once into an image with one pixel a cell, from which a part is drawn for each frame. Cells that are large enough are drawn one by
 * one, with gaps between them and with hatching where they are masked.
 */
import type { TraceStep } from "../../elements/events.ts";
import { paintPixels } from "../../matrix/pixels.ts";
import { type Frame, seen, type Viewport } from "../../matrix/viewport.ts";
import type { Theme } from "../../numbers/categories.ts";
import { type Channels, css, type Domain } from "../../numbers/color.ts";
import { channelsIn } from "../../numbers/paint.ts";
import type { Plane } from "../../numbers/shape.ts";

const NOTHING = "rgb(128 128 128 / 0.1)";
const HATCH = "rgb(128 128 128 / 0.9)";
const UNDEFINED: Channels = [214, 0, 90];
/** Browsers draw larger images slowly, or not at all. */
const MOST_PIXELS = 8192;
/** From this size on a cell is drawn by itself, in pixels. */
export const SINGLE = 9;

/** A matrix in the data of a step: where its first number is, and how far apart rows and columns are. */
export interface Matrix {
  readonly step: TraceStep;
  readonly plane: Plane;
  /** Its positions on the further axes. */
  readonly slice: readonly number[];
  readonly offset: number;
  readonly rows: number;
  readonly columns: number;
  readonly domain: Domain;
  readonly theme: Theme;
}

export function numberAt({ step, offset, columns }: Matrix, row: number, column: number): number {
  return step.data[offset + row * columns + column] ?? Number.NaN;
}

/** Returns where the lowest and the highest finite numbers are; null where there is none. */
export function extremesOf(matrix: Matrix): { low: readonly [number, number]; high: readonly [number, number] } | null {
  const { step, offset, rows, columns } = matrix;
  let [low, high] = [-1, -1];
  for (let at = offset; at < offset + rows * columns; at += 1) {
    const value = step.data[at] ?? Number.NaN;
    if (!Number.isFinite(value)) continue;
    if (low < 0 || value < (step.data[low] ?? 0)) low = at;
    if (high < 0 || value > (step.data[high] ?? 0)) high = at;
  }
  const place = (at: number) => [Math.floor((at - offset) / columns), (at - offset) % columns] as const;
  return low < 0 ? null : { low: place(low), high: place(high) };
}

/** Returns an image with a pixel for each cell; of more rows or columns than an image can have, for several. */
export function imageOf({ offset, step, ...matrix }: Matrix): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  const strides = { first: offset, down: matrix.columns, across: 1 };
  paintPixels(
    canvas,
    { ...matrix, data: step.data, strides, told: Number.POSITIVE_INFINITY },
    { side: 1, most: MOST_PIXELS },
  );
  return canvas;
}

/** Draws what is seen of a matrix. `ratio`: device pixels in a pixel of the frame. */
export function paint(
  canvas: HTMLCanvasElement,
  matrix: Matrix,
  { image, frame, viewport, ratio }: { image: HTMLCanvasElement; frame: Frame; viewport: Viewport; ratio: number },
): void {
  const [width, height] = [Math.max(1, Math.round(frame.width * ratio)), Math.max(1, Math.round(frame.height * ratio))];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) return;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, frame.width, frame.height);
  const cell = frame.cell * viewport.zoom;
  if (cell >= SINGLE) paintCells(context, matrix, { frame, viewport, ratio });
  else {
    // Of a matrix that is finer than the screen, each pixel shows the mean color of its cells.
    context.imageSmoothingEnabled = cell * ratio < 1;
    context.imageSmoothingQuality = "high";
    const { left, top, zoom } = viewport;
    const [across, down] = [image.width / frame.columns, image.height / frame.rows];
    const part = [left * across, top * down, image.width / zoom, image.height / zoom] as const;
    context.drawImage(image, ...part, 0, 0, frame.width, frame.height);
  }
}

/** Draws each cell from a whole device pixel to another, so that the lines between them are all of one width. */
function paintCells(
  context: CanvasRenderingContext2D,
  matrix: Matrix,
  { frame, viewport, ratio }: { frame: Frame; viewport: Viewport; ratio: number },
): void {
  const size = frame.cell * viewport.zoom;
  const { theme } = matrix;
  const [firstRow, lastRow] = seen(viewport.top, frame.rows, viewport.zoom);
  const [firstColumn, lastColumn] = seen(viewport.left, frame.columns, viewport.zoom);
  const line = Math.max(1, Math.round(ratio)) / ratio;
  const whole = (cells: number) => Math.round(cells * size * ratio) / ratio;
  for (let row = firstRow; row < lastRow; row += 1) {
    const y = whole(row - viewport.top);
    const height = whole(row + 1 - viewport.top) - y - line;
    for (let column = firstColumn; column < lastColumn; column += 1) {
      const value = numberAt(matrix, row, column);
      const channels = Number.isNaN(value) ? UNDEFINED : channelsIn(value, matrix.domain, theme);
      const x = whole(column - viewport.left);
      context.fillStyle = channels ? css(channels) : NOTHING;
      context.fillRect(x, y, whole(column + 1 - viewport.left) - x - line, height);
      if (!Number.isFinite(value)) hatch(context, x, y, height);
    }
  }
}

function hatch(context: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  context.strokeStyle = HATCH;
  context.lineWidth = 1;
  context.beginPath();
  for (let at = 3; at < 2 * size; at += 6) {
    const [from, to] = [Math.max(0, at - size), Math.min(size, at)];
    context.moveTo(x + from, y + at - from);
    context.lineTo(x + to, y + at - to);
  }
  context.stroke();
}
