/**
 * `<ag-matrix>`: one tensor as a table whose cells can be navigated, opened, marked and edited.
 *
 * A list is one row (or a column, if `vertical`), a single number a table of one cell, and a tensor with more than two axes is shown slice by slice.
 * The symbol above the table is the slot `caption`; by default it is the step's symbol in plain text.
 */

import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import type { Tensor, TraceStep } from "../library.ts";
import { type Domain, domainFor } from "../numbers/color.ts";
import { plain } from "../numbers/format.ts";
import { contains, indexAt, offsetOf, type Plane, placeOf, planeOf, sameIndex } from "../numbers/shape.ts";
import { plainSymbol } from "../numbers/symbol.ts";
import { AgElement } from "./ag-element.ts";
import { CellEditor } from "./cell-editor.ts";
import { copyCells } from "./copy-cells.ts";
import { differs } from "./differs.ts";
import { elementStyles } from "./element-styles.ts";
import { send } from "./events.ts";
import { axisName } from "./lookup.ts";
import { CellGrid, type Place } from "./matrix-grid.ts";
import { beginsNumber, cellAfterKey, cellAfterTab } from "./matrix-keys.ts";
import { CellMarks, type Mark } from "./matrix-marks.ts";
import { sliceFor, slicePicker } from "./matrix-slices.ts";
import { matrixStyles } from "./matrix-styles.ts";

export type { Mark };

/** Plain data, compared by its contents. */
const DATA = { attribute: false, hasChanged: differs };

/** The properties on which the contents of the cells depend, and those on which their outlines depend. */
const CONTENT = [
  "step",
  "tensor",
  "slice",
  "domain",
  "rowLabels",
  "columnLabels",
  "vertical",
  "transposed",
  "bare",
  "text",
  "size",
] as const;
const OUTLINES = ["selected", "marked", "pointed", "error"] as const;

@customElement("ag-matrix")
export class AgMatrix extends AgElement {
  static override styles = [elementStyles, matrixStyles];

  @property({ attribute: false }) step: TraceStep | null = null;
  /** A tensor instead of a step. */
  @property({ attribute: false }) tensor: Tensor | null = null;
  /** Name of the table in plain text; by default the step's symbol. */
  @property({ attribute: false }) name = "";
  /** Name of the input that edits are for; by default that of the step. */
  @property({ attribute: false }) input = "";
  /** Positions on the leading axes of a tensor with more than two. */
  @property(DATA) slice: readonly number[] = [];
  /** The names of those positions for each axis; by default their numbers from 1. */
  @property(DATA) sliceLabels: readonly (readonly string[])[] = [];
  @property(DATA) rowLabels: readonly string[] = [];
  @property(DATA) columnLabels: readonly string[] = [];
  @property(DATA) selected: readonly number[] | null = null;
  @property(DATA) marked: readonly Mark[] = [];
  /** A cell that is highlighted elsewhere. */
  @property(DATA) pointed: readonly number[] | null = null;
  @property(DATA) domain: Domain | null = null;
  @property(DATA) error: { readonly index: readonly number[]; readonly message: string } | null = null;
  /** How many cells are shown, by offset, while the step is played; null for all. */
  @property({ attribute: false }) filled: number | null = null;
  @property({ type: Boolean }) editable = false;
  @property({ type: Boolean }) vertical = false;
  /** Shows the columns as rows; labels and indices are those of the tensor. */
  @property({ type: Boolean }) transposed = false;
  /** Omits the axis names in the corner. */
  @property({ type: Boolean }) bare = false;
  /** `heat` shows colors without digits, `heat-bare` also without the names of rows and columns, both of which a screen reader still reads. */
  @property({ reflect: true }) size: "stage" | "small" | "heat" | "heat-bare" = "stage";

  @query(".frame") private frame!: HTMLElement;
  @query("table") private table!: HTMLTableElement;

  private grid: CellGrid | null = null;
  private readonly editor = new CellEditor();
  private active: Place = [0, 0];
  private readonly marks = new CellMarks();
  private scrolling = 0;

  private get content(): Tensor {
    return this.step ?? this.tensor ?? { shape: [0], data: new Float64Array() };
  }

  private get plane(): Plane {
    return planeOf(this.content.shape, { vertical: this.vertical, transposed: this.transposed });
  }

  private get axes(): readonly string[] {
    return this.step?.axes ?? [];
  }

  private get plainName(): string {
    return this.name || (this.step ? plainSymbol(this.step.symbol) : "");
  }

