/** What is seen of a matrix as shapes of a file: a square for each cell, or, of many cells, an image with a pixel for each. */

import { type Frame, seen, type Viewport } from "../../matrix/viewport.ts";
import { css } from "../../numbers/color.ts";
import { channelsIn } from "../../numbers/paint.ts";
import { type Matrix, numberAt } from "./paint.ts";

/** The most cells that are drawn as squares. */
const MOST_SQUARES = 4096;
const GAP = 0.04;

function make(
  tag: string,
  attributes: Readonly<Record<string, string | number>>,
  children: readonly Element[] = [],
): Element {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** Returns a drawing whose unit is a cell, at its place in the picture. */
export function shapesOf(
  matrix: Matrix,
  {
    image,
    frame,
    viewport,
    left,
    top,
  }: { image: HTMLCanvasElement; frame: Frame; viewport: Viewport; left: number; top: number },
): Element {
  const [columns, rows] = [frame.columns / viewport.zoom, frame.rows / viewport.zoom];
  const attributes = {
    x: left,
    y: top,
    width: frame.width,
    height: frame.height,
    viewBox: `${viewport.left} ${viewport.top} ${columns} ${rows}`,
    preserveAspectRatio: "none",
  };
  return make(
    "svg",
    attributes,
    columns * rows > MOST_SQUARES ? [imageShape(matrix, image)] : squares(matrix, frame, viewport),
  );
}

function imageShape({ rows, columns }: Matrix, image: HTMLCanvasElement): Element {
  return make("image", {
    width: columns,
    height: rows,
    "image-rendering": "pixelated",
    href: image.toDataURL("image/png"),
  });
}

function squares(matrix: Matrix, frame: Frame, viewport: Viewport): Element[] {
  const shapes: Element[] = [];
  const { theme } = matrix;
  const [firstRow, lastRow] = seen(viewport.top, frame.rows, viewport.zoom);
  const [firstColumn, lastColumn] = seen(viewport.left, frame.columns, viewport.zoom);
  for (let row = firstRow; row < lastRow; row += 1) {
    for (let column = firstColumn; column < lastColumn; column += 1) {
      const value = numberAt(matrix, row, column);
      const channels = channelsIn(value, matrix.domain, theme);
      const fill = channels ? { fill: css(channels) } : { fill: "rgb(128, 128, 128)", "fill-opacity": 0.1 };
      shapes.push(make("rect", { x: column, y: row, width: 1 - GAP, height: 1 - GAP, ...fill }));
      if (Number.isFinite(value)) continue;
      const hatch = `M${column} ${row + 0.5}l.5 -.5M${column} ${row + 0.96}l.96 -.96M${column + 0.46} ${row + 0.96}l.5 -.5`;
      shapes.push(make("path", { d: hatch, stroke: "rgb(128, 128, 128)", "stroke-width": 0.05, fill: "none" }));
    }
  }
  return shapes;
}
