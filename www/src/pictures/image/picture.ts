/**
 * `<ag-image>`: an image as squares. Pixels with the borders of their patches; patches, those that a mask hides hatched; or tokens in the color of their
 * window, where the token that is pointed to lights those that it may attend to.
 *
 * The arrow keys lead from square to square.
 */
import { css, svg } from "lit";
import { customElement } from "lit/decorators.js";
import { elementStyles } from "../../elements/element-styles.ts";
import { halo } from "../../elements/halo.ts";
import { styleProperties } from "../../elements/style-properties.ts";
import { categoryCss } from "../../numbers/categories.ts";
import { css as color } from "../../numbers/color.ts";
import { formatCell, plain } from "../../numbers/format.ts";
import type { Declared, Mark } from "../base/marks.ts";
import { Picture } from "../base/picture.ts";
import { pictureStyles } from "../base/styles.ts";
import { sameCell } from "../picture.ts";
import { textWidth } from "../plane/place-names.ts";
import { planeStyles } from "../plane/styles.ts";
import { type DrawnImage, drawnImage, type ImageSquare, type PatchPixel, quartersBetween } from "./model.ts";
import type { ImageSpec } from "./spec.ts";

const MARGIN = 6;
const LARGEST = 64;
const TYPE = 15;
/** Smaller numbers of squares than this could not be read. */
const LEAST_TYPE = 9;
/** Where squares are smaller, the borders of patches are thinner. */
const FINE = 24;
/** More squares are counted, not listed. */
const MOST_LISTED = 64;

const imageStyles = css`
  .square .ground {
    fill: var(--paper);
    stroke: var(--line);
    stroke-width: 1;
  }
  .square.pixels .ground {
    stroke: none;
    shape-rendering: crispEdges;
  }
  .square .pixel {
    shape-rendering: crispEdges;
  }
  .square.windows .ground {
    fill-opacity: 0.3;
  }
  .square.windows.faint .ground {
    fill-opacity: 0.1;
  }
  .square .hatch {
    fill: none;
    stroke: var(--muted);
    stroke-width: 1.5;
    pointer-events: none;
  }
  .square .hatch.light {
    stroke: var(--line);
  }
  .square .place {
    text-anchor: middle;
    dominant-baseline: central;
    font-variant-numeric: tabular-nums;
    ${halo(4)};
    pointer-events: none;
  }
  .square.windows .place {
    stroke: none;
  }
  .square.hidden .place {
    fill: var(--muted);
  }
  .square.faint .place {
    fill: var(--muted);
  }
  .square:focus-visible .ground {
    stroke: var(--act);
    stroke-width: 5;
  }
  .borders {
    pointer-events: none;
  }
  .borders path,
  .borders rect {
    fill: none;
    stroke: var(--ink);
    stroke-width: 2;
  }
  .borders .under {
    stroke: var(--paper);
    stroke-width: 5;
  }
  .borders.fine path,
  .borders.fine rect {
    stroke-width: 1;
  }
  .borders.fine .under {
    stroke-width: 2.5;
  }
  .rings {
    pointer-events: none;
  }
  .rings rect {
    fill: none;
    stroke: var(--act);
    stroke-width: 3;
  }
  .rings .active {
    stroke: var(--here);
    stroke-width: 4;
  }
`;

@customElement("ag-image")
export class AgImage extends Picture<ImageSpec, DrawnImage> {
  static override styles = [elementStyles, pictureStyles, planeStyles, imageStyles];

  protected override readonly widest: number = 440;

  /** What was drawn last. */
  #former: DrawnImage | null = null;
  #drawn: DrawnImage | null = null;

  protected read(): DrawnImage | null {
    this.#drawn = drawnImage(this.view, this.options);
    return this.#drawn;
  }

