/**
 * `<ag-curves>`: values along an axis, one line for each position of another axis, with its name at its end.
 *
 * At the position under the pointer, with the focus, or at the cursor, each line's number stands beside its name. The arrow keys lead along a line and, at one
 * position, from line to line by their height. The cursor is a slider that sends `ag-cursor`.
 */
import { html, nothing, type PropertyValues, svg, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { elementStyles } from "../../elements/element-styles.ts";
import { type CellPlace, send } from "../../elements/events.ts";
import { styleProperties } from "../../elements/style-properties.ts";
import { categoryCss, categoryDashes } from "../../numbers/categories.ts";
import { formatCell, plain } from "../../numbers/format.ts";
import { drawingStyles } from "../base/styles.ts";
import { Drawing } from "../drawing.ts";
import { fitted, widthOf } from "../lettering.ts";
import { sameCell } from "../picture.ts";
import type { CurvesSpec } from "../spec.ts";
import { axes } from "./axes.ts";
import { cellAfterKey, findCell, type Line, linesOf } from "./lines.ts";
import { type CurvesShape, curvesShape, isDrawn, nearest } from "./shape.ts";
import { axisTitle, nameOf, placeName, type Said, toldOf } from "./speech.ts";
import { curvesStyles } from "./styles.ts";

/** Up to so many points, each is drawn; of more, those at the position that is looked at. */
const MOST_POINTS = 400;

@customElement("ag-curves")
export class AgCurves extends Drawing<CurvesSpec> {
  static override styles = [elementStyles, drawingStyles, curvesStyles];

  /** The position under the pointer. */
  @state() private hovered: number | null = null;

  /** Where the cursor was moved here, until the page moves it. */
  @state() private moved: { readonly to: number; readonly instead: number } | null = null;

  private lines: readonly Line[] = [];
  private shape: CurvesShape | null = null;
  private places: readonly number[] = [];
  private dragging = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.view || !this.options) return;
    this.lines = linesOf(this.options, this.view);
    const { places, logX = false, logY = false, close = false } = this.options;
    const count = this.lines.reduce((most, { cells }) => Math.max(most, cells.length), 0);
    const given = places === undefined ? null : this.step(places);
    this.places = given ? [...given.data] : Array.from({ length: count }, (_, at) => at);
    this.shape =
      this.lines.length === 0
        ? null
        : curvesShape(
            {
              places: this.places,
              values: this.lines.map(({ values }) => values),
              names: this.lines.map(({ name }) => name),
              logX: logX && given !== null,
              logY,
              close,
            },
            this.room.width / this.room.unit,
          );
    super.willUpdate(changed);
  }

  protected get marks(): readonly CellPlace[] {
    const { logY = false } = this.options;
    return this.lines.flatMap(({ cells, values }) => cells.filter((_, at) => isDrawn(values[at] ?? Number.NaN, logY)));
  }

  protected override hasMark(cell: CellPlace): boolean {
    const found = findCell(this.lines, cell, this.options.along);
    const value = found ? this.lines[found.line]?.values[found.position] : undefined;
    return value !== undefined && isDrawn(value, this.options.logY ?? false);
  }

  /** The position that the page has set. */
  private get paged(): number | null {
    const { cursor = null, along } = this.options;
    if (cursor === null) return null;
    const axis = this.lines[0]?.step.axes[along] ?? "";
    return this.view.slices[axis] ?? cursor;
  }

  /** The position of the cursor; null where there is none. */
  private get cursor(): number | null {
    const { paged } = this;
    if (paged === null) return null;
    const at = this.moved?.instead === paged ? this.moved.to : paged;
    return Math.max(0, Math.min(this.places.length - 1, at));
  }

  private positionOf(cell: CellPlace | null): number | null {
    return cell ? (findCell(this.lines, cell, this.options.along)?.position ?? null) : null;
  }

  /** The position whose numbers are shown. */
  private get active(): number | null {
    return this.positionOf(this.pointed) ?? this.hovered ?? this.cursor ?? this.positionOf(this.view.selected);
  }

  /** The line that is emphasized. */
  private get foremost(): number | null {
    const cell = this.pointed ?? this.view.selected;
    return cell ? (findCell(this.lines, cell, this.options.along)?.line ?? null) : null;
  }

  /** What the words of the picture are about. */
  private get said(): Said {
    const { lines, options, view, text, places } = this;
    return { lines, options, view, text, places };
  }

  protected get name(): string {
    return nameOf(this.said);
  }

  protected get told(): string {
    return toldOf(this.said);
  }

  protected override get keysText(): string {
    return this.text("pictures.curves.keys");
  }

  protected markAfter(key: string, from: CellPlace): CellPlace | null {
    const found = findCell(this.lines, from, this.options.along);
    return found && cellAfterKey(key, this.lines, found, this.options.logY ?? false);
  }

  private moveCursor(to: number): void {
    const { paged, cursor } = this;
    const step = this.lines[0]?.step;
    const next = Math.max(0, Math.min(this.places.length - 1, to));
    if (paged === null || !step || next === cursor) return;
    this.moved = { to: next, instead: paged };
    send(this, "ag-cursor", { step: step.id, axis: step.axes[this.options.along] ?? "", position: next });
  }

  private readonly onCursorKey = (event: KeyboardEvent): void => {
    const at = this.cursor ?? 0;
    const leap = Math.max(1, Math.round(this.places.length / 10));
    const targets: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      PageUp: at + leap,
      PageDown: at - leap,
      Home: 0,
      End: this.places.length - 1,
    };
    const to = targets[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    this.moveCursor(to);
    event.preventDefault();
    event.stopPropagation();
  };

  /** The positions' places in the drawing. */
  private get xs(): number[] {
    const { shape } = this;
    return shape ? this.places.map((place) => shape.x(place)) : [];
  }

  private positionUnder(event: PointerEvent): number | null {
    const { shape } = this;
    const box = this.renderRoot.querySelector("svg")?.getBoundingClientRect();
    if (!shape || !box || box.width === 0) return null;
    const scale = this.room.width / this.room.unit / box.width;
    const x = (event.clientX - box.left) * scale;
    const y = (event.clientY - box.top) * scale;
    // The ticks below are a part of it, where a finger does not cover the lines.
    if (x < shape.left - 10 || x > shape.right + 10 || y > shape.height) return null;
    return nearest(this.xs, x);
  }

  private readonly onDown = (event: PointerEvent): void => {
    if (this.cursor === null || event.button !== 0 || this.cellAt(event.target)) return;
    const position = this.positionUnder(event);
    if (position === null) return;
    this.dragging = true;
    (event.currentTarget as SVGElement).setPointerCapture(event.pointerId);
    this.moveCursor(position);
  };

  private readonly onMove = (event: PointerEvent): void => {
    const position = this.positionUnder(event);
    if (this.dragging && position !== null) this.moveCursor(position);
    this.hovered = position;
  };

  private readonly onUp = (): void => {
    this.dragging = false;
  };

  private readonly onOut = (): void => {
    this.hovered = null;
  };

  protected override render(): TemplateResult {
    const { shape } = this;
    if (!shape) return html`<p class="title">${this.text("pictures.absent")}</p>`;
    const { unit, width } = this.room;
    const active = this.active;
    return this.sheet(
      { width, height: Math.ceil(shape.height * unit) },
      svg`<g
        transform="scale(${unit})"
        class=${this.cursor === null ? "plot" : "plot movable"}
        @pointerdown=${this.onDown}
        @pointermove=${this.onMove}
        @pointerup=${this.onUp}
        @pointercancel=${this.onUp}
        @pointerleave=${this.onOut}
      >
        <rect data-touch class="touch" x="0" y="0" width=${width / unit} height=${shape.height}></rect>
        ${axes(shape, this.xs, this.said)}
        ${active === null ? nothing : this.renderColumn(shape, active)}
        ${this.lines.map((line, at) => this.renderLine(shape, line, at))}
        ${this.renderCursor(shape)}
        ${this.lines.map((line, at) => this.renderPoints(shape, line, at))}
        ${this.lines.map((line, at) => this.renderName(shape, line, at))}
      </g>`,
    );
  }

  private renderColumn({ top, bottom }: CurvesShape, position: number): unknown {
    const x = this.xs[position] ?? 0;
    return svg`<line class="column" x1=${x} x2=${x} y1=${top} y2=${bottom}></line>`;
  }

  private renderCursor({ top, bottom }: CurvesShape): unknown {
    const { cursor } = this;
    if (cursor === null) return nothing;
    const x = this.xs[cursor] ?? 0;
    return svg`<g
      class="cursor"
      role="slider"
      tabindex="0"
      aria-label=${axisTitle(this.said)}
      aria-valuemin="0"
      aria-valuemax=${this.places.length - 1}
      aria-valuenow=${cursor}
      aria-valuetext=${placeName(this.said, cursor)}
      @keydown=${this.onCursorKey}
    ><line class="stem" x1=${x} x2=${x} y1=${top} y2=${bottom}></line><circle data-touch class="touch" cx=${x} cy=${bottom} r="22"></circle><circle
      class="handle"
      cx=${x}
      cy=${bottom}
      r="8"
    ></circle></g>`;
  }

  private faint(at: number): string {
    return this.foremost === null || this.foremost === at ? "" : " faint";
  }

  private renderLine({ paths }: CurvesShape, { category }: Line, at: number): unknown {
    const width = this.foremost === at ? 3.5 : 2.25;
    return svg`<path
      class=${`curve${this.faint(at)}`}
      d=${paths[at] ?? ""}
      stroke-width=${width}
      stroke-dasharray=${categoryDashes(category, width) || nothing}
      ${styleProperties({ stroke: categoryCss(category) })}
    ></path>`;
  }

  private renderPoints(shape: CurvesShape, line: Line, at: number): unknown {
    const all = this.lines.length * this.places.length <= MOST_POINTS;
    // The mark that Tab reaches is always there.
    const stop = this.current && findCell(this.lines, this.current, this.options.along);
    const some = [this.active, stop?.line === at ? stop.position : null];
    const positions = all
      ? line.cells.map((_, position) => position)
      : [...new Set(some)].filter((position) => position !== null);
    return positions.map((position) => this.renderPoint(shape, line, at, position));
  }

  private renderPoint(
    shape: CurvesShape,
    { cells, values, category, name }: Line,
    at: number,
    position: number,
  ): unknown {
    const cell = cells[position];
    const value = values[position] ?? Number.NaN;
    const place = this.places[position] ?? Number.NaN;
    if (!cell || !isDrawn(value, this.options.logY ?? false) || !Number.isFinite(shape.x(place))) return nothing;
    const [x, y] = [shape.x(place), shape.y(value)];
    const spoken = this.text("pictures.value", {
      place: `${name}, ${placeName(this.said, position)}`,
      value: formatCell(value),
    });
    const lit = sameCell(cell, this.pointed) || position === this.active;
    return svg`<g
      class=${`${this.classOf(cell)}${this.faint(at)}`}
      role="button"
      tabindex=${this.tabIndexOf(cell)}
      aria-label=${spoken}
      data-step=${cell.step}
      data-index=${cell.index.join(",")}
      data-value=${plain(value)}
    ><circle data-touch class="touch" cx=${x} cy=${y} r="9"></circle><circle class="ring" cx=${x} cy=${y} r="8"></circle><circle
      class="point"
      cx=${x}
      cy=${y}
      r=${lit ? 4.5 : 2.5}
      ${styleProperties({ fill: categoryCss(category) })}
    ></circle></g>`;
  }

  /** The name at the end of a line, and its number at the position that is looked at. */
  private renderName(
    { right, nameYs, nameRoom }: CurvesShape,
    { name, cells, values, category }: Line,
    at: number,
  ): unknown {
    const position = this.active;
    const cell = position === null ? undefined : cells[position];
    const value = position === null ? undefined : values[position];
    const y = nameYs[at] ?? 0;
    const number = cell && value !== undefined ? formatCell(value) : "";
    const room = number === "" ? nameRoom : nameRoom - widthOf(` ${number}`);
    const short = fitted(name, Math.max(1, room));
    return svg`<text
      class="line-name"
      x=${right + 12}
      y=${y}
      ${styleProperties({ fill: categoryCss(category) })}
    >${short}</text>${
      cell && value !== undefined
        ? svg`<text
            class="reading"
            x=${this.room.width / this.room.unit}
            y=${y}
            data-step=${cell.step}
            data-index=${cell.index.join(",")}
            data-value=${plain(value)}
          >${number}</text>`
        : nothing
    }`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-curves": AgCurves;
  }
}
