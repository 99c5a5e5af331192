/**
 * `<ag-image>`: an image as squares. Pixels with the borders of their patches; patches, those that a mask hides hatched; or tokens in the color of their
 * window, where the token that is pointed to lights those that it may attend to.
 *
 * The arrow keys lead from square to square.
 */
import { html, nothing, type PropertyValues, svg, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { elementStyles } from "../../elements/element-styles.ts";
import { styleProperties } from "../../elements/style-properties.ts";
import { categoryCss } from "../../numbers/categories.ts";
import { css as color } from "../../numbers/color.ts";
import { formatCell, plain } from "../../numbers/format.ts";
import { DrawnPicture } from "../drawn-picture.ts";
import { sameCell } from "../picture.ts";
import { textWidth } from "../plane/place-names.ts";
import { planeStyles } from "../plane/styles.ts";
import type { ImageSpec } from "../plane-spec.ts";
import { type DrawnImage, drawnImage, type ImageSquare, type PatchPixel } from "./model.ts";
import { imageStyles } from "./styles.ts";

const WIDEST = 440;
const MARGIN = 6;
const LARGEST = 64;
const TYPE = 15;
/** Where squares are smaller, the borders of patches are thinner. */
const FINE = 24;
/** More squares are counted, not listed. */
const MOST_LISTED = 64;

@customElement("ag-image")
export class AgImage extends DrawnPicture<ImageSpec> {
  static override styles = [elementStyles, planeStyles, imageStyles];

  protected override readonly widest: number = WIDEST;

  @state() private pointed: number | null = null;

  private drawn: DrawnImage | null = null;

  protected override willUpdate(_changed: PropertyValues<this>): void {
    this.drawn = drawnImage(this.view, this.options);
    const squares = this.drawn?.squares ?? [];
    if (squares.some(({ place }) => String(place) === this.current)) return;
    this.current = String(
      squares.find(({ cell }) => sameCell(cell, this.view.selected))?.place ?? squares[0]?.place ?? "",
    );
  }

  protected override name(): string {
    const { what, rows, columns, groups } = this.drawn ?? { what: "pixels", rows: 0, columns: 0, groups: 0 };
    return this.text(`pictures.image.${what}`, { rows, columns, groups });
  }

  protected override description(): string {
    const { drawn } = this;
    if (!drawn) return "";
    const numbers = (squares: readonly ImageSquare[]) => squares.map(({ place }) => place).join(", ");
    if (drawn.what === "mask") {
      const hidden = drawn.squares.filter((square) => square.hidden);
      const visible = drawn.squares.filter((square) => !square.hidden);
      const counts = { hidden: hidden.length, visible: visible.length };
      return this.text("pictures.image.maskSaid", { ...counts, places: numbers(visible) });
    }
    if (drawn.what === "windows") {
      return Array.from({ length: drawn.groups }, (_, window) =>
        this.text("pictures.image.windowSaid", {
          window,
          places: numbers(drawn.squares.filter(({ group }) => group === window)),
        }),
      ).join(" ");
    }
    const said = this.text(drawn.groups > 0 ? "pictures.image.patchesSaid" : "pictures.image.pixelsSaid", {
      groups: drawn.groups,
    });
    if (drawn.squares.length > MOST_LISTED) return said;
    return `${said} ${drawn.squares.map(({ cell }) => formatCell(cell.value)).join(", ")}.`;
  }

  protected override render(): TemplateResult {
    const { drawn } = this;
    if (!drawn) return html`<p class="absent">${this.text("pictures.absent")}</p>`;
    const side = Math.min(LARGEST, (this.across - 2 * MARGIN) / Math.max(1, drawn.columns));
    const [width, height] = [drawn.columns, drawn.rows].map((count) => count * side + 2 * MARGIN);
    const { unit } = this.room;
    const seen = this.seen(drawn);
    // A drawing that itself listens to the focus can be reached by Tab in Chromium.
    return html`<div @focusin=${this.onFocus} @focusout=${this.onLeave}><svg
        viewBox="0 0 ${width ?? 0} ${height ?? 0}"
        width=${(width ?? 0) * unit}
        height=${(height ?? 0) * unit}
        role="group"
        aria-label=${this.name()}
        aria-describedby="said keys"
        @click=${this.select}
        @keydown=${this.onKey}
        @pointerover=${this.onOver}
        @pointerleave=${this.onLeave}
      >
        <g>${drawn.squares.map((square) => this.renderSquare(drawn, square, { side, seen }))}</g>
        <g class=${side < FINE ? "borders fine" : "borders"} aria-hidden="true">${this.renderBorders(drawn, side)}</g>
        <g class="rings" aria-hidden="true">${this.renderRings(drawn, side)}</g>
      </svg></div>
      <p id="said" class="unseen">${this.description()}</p>
      <p id="keys" class="unseen">${this.text("pictures.image.keys")}</p>`;
  }

  private active(drawn: DrawnImage): ImageSquare | undefined {
    return (
      drawn.squares.find(({ place }) => place === this.pointed) ??
      drawn.squares.find(({ cell }) => sameCell(cell, this.view.selected))
    );
  }

  /** The places that stand out beside the active square: what it may attend to, or the pixels of its patch. */
  private seen(drawn: DrawnImage): ReadonlySet<number> | null {
    const active = this.active(drawn);
    if (!active) return null;
    if (active.sees) return new Set(active.sees);
    if (active.group === null) return null;
    return new Set(drawn.squares.filter(({ group }) => group === active.group).map(({ place }) => place));
  }

  private spoken(drawn: DrawnImage, { place, row, column, cell, hidden, group }: ImageSquare): string {
    if (drawn.what === "mask") return this.text(hidden ? "pictures.image.hidden" : "pictures.image.visible", { place });
    if (drawn.what === "windows") return this.text("pictures.image.inWindow", { place, window: group ?? 0 });
    return this.text("pictures.image.pixel", { row: row + 1, column: column + 1, value: formatCell(cell.value) });
  }

  private renderSquare(
    drawn: DrawnImage,
    square: ImageSquare,
    { side, seen }: { side: number; seen: ReadonlySet<number> | null },
  ): unknown {
    const { row, column, cell, shade, hidden, group, place, pixels } = square;
    const [x, y] = [MARGIN + column * side, MARGIN + row * side];
    const fill = shade
      ? { fill: painted(shade) }
      : drawn.what === "windows" && group !== null
        ? { fill: categoryCss(group) }
        : {};
    const written = String(place);
    const faint = seen !== null && !seen.has(place) && drawn.what === "windows";
    const classes = ["mark", "square", drawn.what, hidden ? "hidden" : "", faint ? "faint" : ""];
    return svg`<g
      class=${classes.filter((each) => each !== "").join(" ")}
      data-key=${place}
      data-step=${cell.step}
      data-index=${cell.index.join()}
      data-value=${plain(cell.value)}
      role="button"
      tabindex=${written === this.current ? 0 : -1}
      aria-label=${this.spoken(drawn, square)}
    ><rect class="ground" x=${x} y=${y} width=${side} height=${side} ${styleProperties(fill)}></rect>${pixelRects(pixels, { x, y, side })}${
      hidden ? svg`<path class=${drawn.painted ? "hatch light" : "hatch"} d=${hatch(x, y, side)}></path>` : nothing
    }${
      drawn.what !== "pixels" && !drawn.painted && textWidth(written, TYPE) + 4 <= side
        ? svg`<text class="place" x=${x + side / 2} y=${y + side / 2}>${written}</text>`
        : nothing
    }</g>`;
  }

  /** Lines between squares of different patches or windows. */
  private renderBorders({ squares, rows, columns }: DrawnImage, side: number): unknown {
    const groups = new Map(squares.map(({ row, column, group }) => [row * columns + column, group]));
    const lines: string[] = [];
    for (const { row, column, group } of squares) {
      if (group === null) continue;
      const [x, y] = [MARGIN + column * side, MARGIN + row * side];
      if (column + 1 < columns && groups.get(row * columns + column + 1) !== group)
        lines.push(`M${x + side} ${y}v${side}`);
      if (row + 1 < rows && groups.get((row + 1) * columns + column) !== group) lines.push(`M${x} ${y + side}h${side}`);
    }
    const path = lines.join("");
    // A line of two colors is seen on dark and on light pixels.
    return svg`<path class="under" d=${path}></path><path d=${path}></path><rect x=${MARGIN} y=${MARGIN} width=${columns * side} height=${rows * side}></rect>`;
  }

  /** The rings of the active square, of the focused one, and of what stands out with it, above all squares. */
  private renderRings(drawn: DrawnImage, side: number): unknown {
    const active = this.active(drawn);
    const lit = this.view.lit;
    return drawn.squares.flatMap((square) => {
      const kind = square === active ? "active" : lit.some((cell) => sameCell(cell, square.cell)) ? "lit" : "";
      if (kind === "") return [];
      const [x, y] = [MARGIN + square.column * side, MARGIN + square.row * side];
      return [svg`<rect class=${kind} x=${x} y=${y} width=${side} height=${side}></rect>`];
    });
  }

  private squareAt(target: EventTarget | null): ImageSquare | null {
    const key = target instanceof Element ? target.closest<SVGElement>("[data-key]")?.dataset.key : undefined;
    return this.drawn?.squares.find(({ place }) => String(place) === key) ?? null;
  }

  private readonly onOver = (event: Event): void => {
    this.pointed = this.squareAt(event.target)?.place ?? null;
    this.point(event);
  };

  private readonly onLeave = (): void => {
    this.pointed = null;
    this.leave();
  };

  private readonly onFocus = (event: Event): void => {
    const square = this.squareAt(event.target);
    if (!square) return;
    this.current = String(square.place);
    this.pointed = square.place;
    this.point(event);
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    const square = this.squareAt(event.target);
    if (!square || !this.drawn || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") this.select(event);
    else {
      const next = squareAfter(this.drawn, square, event.key);
      if (!next) return;
      this.focusMark(String(next.place));
    }
    event.preventDefault();
    event.stopPropagation();
  };
}

/** Returns the square that a key leads to; null for other keys, the same one at a border. */
export function squareAfter(drawn: DrawnImage, from: ImageSquare, key: string): ImageSquare | null {
  const at = (row: number, column: number) =>
    drawn.squares.find((square) => square.row === row && square.column === column) ?? from;
  switch (key) {
    case "ArrowRight":
      return at(from.row, from.column + 1);
    case "ArrowLeft":
      return at(from.row, from.column - 1);
    case "ArrowDown":
      return at(from.row + 1, from.column);
    case "ArrowUp":
      return at(from.row - 1, from.column);
    case "Home":
      return at(from.row, 0);
    case "End":
      return at(from.row, drawn.columns - 1);
    default:
      return null;
  }
}

/** The color of a pixel. */
function painted(shade: readonly [number, number, number]): string {
  return color([Math.round(255 * shade[0]), Math.round(255 * shade[1]), Math.round(255 * shade[2])]);
}

/** The pixels of a patch within its square; each opens its own number. */
function pixelRects(
  pixels: readonly PatchPixel[],
  { x, y, side }: { readonly x: number; readonly y: number; readonly side: number },
): unknown {
  const across = Math.sqrt(pixels.length);
  const size = side / across;
  return pixels.map(
    ({ cell, shade }, at) => svg`<rect
      class="pixel"
      data-step=${cell.step}
      data-index=${cell.index.join()}
      data-value=${plain(cell.value)}
      x=${x + (at % across) * size}
      y=${y + Math.floor(at / across) * size}
      width=${size}
      height=${size}
      ${styleProperties({ fill: painted([shade, shade, shade]) })}
    ></rect>`,
  );
}

/** Three diagonals across a square. */
function hatch(x: number, y: number, side: number): string {
  const [half, end] = [side / 2, side];
  return `M${x} ${y + half}L${x + half} ${y}M${x} ${y + end}L${x + end} ${y}M${x + half} ${y + end}L${x + end} ${y + half}`;
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-image": AgImage;
  }
}
