/** `<ag-thumbnail>`: a step as a small heat map; the slices of a tensor with more than two axes are side by side. */

import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import type { TraceStep } from "../library.ts";
import { channelsOf, type Domain, domainFor } from "../numbers/color.ts";
import { cellCount } from "../numbers/shape.ts";

/** Above this a row or column of the image represents several of the matrix: the first of them is drawn. */
const MOST_CELLS_ASIDE = 96;
const MOST_TILES = 8;
/** Few cells are drawn large, so that hatching is visible. */
const PIXELS = 48;
const NOTHING = "rgb(128 128 128 / 0.16)";
const HATCH = "rgb(128 128 128 / 0.8)";

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

  protected override updated(): void {
    const { step } = this;
    if (!step) return;
    const rank = step.shape.length;
    const rows = rank < 2 ? 1 : (step.shape[rank - 2] ?? 0);
    const columns = rank < 1 ? 1 : (step.shape[rank - 1] ?? 0);
    const slices = cellCount(step.shape.slice(0, Math.max(0, rank - 2)));
    draw(
      this.canvas,
      step.data,
      { rows, columns, tiles: Math.min(slices, MOST_TILES) },
      this.domain ?? domainFor(step.data),
    );
  }
}

interface Picture {
  readonly rows: number;
  readonly columns: number;
  readonly tiles: number;
}

function draw(
  canvas: HTMLCanvasElement,
  data: ArrayLike<number>,
  { rows, columns, tiles }: Picture,
  domain: Domain,
): void {
  const rowStep = Math.max(1, Math.ceil(rows / MOST_CELLS_ASIDE));
  const columnStep = Math.max(1, Math.ceil(columns / MOST_CELLS_ASIDE));
  const down = Math.ceil(rows / rowStep);
  const across = Math.ceil(columns / columnStep);
  const side = Math.max(1, Math.floor(PIXELS / Math.max(down, across, 1)));
  const gap = tiles > 1 ? Math.max(1, Math.round(side / 2)) : 0;
  canvas.width = Math.max(1, tiles * across * side + (tiles - 1) * gap);
  canvas.height = Math.max(1, down * side);
  // Cells have the same size in all images as far as they fit, so that a list is a strip and a number a dot.
  const [width, height] = [canvas.width / side, canvas.height / side];
  const cell = `min(var(--ag-thumbnail-cell, 0.75rem), var(--ag-thumbnail-size, 2.25rem) / ${height}, var(--ag-thumbnail-width, 6rem) / ${width})`;
  canvas.style.setProperty("inline-size", `calc(${width} * ${cell})`);
  canvas.style.setProperty("block-size", `calc(${height} * ${cell})`);
  const context = canvas.getContext("2d");
  if (!context) return;
  for (let tile = 0; tile < tiles; tile += 1) {
    for (let row = 0; row < down; row += 1) {
      for (let column = 0; column < across; column += 1) {
        const value = data[(tile * rows + row * rowStep) * columns + column * columnStep] ?? Number.NaN;
        const left = tile * (across * side + gap) + column * side;
        const channels = channelsOf(value, domain);
        context.fillStyle = channels ? `rgb(${channels.join(" ")})` : NOTHING;
        context.fillRect(left, row * side, side, side);
        if (value === Number.NEGATIVE_INFINITY) hatch(context, left, row * side, side);
      }
    }
  }
}

/** Draws diagonals; in the smallest cells every second pixel instead. */
function hatch(context: CanvasRenderingContext2D, left: number, top: number, side: number): void {
  context.fillStyle = HATCH;
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) if ((left + x + top + y) % 4 === 0) context.fillRect(left + x, top + y, 1, 1);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-thumbnail": AgThumbnail;
  }
}
