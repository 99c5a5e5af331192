/**
 * `<ag-curves>`: values along an axis, one line for each position of another axis, with its name at its end.
 *
 * At the position under the pointer, with the focus, or at the cursor, each line's number stands beside its name. The arrow keys lead along a line and, at one
 * position, from line to line by their height. The cursor is a slider that sends `ag-cursor`.
 */
import { css, nothing, svg } from "lit";
import { customElement, state } from "lit/decorators.js";
import { elementStyles } from "../../elements/element-styles.ts";
import { type CellPlace, send } from "../../elements/events.ts";
import { styleProperties } from "../../elements/style-properties.ts";
import { categoryCss, categoryDashes } from "../../numbers/categories.ts";
import { plain } from "../../numbers/format.ts";
import { fitted, widthOf } from "../../numbers/lettering.ts";
import { formatIn } from "../../numbers/rest.ts";
import { type Declared, keyOfCell, type Mark } from "../base/marks.ts";
import { Picture } from "../base/picture.ts";
import { pictureStyles } from "../base/styles.ts";
import { axes } from "./axes.ts";
import { cellAfterKey, findCell, type Line, linesOf } from "./lines.ts";
import { type CurvesShape, curvesShape, isDrawn, LINE, nearest } from "./shape.ts";
import type { CurvesSpec } from "./spec.ts";
import { axisTitle, nameOf, placeName, type Said, toldOf } from "./speech.ts";

/** Up to so many points, each is drawn; of more, those at the position that is looked at. */
const MOST_POINTS = 400;

const curvesStyles = css`
  .movable {
    touch-action: pan-y;
  }
  .curve {
    fill: none;
    stroke-linejoin: round;
    pointer-events: none;
  }
  .point.measured {
    fill: none;
    stroke: var(--color);
    stroke-width: 1.5;
  }
  .faint {
    opacity: 0.3;
  }
  .grid {
    stroke: var(--line);
    stroke-width: 1;
  }
  .grid.zero {
    stroke: var(--muted);
  }
  .tick {
    fill: var(--muted);
    font-size: 14px;
  }
  .end {
    text-anchor: end;
  }
  .middle {
    text-anchor: middle;
  }
  .column {
    stroke: var(--muted);
    stroke-width: 1;
    stroke-dasharray: 3 3;
  }
  .cursor {
    cursor: ew-resize;
    outline: none;
  }
  .stem {
    stroke: var(--act);
    stroke-width: 2;
  }
  .handle {
    fill: var(--act);
    stroke: var(--paper);
    stroke-width: 2;
  }
  .cursor:focus-visible .handle {
    stroke: var(--ink);
    stroke-width: 4;
  }
  .line-name {
    font-weight: 600;
  }
  .reading {
    text-anchor: end;
    cursor: pointer;
  }
  .reading.below {
    text-anchor: start;
  }
`;

/** So much wider is the ring of what was measured than the point of another line, in units. */
const WIDER = 1;
/** The radius of what moves the cursor, in units. */
const HANDLE = 8;

@customElement("ag-curves")
export class AgCurves extends Picture<CurvesSpec, readonly Line[]> {
  static override styles = [elementStyles, pictureStyles, curvesStyles];

  /** The position under the pointer. */
  @state() private under: number | null = null;

  /** Where the cursor was moved here, until the page moves it. */
  @state() private moved: { readonly to: number; readonly instead: number } | null = null;

  private lines: readonly Line[] = [];
  private places: readonly number[] = [];
  private shape: CurvesShape | null = null;
  /** The places of the positions in the drawing. */
  private xs: readonly number[] = [];
  private dragging = false;

  protected read(): readonly Line[] | null {
    this.lines = linesOf(this.options, this.view);
    const count = this.lines.reduce((most, { cells }) => Math.max(most, cells.length), 0);
    this.places = [...(this.given?.data ?? Array.from({ length: count }, (_, at) => at))];
    return this.lines.length > 0 ? this.lines : null;
  }

