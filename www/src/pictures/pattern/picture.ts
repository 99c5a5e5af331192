/**
 * `<ag-pattern>`: a matrix as pixels, which can be zoomed and dragged; without digits. The cell under the pointer or with the cursor is named below.
 *
 * The cursor is one button over the pixels: the arrow keys move it, and what is seen follows it.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, query, state } from "lit/decorators.js";
import { differs } from "../../elements/differs.ts";
import { elementStyles } from "../../elements/element-styles.ts";
import { type CellPlace, send } from "../../elements/events.ts";
import { styleProperties } from "../../elements/style-properties.ts";
import type { Place } from "../../elements/table.ts";
import { themeNow } from "../../elements/theme.ts";
import { MatrixCursor } from "../../matrix/cursor.ts";
import { PatternNames } from "../../matrix/names.ts";
import { namesStyles } from "../../matrix/names-styles.ts";
import { ringAround } from "../../matrix/places.ts";
import { cellName, type NamedCells, placeName } from "../../matrix/speech.ts";
import { matrixStyles } from "../../matrix/styles.ts";
import {
  cellUnder,
  dragged,
  type Frame,
  frameOf,
  revealing,
  type Viewport,
  WHOLE,
  zoomed,
} from "../../matrix/viewport.ts";
import { domainFor } from "../../numbers/color.ts";
import { formatCell, plain } from "../../numbers/format.ts";
import { indexAt, offsetOf, placeOf, planeOf } from "../../numbers/shape.ts";
import { legendStyles } from "../base/legend-styles.ts";
import { axisOf, shownIndex, symbolOf } from "../base/place.ts";
import { Room } from "../base/room.ts";
import { scaleLegend } from "../base/scale-legend.ts";
import { pictureStyles } from "../base/styles.ts";
import { PictureElement } from "../picture.ts";
import { paperOf, standalone } from "../standalone.ts";
import { extremesOf, imageOf, type Matrix, numberAt, paint, SINGLE } from "./paint.ts";
import { Pointers } from "./pointers.ts";
import type { PatternSpec } from "./spec.ts";
import { patternStyles } from "./styles.ts";
import { shapesOf } from "./svg.ts";

/** The largest frame, in units. */
const MOST = 520;
/** One press of a key or button zooms by this. */
const ZOOM = 1.6;

/** A matrix that is so many times as high as wide has its height first: what is written around it can be as large as that of a low one. */
const TALL = 1.5;

@customElement("ag-pattern")
export class AgPattern extends PictureElement<PatternSpec> {
  static override styles = [elementStyles, pictureStyles, namesStyles, matrixStyles, patternStyles, legendStyles];

  @state() private viewport: Viewport = WHOLE;

  @query("canvas") private canvas!: HTMLCanvasElement | null;
  @query(".names") private names!: SVGSVGElement | null;
  @query(".field") private field!: HTMLElement | null;

  private readonly room = new Room(this);
  private matrix: Matrix | null = null;
  private image: HTMLCanvasElement | null = null;
  /** What the canvas shows. */
  private drawn: { readonly canvas: Element; readonly image: Element; readonly views: object } | null = null;
  private frame: Frame = frameOf(0, 0, { width: 0, height: 0 });
  private words: PatternNames | null = null;
  /** The places of the lowest and of the highest number. */
  private extremes: { readonly low: Place; readonly high: Place } | null = null;
  private readonly pointers = new Pointers();

  private readonly cursor = new MatrixCursor(this, {
    extent: () => this.matrix ?? { rows: 0, columns: 0 },
    reveal: (place) => this.reveal(place),
    point: (place) => send(this, "ag-hover", place ? this.cellOf(place) : null),
    repaint: () => this.repaint(),
    ring: (place) => this.ring(place),
  });