  /** An image that is turned is seen to turn: pixels that change their colors would be another image. */
  protected override updated(): void {
    super.updated();
    const [before, now] = [this.#former, this.#drawn];
    this.#former = now;
    const quarters = before && now && before !== now ? quartersBetween(before, now) : 0;
    const panel = this.renderRoot.querySelector<SVGGElement>("[data-panel]");
    // Three quarters clockwise are one to the other side.
    if (panel && quarters > 0) this.motion.turn(panel, quarters === 3 ? -1 : quarters);
  }

  protected declare(drawn: DrawnImage): Declared {
    const { what, rows, columns, groups, squares } = drawn;
    const side = Math.min(LARGEST, (this.across - 2 * MARGIN) / Math.max(1, columns));
    const active = this.active(drawn);
    const seen = seenFrom(drawn, active);
    return {
      width: columns * side + 2 * MARGIN,
      height: rows * side + 2 * MARGIN,
      name: this.text(`pictures.image.${what}`, { rows, columns, groups }),
      told: () => this.toldOf(drawn),
      keys: this.text("pictures.image.keys"),
      panels: [
        {
          marks: squares.map((square) => this.mark(drawn, square, { side, seen })),
          over: svg`<g class=${side < FINE ? "borders fine" : "borders"} aria-hidden="true">${renderBorders(drawn, side)}</g>
            <g class="rings" aria-hidden="true">${this.renderRings(drawn, side, active)}</g>`,
        },
      ],
    };
  }

  private toldOf(drawn: DrawnImage): string {
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

  private active({ squares }: DrawnImage): ImageSquare | undefined {
    return (
      squares.find(({ place }) => String(place) === this.pointed?.key) ??
      squares.find(({ cell }) => sameCell(cell, this.view.selected))
    );
  }

  private spoken(drawn: DrawnImage, { place, row, column, cell, hidden, group }: ImageSquare): string {
    if (drawn.what === "mask") return this.text(hidden ? "pictures.image.hidden" : "pictures.image.visible", { place });
    if (drawn.what === "windows") return this.text("pictures.image.inWindow", { place, window: group ?? 0 });
    return this.text("pictures.image.pixel", { row: row + 1, column: column + 1, value: formatCell(cell.value) });
  }

  private mark(
    drawn: DrawnImage,
    square: ImageSquare,
    { side, seen }: { side: number; seen: ReadonlySet<number> | null },
  ): Mark {
    const { row, column, cell, shade, hidden, group, place, pixels } = square;
    const { what, painted: isPainted } = drawn;
    const [x, y] = [MARGIN + column * side, MARGIN + row * side];
    const faint = seen !== null && !seen.has(place) && what === "windows";
    const written = String(place);
    // One size for all: those that are wide make the others smaller, and are not left out.
    const type = Math.min(TYPE, (TYPE * (side - 6)) / textWidth(String(drawn.squares.length - 1), TYPE));
    return {
      cell,
      key: written,
      at: [row, column],
      kind: ["square", what, hidden ? "hidden" : "", faint ? "faint" : ""].filter((name) => name !== "").join(" "),
      label: () => this.spoken(drawn, square),
      draw: () => {
        const fill = shade
          ? { fill: painted(shade) }
          : what === "windows" && group !== null
            ? { fill: categoryCss(group) }
            : {};
        return svg`<rect class="ground" x=${x} y=${y} width=${side} height=${side} ${styleProperties(fill)}></rect>${pixelRects(pixels, { x, y, side })}${
          hidden ? svg`<path class=${isPainted ? "hatch light" : "hatch"} d=${hatch(x, y, side)}></path>` : ""
        }${
          what !== "pixels" && !isPainted && type >= LEAST_TYPE
            ? svg`<text class="place" ${styleProperties({ "font-size": `${type.toFixed(1)}px` })} x=${x + side / 2} y=${y + side / 2}>${written}</text>`
            : ""
        }`;
      },
    };
  }

  /** The rings of the active square, of the focused one, and of what stands out with it, above all squares. */
  private renderRings(drawn: DrawnImage, side: number, active: ImageSquare | undefined): unknown {
    const lit = this.view.lit;
    return drawn.squares.flatMap((square) => {
      const kind = square === active ? "active" : lit.some((cell) => sameCell(cell, square.cell)) ? "lit" : "";
      if (kind === "") return [];
      const [x, y] = [MARGIN + square.column * side, MARGIN + square.row * side];
      return [svg`<rect class=${kind} x=${x} y=${y} width=${side} height=${side}></rect>`];
    });
  }
}

/** Returns the places that stand out beside the active square: what it may attend to, or the pixels of its patch. */
function seenFrom({ squares }: DrawnImage, active: ImageSquare | undefined): ReadonlySet<number> | null {
  if (active?.sees) return new Set(active.sees);
  if (!active || active.group === null) return null;
  return new Set(squares.filter(({ group }) => group === active.group).map(({ place }) => place));
}

/** Lines between squares of different patches or windows. */
function renderBorders({ squares, rows, columns }: DrawnImage, side: number): unknown {
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