  /** The step with the places. */
  private get given() {
    return this.options.places === undefined ? null : this.step(this.options.places);
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

  /** The names of positions, where none is a number. */
  private get words(): readonly string[] {
    const names = this.places.map((_, at) => placeName(this.said, at));
    return names.some((name) => /^[\d−.\s]*$/.test(name)) ? [] : names;
  }

  private positionOf(cell: CellPlace | null): number | null {
    return cell ? (findCell(this.lines, cell, this.options.along)?.position ?? null) : null;
  }

  /** The position whose numbers are shown. */
  private get active(): number | null {
    return (
      this.positionOf(this.pointed?.cell ?? null) ?? this.under ?? this.cursor ?? this.positionOf(this.view.selected)
    );
  }

  /** The line that is emphasized. */
  private get foremost(): number | null {
    const cell = this.pointed?.cell ?? this.view.selected;
    return cell ? (findCell(this.lines, cell, this.options.along)?.line ?? null) : null;
  }

  /** The numbers of the curves beside it, which have the same scale. */
  private get beside(): readonly number[] {
    const { scaledWith = [] } = this.view;
    const steps = new Map(scaledWith.map((step) => [step.id, step]));
    return linesOf(this.options, { ...this.view, steps }).flatMap(({ values }) => values);
  }

  /** What the words of the picture are about. */
  private get said(): Said {
    const { lines, options, view, text, places } = this;
    return { lines, options, view, text, places };
  }

  protected declare(lines: readonly Line[]): Declared {
    const { logX = false, logY = false, close = false } = this.options;
    const { across: width } = this;
    const { unit } = this.room;
    const shape = curvesShape(
      {
        places: this.places,
        values: lines.map(({ values }) => values),
        beside: this.beside,
        names: lines.map(({ name }) => name),
        words: this.words,
        logX: logX && this.given !== null,
        logY,
        close,
        ...(this.cursor !== null && { handle: HANDLE }),
      },
      width,
    );
    this.shape = shape;
    this.xs = this.places.map((place) => shape.x(place));
    const { active } = this;
    return {
      width,
      height: Math.ceil(shape.height * unit) / unit,
      level: shape.level,
      name: nameOf(this.said),
      told: () => toldOf(this.said),
      keys: this.text("pictures.curves.keys"),
      kind: this.cursor === null ? "plot" : "plot movable",
      panels: [
        {
          under: svg`<rect data-touch class="touch" x="0" y="0" width=${width} height=${shape.height}></rect>
            ${axes(shape, this.xs, this.said)}
            ${active === null ? nothing : this.renderColumn(shape, active)}
            ${lines.map((line, at) => this.renderLine(shape, line, at))}
            ${this.renderCursor(shape)}`,
          marks: lines.flatMap((line, at) => this.points(shape, line, at)),
          over: lines.map((line, at) => this.renderName(shape, line, at)),
        },
      ],
    };
  }

  /** The points of a line that are drawn; among them is the one that Tab reaches. */
  private points(shape: CurvesShape, line: Line, at: number): Mark[] {
    const all = this.lines.length * this.places.length <= MOST_POINTS;
    const stop = this.current && findCell(this.lines, this.current.cell, this.options.along);
    const first = at === 0 ? line.values.findIndex((value) => this.draws(value)) : null;
    const some = [this.active, stop ? (stop.line === at ? stop.position : null) : first];
    const positions = all
      ? line.cells.map((_, position) => position)
      : [...new Set(some)].filter((position) => position !== null);
    return positions.flatMap((position) => this.pointAt(shape, line, at, position));
  }

  private draws(value: number): boolean {
    return isDrawn(value, this.options.logY ?? false);
  }

  private pointAt(
    shape: CurvesShape,
    { step, cells, values, category, name, measured }: Line,
    at: number,
    position: number,
  ): readonly Mark[] {
    const cell = cells[position];
    const value = values[position] ?? Number.NaN;
    const [x, y] = [this.xs[position] ?? Number.NaN, shape.y(value)];
    if (!cell || !this.draws(value) || !Number.isFinite(x)) return [];
    const lit = this.pointed?.key === keyOfCell(cell) || position === this.active;
    const color = categoryCss(category);
    return [
      {
        cell: { ...cell, value },
        kind: this.faint(at),
        label: () => {
          const place = `${name}, ${placeName(this.said, position)}`;
          return this.text("pictures.value", { place, value: formatIn(step, value) });
        },
        draw: () =>
          svg`<circle data-touch class="touch" cx=${x} cy=${y} r="9"></circle><circle class="ring" cx=${x} cy=${y} r="8"></circle><circle
            class=${measured ? "point measured" : "point"} data-along=${`line:${name}`} cx=${x} cy=${y} r=${(lit ? 4.5 : 2.5) + (measured ? WIDER : 0)} ${styleProperties(measured ? { "--color": color } : { fill: color })}></circle>`,
      },
    ];
  }

  protected override markAfter(key: string, from: Mark): CellPlace | null {
    const found = findCell(this.lines, from.cell, this.options.along);
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

  private positionUnder(event: PointerEvent): number | null {
    const { shape } = this;
    const { x, y } = this.placeOf(event).at;
    // The ticks below are a part of it, where a finger does not cover the lines.
    if (!shape || x < shape.left - 10 || x > shape.right + 10 || y > shape.height) return null;
    return nearest(this.xs, x);
  }

  protected override onPress(event: PointerEvent): void {
    if (this.cursor === null || event.button !== 0 || this.cellAt(event.target)) return;
    const position = this.positionUnder(event);
    if (position === null) return;
    this.dragging = true;
    (event.currentTarget as SVGElement).setPointerCapture(event.pointerId);
    this.moveCursor(position);
  }

  protected override onMove(event: PointerEvent): void {
    super.onMove(event);
    const position = this.positionUnder(event);
    if (this.dragging && position !== null) this.moveCursor(position);
    this.under = position;
  }

  protected override onRelease(): void {
    this.dragging = false;
  }

  protected override onLeave(): void {
    super.onLeave();
    this.under = null;
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
      r=${HANDLE}
    ></circle></g>`;
  }

  private faint(at: number): string {
    return this.foremost === null || this.foremost === at ? "" : "faint";
  }

  private renderLine({ paths }: CurvesShape, { category, name, measured }: Line, at: number): unknown {
    const width = measured ? 1 : this.foremost === at ? 3.5 : 2.25;
    return svg`<path
      class=${`curve ${this.faint(at)}`}
      data-move=${`line:${name}`}
      d=${paths[at] ?? ""}
      stroke-width=${width}
      stroke-dasharray=${categoryDashes(category, width) || nothing}
      ${styleProperties({ stroke: categoryCss(category) })}
    ></path>`;
  }

  /** The name at the end of a line, and its number at the position that is looked at. */
  private renderName(
    { right, nameYs, nameRoom, stacked }: CurvesShape,
    { step, name, cells, values, category }: Line,
    at: number,
  ): unknown {
    const position = this.active;
    const cell = position === null ? undefined : cells[position];
    const value = position === null ? undefined : values[position];
    const y = nameYs[at] ?? 0;
    const number = cell && value !== undefined ? formatIn(step, value) : "";
    const room = number === "" || stacked ? nameRoom : nameRoom - widthOf(` ${number}`);
    const short = fitted(name, Math.max(1, room));
    return svg`<text
      class="line-name"
      x=${right + 12}
      y=${y}
      ${styleProperties({ fill: categoryCss(category) })}
    >${short}</text>${
      cell && value !== undefined
        ? svg`<text
            class=${stacked ? "reading below" : "reading"}
            x=${stacked ? right + 12 : this.across}
            y=${stacked ? y + LINE : y}
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