  private repaint(): void {
    if (this.matrix) {
      this.matrix = { ...this.matrix, theme: themeNow(this) };
      this.image = imageOf(this.matrix);
    }
    this.requestUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.view || !this.options) return;
    const before = this.matrix;
    this.matrix = this.readMatrix();
    const { matrix } = this;
    if (!matrix) return;
    if (
      !before ||
      before.step !== matrix.step ||
      before.offset !== matrix.offset ||
      differs(before.domain, matrix.domain)
    ) {
      this.image = imageOf(matrix);
      this.extremes = extremesOf(matrix);
    }
    this.toggleAttribute("data-tall", matrix.rows > TALL * matrix.columns);
    if (before && (before.rows !== matrix.rows || before.columns !== matrix.columns)) this.viewport = WHOLE;
    const { unit, width } = this.room;
    const { row, column } = this.namesOf(matrix);
    this.words = new PatternNames(row, column, { ...matrix, width: Math.min(width, MOST * unit), unit });
    const { left, top } = this.words;
    this.frame = frameOf(matrix.rows, matrix.columns, {
      width: Math.max(40, Math.min(width, MOST * unit) - left),
      height: Math.max(40, MOST * unit - top),
    });
    if (changed.has("view") && !this.matches(":focus-within")) {
      const chosen = this.placeOf(this.view.selected);
      if (chosen) this.moveTo(chosen);
    }
    this.cursor.keepWithin();
  }

  private readMatrix(): Matrix | null {
    const { view } = this;
    const step = this.step(this.options.step);
    if (!step || step.data.length === 0) return null;
    const plane = planeOf(step.shape);
    const slice = shownIndex(step, view).slice(0, plane.leading);
    const offset = offsetOf(step.shape, indexAt(plane, slice, 0, 0));
    const known = this.matrix?.step === step && !view.domains.has(step.id) ? this.matrix.domain : null;
    const domain = view.domains.get(step.id) ?? known ?? domainFor(step.data, step);
    const { rows, columns } = plane;
    return { step, plane, slice, offset, rows, columns, domain, theme: themeNow(this) };
  }

  private cellOf([row, column]: Place): CellPlace {
    const { matrix } = this;
    if (!matrix) return { step: this.options.step, index: [] };
    return { step: matrix.step.id, index: indexAt(matrix.plane, matrix.slice, row, column) };
  }

  /** The place of a cell; null where it is in another step or slice. */
  private placeOf(cell: CellPlace | null): Place | null {
    const { matrix } = this;
    return cell && matrix && cell.step === matrix.step.id ? placeOf(matrix.plane, matrix.slice, cell.index) : null;
  }

  /** The names of cells, of rows and of columns. */
  private namesOf({ step, plane }: Matrix): NamedCells {
    const { text, view } = this;
    const name = (axis: number | null) => (at: number) => (axis === null ? "" : view.labels(step, axis, at));
    const named = { text, plane, row: name(plane.rowAxis), column: name(plane.columnAxis) };
    return { ...named, axisName: (axis) => axisOf(text, step, axis) };
  }

  private nameOf(place: Place): string {
    const { matrix } = this;
    return matrix ? cellName(this.namesOf(matrix), place, numberAt(matrix, ...place)) : "";
  }

  private get name(): string {
    const { matrix } = this;
    if (!matrix) return "";
    return this.text("pictures.pattern.name", {
      name: symbolOf(matrix.step),
      rows: matrix.rows,
      columns: matrix.columns,
    });
  }

  private get told(): string {
    const { matrix, extremes } = this;
    if (!matrix) return "";
    const counts = { countRows: matrix.rows, countColumns: matrix.columns };
    if (!extremes) return this.text("pictures.pattern.empty", counts);
    const { low, high } = extremes;
    return this.text("pictures.pattern.told", {
      ...counts,
      low: formatCell(numberAt(matrix, ...low)),
      lowAt: placeName(this.namesOf(matrix), low),
      high: formatCell(numberAt(matrix, ...high)),
      highAt: placeName(this.namesOf(matrix), high),
    });
  }

  /** Moves the cursor to a cell, and what is seen with it. */
  private moveTo(place: Place): void {
    this.cursor.moveTo(place);
    this.reveal(place);
  }

  private reveal(place: Place): void {
    this.viewport = revealing(this.frame, this.viewport, place);
  }

  private zoom(factor: number, x = this.frame.width / 2, y = this.frame.height / 2): void {
    this.viewport = zoomed(this.frame, this.viewport, factor, x, y);
  }

  /** Zooms so that the cursor stays where it is seen. */
  private zoomAtCursor(factor: number): void {
    const cell = this.frame.cell * this.viewport.zoom;
    const [row, column] = this.cursor.at;
    this.zoom(factor, (column + 0.5 - this.viewport.left) * cell, (row + 0.5 - this.viewport.top) * cell);
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.altKey) return;
    if (!this.cursor.takeKey(event)) {
      const { key } = event;
      if (event.ctrlKey || event.metaKey) return;
      if (key === "+" || key === "=") this.zoomAtCursor(ZOOM);
      else if (key === "-" || key === "−") this.zoomAtCursor(1 / ZOOM);
      else if (key === "0") this.viewport = WHOLE;
      else return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  private choose(place: Place): void {
    this.cursor.moveTo(place);
    send(this, "ag-select", this.cellOf(place));
  }

  /** Returns where an event is in the field, in pixels. */
  private inField({ clientX, clientY }: MouseEvent): { x: number; y: number } {
    const box = this.field?.getBoundingClientRect();
    return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) };
  }

  private readonly onDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    this.field?.setPointerCapture(event.pointerId);
    this.pointers.down(event.pointerId, this.inField(event));
  };

  private readonly onMove = (event: PointerEvent): void => {
    const now = this.inField(event);
    const gesture = this.pointers.move(event.pointerId, now);
    if (!gesture) this.cursor.hover(cellUnder(this.frame, this.viewport, now.x, now.y));
    else if (gesture.kind === "pinch") this.zoom(gesture.factor, gesture.x, gesture.y);
    else if (gesture.kind === "drag") this.viewport = dragged(this.frame, this.viewport, gesture.x, gesture.y);
  };

  private readonly onUp = (event: PointerEvent): void => {
    const clicked = this.pointers.up(event.pointerId);
    const place =
      clicked && event.type === "pointerup" ? cellUnder(this.frame, this.viewport, clicked.x, clicked.y) : null;
    if (place) this.choose(place);
  };

  private readonly onWheel = (event: WheelEvent): void => {
    // Without a key the wheel scrolls the page.
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const { x, y } = this.inField(event);
    this.zoom(Math.exp(-event.deltaY / 200), x, y);
  };

  protected override render(): TemplateResult {
    const { matrix, frame, words, cursor } = this;
    if (!matrix || !words) return html`<p class="title">${this.text("pictures.absent")}</p>`;
    const { left, top } = words;
    const px = (length: number) => `${length}px`;
    const { step, plane } = matrix;
    const { axisName } = this.namesOf(matrix);
    const [down, across] = [plane.rowAxis, plane.columnAxis];
    const axes =
      down === null || across === null
        ? ""
        : this.text("pictures.pattern.axes", { rows: axisName(down), columns: axisName(across) });
    const cell = this.cellOf(cursor.at);
    const chosen = this.placeOf(this.view.selected);
    const lit = this.view.lit.map((other) => this.placeOf(other)).filter((place) => place !== null);
    return html`<div class="bar-row"><span class="title"><b>${symbolOf(step)}</b> ${axes}</span>${this.renderTools(frame)}</div>
      <div role="group" aria-label=${this.name} class="stage" ${styleProperties({ width: px(left + frame.width), height: px(top + frame.height) })}>
        <svg class="names" ${styleProperties({ "font-size": px(words.size) })} viewBox="0 0 ${left + frame.width} ${top + frame.height}" aria-hidden="true">${words.render(frame, this.viewport)}</svg>
        <div
          class=${this.viewport.zoom > 1 ? "field zoomed" : "field"}
          ${styleProperties({ left: px(left), top: px(top), width: px(frame.width), height: px(frame.height) })}
          @pointerdown=${this.onDown}
          @pointermove=${this.onMove}
          @pointerup=${this.onUp}
          @pointercancel=${this.onUp}
          @pointerleave=${cursor.onAway}
          @wheel=${this.onWheel}
        >
          <canvas aria-hidden="true"></canvas>
          ${lit.map((place) => cursor.ring("lit", place))}
          ${cursor.ring("chosen", chosen)}
          ${cursor.ring("hovered", cursor.hovered)}
          <button
            class="ring cursor"
            aria-label=${this.nameOf(cursor.at)}
            aria-describedby="told keys"
            data-step=${cell.step}
            data-index=${cell.index.join(",")}
            data-value=${plain(numberAt(matrix, ...cursor.at))}
            ${styleProperties(this.ring(cursor.at))}
            @click=${() => this.choose(cursor.at)}
            @keydown=${this.onKey}
            @focus=${cursor.onFocus}
            @blur=${cursor.onBlur}
          ></button>
        </div>
      </div>
      ${cursor.reading(this.nameOf(cursor.hovered ?? cursor.at))}
      ${scaleLegend(matrix.domain, this.extremes ? numberAt(matrix, ...this.extremes.low) : 0, this.text)}
      <p id="told" class="unseen">${this.told}</p><p id="keys" class="unseen">${this.text("pictures.pattern.keys")}</p>`;
  }

  private ring([row, column]: Place): Record<string, string> {
    const { left, top, zoom } = this.viewport;
    const size = this.frame.cell * zoom;
    return ringAround([row - top, column - left], { across: size, down: size });
  }

  private renderTools(frame: Frame): unknown {
    if (frame.cell >= SINGLE * 2) return nothing;
    const button = (key: string, sign: string, act: () => void) =>
      html`<button aria-label=${this.text(key)} title=${this.text(key)} @click=${act}>${sign}</button>`;
    return html`<span class="tools">${button("pictures.pattern.closer", "+", () => this.zoomAtCursor(ZOOM))}${button(
      "pictures.pattern.farther",
      "−",
      () => this.zoomAtCursor(1 / ZOOM),
    )}${button("pictures.pattern.whole", "⤢", () => {
      this.viewport = WHOLE;
    })}</span>`;
  }

  protected override updated(): void {
    const { canvas, matrix, image, frame, viewport } = this;
    if (!canvas || !matrix || !image) return;
    // A figure that is drawn larger or smaller has other pixels.
    const ratio = (window.devicePixelRatio || 1) * this.room.zoom;
    const views = { frame, viewport, ratio };
    const { drawn } = this;
    // Another cursor or mark changes no pixel.
    if (drawn?.canvas === canvas && drawn.image === image && !differs(views, drawn.views)) return;
    this.drawn = { canvas, image, views };
    paint(canvas, matrix, { image, ...views });
  }

  /** Returns what is seen as an SVG document: a square for each cell, or, of many cells, an image with a pixel for each. */
  toSVG(): string {
    const { names, matrix, image, frame, viewport, words } = this;
    if (!names || !matrix || !image || !words) return "";
    const shapes = shapesOf(matrix, { image, frame, viewport, left: words.left, top: words.top });
    return standalone(names, { name: this.name, told: this.told, ground: paperOf(this.renderRoot), behind: [shapes] });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-pattern": AgPattern;
  }
}