  private get stepId(): string {
    return this.step?.id ?? "";
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("step")) {
      if (this.step) this.dataset.stepId = this.step.id;
      else delete this.dataset.stepId;
    }
    const { shape } = this.content;
    const { leading } = this.plane;
    // A chosen or marked cell has to be visible: its slice is shown, unless some of them are visible already.
    const seen = this.marked.some(({ index }) => sameIndex(index.slice(0, leading), this.slice));
    const marked = changed.has("marked") && !seen ? this.marked[0]?.index : null;
    const chosen = changed.has("selected") ? this.selected : null;
    const slice = sliceFor(shape, chosen ?? marked ?? this.slice, this.slice);
    if (!sameIndex(slice, this.slice)) this.slice = slice;
  }

  protected override render(): TemplateResult {
    const { shape } = this.content;
    const name = this.plainName;
    const size =
      shape.length === 0
        ? ""
        : shape.length === 1
          ? this.text("elements.matrix.listSize", { count: shape[0] ?? 0 })
          : (this.transposed ? [...shape.slice(0, -2), ...shape.slice(-2).reverse()] : shape).join(" × ");
    return html`
      ${this.renderSlices()}
      <div class="frame" part="frame" @scroll=${this.onScroll}>
        <table
          role="grid"
          aria-labelledby="caption"
          aria-readonly=${this.editable ? "false" : "true"}
          aria-describedby=${this.editable ? "hint" : nothing}
          @click=${this.onClick}
          @dblclick=${this.onDoubleClick}
          @keydown=${this.onKey}
          @focusin=${this.onFocus}
          @focusout=${this.onLeave}
          @pointerover=${this.onPointer}
          @pointerleave=${this.onLeave}
          @copy=${this.onCopy}
        >
          <caption id="caption"><span class="title"><span class="name"><slot name="caption">${name}</slot></span><span class="size">${size}</span></span></caption>
          <thead></thead>
          <tbody></tbody>
        </table>
      </div>
      ${this.editable ? html`<p id="hint" class="unseen">${this.text("elements.matrix.hint")}</p>` : nothing}
      ${this.error ? html`<p id="problem" class="problem" role="alert">${this.error.message}</p>` : nothing}
    `;
  }

  private renderSlices(): unknown {
    const { shape } = this.content;
    return Array.from({ length: this.plane.leading }, (_, axis) => {
      const name = axisName(this.text, this.axes[axis] ?? "slice");
      const size = shape[axis] ?? 0;
      // One slice needs no choice.
      if (size < 2) return nothing;
      const labels = this.sliceLabels[axis] ?? Array.from({ length: size }, (_, position) => String(position + 1));
      return slicePicker(name, labels, this.slice[axis] ?? 0, (position) => this.showSlice(axis, position));
    });
  }

  protected override updated(changed: PropertyValues<this>): void {
    const repaint = !this.grid || CONTENT.some((key) => changed.has(key));
    if (repaint) this.paint();
    if (changed.has("filled")) this.grid?.fill(this.filled ?? Number.POSITIVE_INFINITY);
    if (repaint || OUTLINES.some((key) => changed.has(key))) this.paintMarks();
    const show = (changed.has("selected") && this.selected) || (changed.has("marked") && this.marked[0]?.index) || null;
    const place = show ? placeOf(this.plane, this.slice, show) : null;
    if (place && !this.matches(":focus-within")) this.setActive(place);
    if (place) this.grid?.reveal(place);
  }

  private paint(): void {
    this.grid ??= new CellGrid(this.table, this.frame);
    const { shape, data } = this.content;
    const plane = this.plane;
    const name = (axis: number | null) =>
      axis === null || this.bare ? "" : axisName(this.text, this.axes[axis] ?? "");
    const focused = this.shadowRoot?.activeElement?.closest("td") != null && !this.editor.open;
    this.grid.show({
      plane,
      shape,
      slice: this.slice,
      data,
      domain: this.domain ?? domainFor(data, this.step ?? undefined),
      rowLabels: this.transposed ? this.columnLabels : this.rowLabels,
      columnLabels: this.transposed ? this.rowLabels : this.columnLabels,
      rowName: name(plane.rowAxis),
      columnName: name(plane.columnAxis),
      spoken: {
        nan: this.text("elements.number.nan"),
        masked: this.text("elements.number.masked"),
        infinite: this.text("elements.number.infinite"),
      },
    });
    const [row, column] = this.active;
    this.setActive([Math.max(0, Math.min(row, plane.rows - 1)), Math.max(0, Math.min(column, plane.columns - 1))]);
    if (focused && !this.shadowRoot?.activeElement) this.focusCell(this.active);
  }

  private paintMarks(): void {
    const { marked, pointed, selected, error } = this;
    this.marks.paint({ marked, pointed, selected, invalid: error?.index }, (index) => {
      const place = contains(this.content.shape, index) ? placeOf(this.plane, this.slice, index) : null;
      return place ? (this.grid?.cell(place) ?? null) : null;
    });
  }

  private indexOf([row, column]: Place): number[] {
    return indexAt(this.plane, this.slice, row, column);
  }

  private setActive(place: Place): void {
    const before = this.grid?.cell(this.active);
    if (before) before.tabIndex = -1;
    this.active = place;
    const cell = this.grid?.cell(place);
    if (cell) cell.tabIndex = 0;
  }

  /** Moves the focus to a cell, scrolling it into the frame. */
  focusCell(place: Place): void {
    this.grid?.reveal(place);
    this.setActive(place);
    this.grid?.cell(place)?.focus({ preventScroll: true });
  }

  /** Moves the focus to the cell with an index, if it is shown. */
  focusIndex(index: readonly number[]): void {
    const place = placeOf(this.plane, this.slice, index);
    if (place) this.focusCell(place);
  }

  private showSlice(axis: number, position: number): void {
    this.slice = this.slice.map((other, at) => (at === axis ? position : other));
    send(this, "ag-slice", { step: this.stepId, slice: this.slice });
  }

  private select(place: Place): void {
    send(this, "ag-select", { step: this.stepId, index: this.indexOf(place) });
  }

  private edit(place: Place, typed: string | null = null): void {
    const cell = this.grid?.cell(place);
    if (!this.editable || !cell) return;
    const index = this.indexOf(place);
    const { shape, data } = this.content;
    const label = this.text("elements.matrix.newValue", {
      cell: `${this.plainName} ${index.map((at) => at + 1).join(", ")}`,
    });
    const text = plain(data[offsetOf(shape, index)] ?? 0);
    this.editor.start(cell, { text, typed, label }, (edit, move) => {
      const { rows, columns } = this.plane;
      const tabbed =
        move === "next" || move === "previous" ? cellAfterTab(move === "previous", place, rows, columns) : null;
      if (move !== "away") this.focusCell(tabbed ?? place);
      if (edit) send(this, "ag-edit", { input: this.input || this.step?.input || "", index, text: edit.text });
    });
  }

  private light(place: Place | null): void {
    for (const header of this.table.querySelectorAll("th.lit")) header.classList.remove("lit");
    if (!place) return;
    this.grid?.rowHeader(place[0])?.classList.add("lit");
    this.grid?.columnHeader(place[1])?.classList.add("lit");
  }

  private hover(place: Place | null): void {
    this.light(place);
    send(this, "ag-hover", place ? { step: this.stepId, index: this.indexOf(place) } : null);
  }

  private readonly onClick = (event: MouseEvent) => {
    const place = this.grid?.placeOf(event.target);
    if (!place) return;
    const again = this.editable && this.selected !== null && sameIndex(this.indexOf(place), this.selected);
    this.setActive(place);
    if (again) this.edit(place);
    else this.select(place);
  };

  private readonly onDoubleClick = (event: MouseEvent) => {
    const place = this.grid?.placeOf(event.target);
    if (place) this.edit(place);
  };

  private readonly onKey = (event: KeyboardEvent) => {
    const place = this.grid?.placeOf(event.target);
    if (!place || event.altKey || event.isComposing) return;
    const control = event.ctrlKey || event.metaKey;
    const { rows, columns } = this.plane;
    const next = cellAfterKey(event.key, control, place, rows, columns);
    if (next) this.focusCell(next);
    else if ((event.key === "Enter" || event.key === " ") && !control) this.select(place);
    else if (this.editable && event.key === "F2") this.edit(place);
    else if (this.editable && !control && beginsNumber(event.key)) this.edit(place, event.key);
    else if (this.editable && (event.key === "Delete" || event.key === "Backspace")) this.edit(place, "");
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  private readonly onFocus = (event: FocusEvent) => {
    const place = this.grid?.placeOf(event.target);
    if (!place) return;
    this.setActive(place);
    this.hover(place);
  };

  private readonly onPointer = (event: PointerEvent) => {
    const place = this.grid?.placeOf(event.target);
    if (place) this.hover(place);
  };

  private readonly onLeave = (event: Event) => {
    // When the pointer moves to another cell, that cell sends the event.
    const to = event instanceof FocusEvent ? event.relatedTarget : null;
    if (!(to instanceof Node && this.table.contains(to))) this.hover(null);
  };

  private readonly onCopy = (event: ClipboardEvent) => {
    if (this.table && copyCells(event, this.table, this.shadowRoot)) event.preventDefault();
  };

  private readonly onScroll = () => {
    if (this.scrolling || !this.grid?.windowed) return;
    this.scrolling = requestAnimationFrame(() => {
      this.scrolling = 0;
      const inside = this.shadowRoot?.activeElement?.closest("td");
      if (!this.grid?.updateWindow()) return;
      this.paintMarks();
      // One cell can always be reached with Tab; a removed cell with the focus passes it to the nearest that exists.
      if (this.grid.cell(this.active)) {
        this.setActive(this.active);
        return;
      }
      const first = this.grid.firstRow;
      const place: Place = [first > this.active[0] ? first : this.grid.lastRow, this.active[1]];
      this.setActive(place);
      if (inside) this.grid.cell(place)?.focus({ preventScroll: true });
    });
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-matrix": AgMatrix;
  }
}
