/**
 * `<ag-heat-map>`: a table without digits, for what is too large to be read number by number. The cell under the pointer or with the cursor is named below it,
 * with its number.
 *
 * The cursor is one cell of a grid for assistive technology: the arrow keys move it as in a table with digits, and Enter opens its arithmetic.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { CellEditor } from "../elements/cell-editor.ts";
import { elementStyles } from "../elements/element-styles.ts";
import { send } from "../elements/events.ts";
import { cellAfterTab } from "../elements/matrix-keys.ts";
import { slicesStyles } from "../elements/slices-styles.ts";
import { styleProperties } from "../elements/style-properties.ts";
import { CONTENT, type Place, TableElement } from "../elements/table.ts";
import { themeNow } from "../elements/theme.ts";
import { MatrixCursor } from "../matrix/cursor.ts";
import { namesStyles } from "../matrix/names-styles.ts";
import { paintPixels, type Strides } from "../matrix/pixels.ts";
import { cellAt, ringAround, samePlace } from "../matrix/places.ts";
import { cellName } from "../matrix/speech.ts";
import { matrixStyles } from "../matrix/styles.ts";
import { plain } from "../numbers/format.ts";
import { contains, offsetOf, placeOf, sameIndex } from "../numbers/shape.ts";
import { turn } from "../tasks.ts";
import { actionOf } from "./heat-keys.ts";
import { type HeatLayout, heatLayout } from "./heat-layout.ts";
import { operandLines, operandsOf } from "./heat-marks.ts";
import { showCell } from "./heat-scroll.ts";
import type { HeatShape } from "./heat-shape.ts";
import { heatStyles } from "./heat-styles.ts";

/** A map with more cells than this is painted in a task of its own. */
const MOST_AT_ONCE = 16_384;
/** A map without contents. */
const NOTHING: HeatShape = { rows: 0, columns: 0, across: 1, down: 1 };
/** What the places and sizes depend on, beside the contents. */
const LAYOUT = [
  "span",
  "size",
  "share",
  "resized",
  "text",
  "rowLabels",
  "columnLabels",
  "vertical",
  "transposed",
] as const;

@customElement("ag-heat-map")
export class AgHeatMap extends TableElement {
  static override styles = [elementStyles, slicesStyles, namesStyles, matrixStyles, heatStyles];

  @property({ reflect: true }) size: "large" | "small" = "large";
  /** The largest number of rows or columns of the tables beside it. */
  @property({ attribute: false }) span = 1;
  /** Makes the cells smaller: while presenting, everything has to fit. */
  @property({ attribute: false }) share = 1;
  /** Omits the names of rows and columns, which a screen reader still reads. */
  @property({ type: Boolean }) bare = false;

  /** Counts changes of the window's size. */
  @state() protected resized = 0;

  @query("canvas") private canvas!: HTMLCanvasElement | null;
  @query(".field") private field!: HTMLElement | null;
  @query(".cursor") private cell!: HTMLElement | null;

