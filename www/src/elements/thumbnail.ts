/** `<ag-thumbnail>`: a step as a small heat map; the slices of a tensor with more than two axes are side by side. */

import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import type { TraceStep } from "../library.ts";
import type { Theme } from "../numbers/categories.ts";
import { type Domain, domainFor } from "../numbers/color.ts";
import { pixelOf, pixelsIn } from "../numbers/paint.ts";
import { cellCount, offsetOf } from "../numbers/shape.ts";
import { forgetTheme, observeTheme, themeNow } from "./theme.ts";

/** Above this a row or column of the image represents several of the matrix: the first of them is drawn. */
const MOST_CELLS_ASIDE = 96;
const MOST_TILES = 8;
/** Few cells are drawn large, so that hatching is visible. */
const PIXELS = 48;

const NOTHING = pixelOf(128, 128, 128, 41);
const HATCH = pixelOf(128, 128, 128, 204);

@customElement("ag-thumbnail")
export class AgThumbnail extends LitElement {
  static override styles = css`
    :host {
      display: inline-block;
      line-height: 0;
    }
    canvas {
      image-rendering: pixelated;
    }
  `;

  @property({ attribute: false }) step: TraceStep | null = null;
  @property({ attribute: false }) domain: Domain | null = null;

  @query("canvas") private canvas!: HTMLCanvasElement;

  protected override render(): TemplateResult {
    return html`<canvas aria-hidden="true"></canvas>`;
  }

  readonly #redraw = () => this.#draw();

  override connectedCallback(): void {
    super.connectedCallback();
    observeTheme(this.#redraw);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    forgetTheme(this.#redraw);
  }

  protected override updated(): void {
    this.#draw();
  }

  #draw(): void {
    const { step } = this;
    if (!step || !this.canvas) return;
    const domain = this.domain ?? domainFor(step.data, step);
    draw(this.canvas, step.data, { picture: pictureOf(step.shape), domain, theme: themeNow(this) });
  }

  /** Returns the pixel in the middle of a cell; null where the image shows another cell in its place, or none. */
  placeOf(index: readonly number[]): { readonly x: number; readonly y: number } | null {
    const { shape = [] } = this.step ?? {};
    const picture = pictureOf(shape);
    const { rows, columns, rowStep, columnStep, side, tiles } = picture;
    const [row, column] = [index[index.length - 2] ?? 0, index.at(-1) ?? 0];
    const tile = offsetOf(shape.slice(0, -2), index.slice(0, -2));
    if (rowStep > 1 || columnStep > 1 || tile >= tiles || row >= rows || column >= columns) return null;
    return { x: tileLeft(picture, tile) + column * side + Math.floor(side / 2), y: row * side + Math.floor(side / 2) };
  }
}

interface Picture {
  readonly rows: number;
  readonly columns: number;
  readonly tiles: number;
  /** How many rows and columns of the matrix one of the image stands for. */
  readonly rowStep: number;
  readonly columnStep: number;
  /** Pixels of a cell, and between two tiles. */
  readonly side: number;
  readonly gap: number;
}

function pictureOf(shape: readonly number[]): Picture {
  const rank = shape.length;
  const rows = rank < 2 ? 1 : (shape[rank - 2] ?? 0);
  const columns = rank < 1 ? 1 : (shape[rank - 1] ?? 0);
  const tiles = Math.min(cellCount(shape.slice(0, Math.max(0, rank - 2))), MOST_TILES);
  const rowStep = Math.max(1, Math.ceil(rows / MOST_CELLS_ASIDE));
  const columnStep = Math.max(1, Math.ceil(columns / MOST_CELLS_ASIDE));
  const most = Math.max(Math.ceil(rows / rowStep), Math.ceil(columns / columnStep), 1);
  const side = Math.max(1, Math.floor(PIXELS / most));
  return { rows, columns, tiles, rowStep, columnStep, side, gap: tiles > 1 ? Math.max(1, Math.round(side / 2)) : 0 };
}

function tileLeft({ columns, columnStep, side, gap }: Picture, tile: number): number {
  return tile * (Math.ceil(columns / columnStep) * side + gap);
}

function draw(
  canvas: HTMLCanvasElement,
  data: ArrayLike<number>,
  { picture, domain, theme }: { readonly picture: Picture; readonly domain: Domain; readonly theme: Theme },
): void {
  const { rows, columns, tiles, rowStep, columnStep, side, gap } = picture;
  const down = Math.ceil(rows / rowStep);
  const across = Math.ceil(columns / columnStep);
  canvas.width = Math.max(1, tiles * across * side + (tiles - 1) * gap);
  canvas.height = Math.max(1, down * side);
  // Cells have the same size in all images as far as they fit, so that a list is a strip and a number a dot.
  const [width, height] = [canvas.width / side, canvas.height / side];
  const cell = `min(var(--ag-thumbnail-cell, 0.75rem), var(--ag-thumbnail-size, 2.25rem) / ${height}, var(--ag-thumbnail-width, 6rem) / ${width})`;
  canvas.style.setProperty("inline-size", `calc(${width} * ${cell})`);
  canvas.style.setProperty("block-size", `calc(${height} * ${cell})`);
  const context = canvas.getContext("2d");
  if (!context) return;
  const image = context.createImageData(canvas.width, canvas.height);
  const pixels = new Uint32Array(image.data.buffer);
  const pixelAt = pixelsIn(domain, theme, NOTHING);
  for (let tile = 0; tile < tiles; tile += 1) {
    for (let row = 0; row < down; row += 1) {
      for (let column = 0; column < across; column += 1) {
        const value = data[(tile * rows + row * rowStep) * columns + column * columnStep] ?? Number.NaN;
        const left = tileLeft(picture, tile) + column * side;
        const ground = pixelAt(value);
        const masked = value === Number.NEGATIVE_INFINITY;
        for (let y = row * side; y < (row + 1) * side; y += 1) {
          for (let x = left; x < left + side; x += 1)
            // Diagonals; in the smallest cells every second pixel instead.
            pixels[y * canvas.width + x] = masked && (x + y) % 4 === 0 ? HATCH : ground;
        }
      }
    }
  }
  context.putImageData(image, 0, 0);
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-thumbnail": AgThumbnail;
  }
}