  private readonly editor = new CellEditor();
  /** Counts what was to be painted: of several paintings that wait, the last one is done. */
  private painting = 0;
  /** The sizes and names of the present contents; null before the first. */
  private layout: HeatLayout | null = null;
  private readonly cursor = new MatrixCursor(this, {
    extent: () => this.shape,
    reveal: (place) => this.reveal(place),
    point: (place) => this.point(place),
    repaint: () => void this.paintSoon(),
    ring: (place) => this.ring(place),
  });
  private readonly onResize = () => {
    this.resized += 1;
  };

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("resize", this.onResize);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("resize", this.onResize);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    // The element is used again for another step, in which nothing is pointed at.
    if (changed.has("step") && changed.get("step")?.id !== this.step?.id) this.leave();
    const { rows, columns } = this.plane;
    const resized = rows !== this.shape.rows || columns !== this.shape.columns;
    if (!this.layout || resized || LAYOUT.some((key) => changed.has(key as keyof AgHeatMap))) this.lay();
    const chosen = changed.has("selected") ? this.selected : changed.has("marked") ? this.marked[0]?.index : null;
    const shown = chosen && !this.cursor.focused ? placeOf(this.plane, this.slice, chosen) : null;
    if (shown) this.cursor.moveTo(shown);
    else this.cursor.keepWithin();
  }

  private leave(): void {
    this.cursor.hovered = null;
    if (this.cursor.focused) this.cell?.blur();
  }

  /** Finds the sizes and names for new contents, or for another window. */
  private lay(): void {
    const { plane, labels, size, span, share, bare } = this;
    this.layout = heatLayout({ plane, labels, size, span, share, bare });
  }

  private get shape(): HeatShape {
    return this.layout?.shape ?? NOTHING;
  }

  protected override render(): TemplateResult {
    const { shape, cursor } = this;
    const { rows, columns, across, down } = shape;
    const [width, height] = [columns * across, rows * down];
    const { left = 0, top = 0, above = 0, type = 0, names = nothing } = this.layout ?? {};
    const px = (length: number) => `${length}px`;
    const [row, column] = cursor.at;
    const shown = cursor.hovered ?? (cursor.focused ? cursor.at : this.placeOf(this.pointed ?? this.selected));
    const invalid = this.placeOf(this.error?.index);
    const describedBy = invalid ? "problem" : this.editable ? "hint" : nothing;
    const chosen = this.placeOf(this.selected);
    const onCursor = (place: Place | null) => samePlace(place, cursor.at);
    return html`
      ${this.renderSlices()}
      <div class="caption" id="caption"><span class="name"><slot name="caption">${this.plainName}</slot></span><span class="size">${this.extent}</span></div>
      <div class="frame" part="frame">
        <div class="map" ${styleProperties({ width: px(left + width), height: px(top + height) })}>
          <svg class="names" ${styleProperties({ "font-size": px(type) })} viewBox="0 ${-above} ${left + width} ${top + height}" aria-hidden="true">
            ${names}
          </svg>
          <div
            class="field"
            role="grid"
            aria-labelledby="caption"
            aria-rowcount=${rows}
            aria-colcount=${columns}
            aria-readonly=${this.editable ? "false" : "true"}
            ${styleProperties({ left: px(left), top: px(top), width: px(width), height: px(height) })}
            @pointermove=${this.onMove}
            @pointerleave=${cursor.onAway}
            @click=${this.onClick}
            @dblclick=${this.onDoubleClick}
          >
            <canvas aria-hidden="true"></canvas>
            <svg class="outlines" viewBox="0 0 ${columns} ${rows}" preserveAspectRatio="none" aria-hidden="true">${operandLines(this.operands, shape)}</svg>
            ${cursor.ring("chosen", chosen)}
            ${cursor.ring("pointed", this.placeOf(this.pointed))}
            ${cursor.ring("hovered", cursor.hovered)}
            ${cursor.ring("invalid", invalid)}
            <div role="row" aria-rowindex=${row + 1}>
              <div
                class=${column * 2 > columns ? "ring cursor late" : "ring cursor"}
                role="gridcell"
                tabindex="0"
                aria-colindex=${column + 1}
                aria-label=${this.nameOf(cursor.at)}
                aria-selected=${onCursor(chosen) ? "true" : "false"}
                aria-invalid=${onCursor(invalid) ? "true" : nothing}
                aria-describedby=${describedBy}
                data-cell=${this.indexOf(cursor.at).join()}
                data-value=${plain(this.valueAt(cursor.at))}
                ${styleProperties(this.ring(cursor.at))}
                @keydown=${this.onKey}
                @focus=${cursor.onFocus}
                @blur=${cursor.onBlur}
                @copy=${this.onCopy}
              ></div>
            </div>
          </div>
        </div>
      </div>
      ${cursor.reading(shown && this.nameOf(shown))}
      ${this.editable ? html`<p id="hint" class="unseen">${this.text("elements.matrix.hint")}</p>` : nothing}
      ${this.renderProblem()}
    `;
  }

  /** The cells that another cell was computed from, by operand. */
  private get operands(): readonly (readonly Place[])[] {
    return operandsOf(this.marked, (index) => this.placeOf(index));
  }

  private ring(place: Place): Record<string, string> {
    return ringAround(place, this.shape);
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("filled") || CONTENT.some((key) => changed.has(key as keyof AgHeatMap))) void this.paintSoon();
    if (changed.has("selected") && this.selected) this.reveal(this.placeOf(this.selected));
    else if (changed.has("marked")) this.reveal(this.placeOf(this.marked[0]?.index));
  }

  private async paintSoon(): Promise<void> {
    this.painting += 1;
    const { painting } = this;
    const { rows, columns } = this.shape;
    if (rows * columns > MOST_AT_ONCE) await turn();
    if (painting === this.painting) this.paint();
  }

  private paint(): void {
    if (!this.canvas) return;
    const { rows, columns } = this.shape;
    const { shape, data } = this.content;
    const offset = (row: number, column: number) => offsetOf(shape, this.indexOf([row, column]));
    // Of the offsets, which are linear, three give all others.
    const first = offset(0, 0);
    const strides: Strides = { first, down: offset(1, 0) - first, across: offset(0, 1) - first };
    const told = this.filled ?? Number.POSITIVE_INFINITY;
    paintPixels(this.canvas, { rows, columns, domain: this.scale, theme: themeNow(this), data, strides, told });
  }

  private valueAt(place: Place): number {
    const { shape, data } = this.content;
    return data[offsetOf(shape, this.indexOf(place))] ?? Number.NaN;
  }

  private placeOf(index: readonly number[] | null | undefined): Place | null {
    return index && contains(this.content.shape, index) ? placeOf(this.plane, this.slice, index) : null;
  }

  private nameOf(place: Place): string {
    const { text, plane, labels } = this;
    const name = (names: readonly string[]) => (position: number) => names[position] ?? String(position + 1);
    const named = { text, plane, row: name(labels.rows), column: name(labels.columns) };
    return cellName({ ...named, axisName: (axis) => this.axisName(axis) }, place, this.valueAt(place));
  }

  private reveal(place: Place | null): void {
    const frame = this.renderRoot.querySelector(".frame");
    if (place && frame && this.field) showCell(frame, this.field, place, this.shape);
  }

  override focusIndex(index: readonly number[]): void {
    const place = this.placeOf(index);
    if (place) void this.focusCell(place);
  }

  override elementAt(index: readonly number[]): Element | null {
    const place = this.placeOf(index);
    return place ? this.renderRoot.querySelector(samePlace(place, this.cursor.at) ? ".cursor" : ".chosen") : null;
  }

  private async focusCell(place: Place): Promise<void> {
    this.cursor.moveTo(place);
    await this.updateComplete;
    this.reveal(place);
    this.cell?.focus({ preventScroll: true });
  }

  private edit(place: Place, typed: string | null = null): void {
    const { cell } = this;
    if (!this.editable || !cell || !samePlace(place, this.cursor.at)) return;
    const index = this.indexOf(place);
    const label = this.text("elements.matrix.newValue", {
      cell: `${this.plainName} ${index.map((at) => at + 1).join(", ")}`,
    });
    this.editor.start(cell, { text: plain(this.valueAt(place)), typed, label }, (edit, move) => {
      const { rows, columns } = this.shape;
      const tabbed =
        move === "next" || move === "previous" ? cellAfterTab(move === "previous", place, rows, columns) : null;
      if (move !== "away") void this.focusCell(tabbed ?? place);
      if (edit) send(this, "ag-edit", { input: this.input || this.step?.input || "", index, text: edit.text });
    });
  }

  /** The cell at which an event is. */
  private at({ clientX, clientY }: MouseEvent): Place | null {
    const box = this.field?.getBoundingClientRect();
    return box ? cellAt(this.shape, box, clientX - box.left, clientY - box.top) : null;
  }

  private readonly onMove = (event: PointerEvent): void => {
    // A finger that scrolls points at nothing.
    if (event.pointerType !== "touch") this.cursor.hover(this.at(event));
  };

  private readonly onClick = (event: MouseEvent): void => {
    const place = this.at(event);
    if (!place) return;
    const again = this.editable && this.selected !== null && sameIndex(this.indexOf(place), this.selected);
    if (!again) this.select(place);
    void this.focusCell(place).then(() => {
      if (again) this.edit(place);
    });
  };

  private readonly onDoubleClick = (event: MouseEvent): void => {
    const place = this.at(event);
    if (place) void this.focusCell(place).then(() => this.edit(place));
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.isComposing) return;
    if (!this.cursor.takeKey(event)) {
      const action = actionOf(event, this.editable);
      if (!action) return;
      if ("opens" in action) this.select(this.cursor.at);
      else this.edit(this.cursor.at, action.typed);
    }
    event.preventDefault();
    event.stopPropagation();
  };

  private readonly onCopy = (event: ClipboardEvent): void => {
    event.clipboardData?.setData("text/plain", plain(this.valueAt(this.cursor.at)));
    event.preventDefault();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-heat-map": AgHeatMap;
  }
}
