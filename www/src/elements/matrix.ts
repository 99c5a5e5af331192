/**
 * `<ag-matrix>`: one tensor as a table whose cells can be navigated, opened, marked and edited.
 *
 * A list is one row (or a column, if `vertical`), a single number a table of one cell, and a tensor with more than two axes is shown slice by slice.
 * The symbol above the table is the slot `caption`; by default it is the step's symbol in plain text.
 */

import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import type { TraceStep } from "../library.ts";
import { TableOrder } from "../motion/order.ts";
import { plain } from "../numbers/format.ts";
import { restBeside, restOf } from "../numbers/rest.ts";
import { contains, offsetOf, placeOf, sameIndex } from "../numbers/shape.ts";
import { CellEditor } from "./cell-editor.ts";
import { copyCells } from "./copy-cells.ts";
import { CutEdge } from "./cut-edge.ts";
import { differs } from "./differs.ts";
import { elementStyles } from "./element-styles.ts";
import { send } from "./events.ts";
import { CellGrid } from "./matrix-grid.ts";
import { beginsNumber, cellAfterKey, cellAfterTab } from "./matrix-keys.ts";
import { CellMarks, type Mark } from "./matrix-marks.ts";
import { matrixStyles } from "./matrix-styles.ts";
import { slicesStyles } from "./slices-styles.ts";
import { CONTENT, type Place, TableElement } from "./table.ts";

export type { Mark };

const OUTLINES = ["selected", "marked", "pointed", "error"] as const;

@customElement("ag-matrix")
export class AgMatrix extends TableElement {
  static override styles = [elementStyles, slicesStyles, matrixStyles];

  /** Omits what a caption says: the axis names in the corner, and of the shape the leading axes with a single slice. */
  @property({ type: Boolean }) bare = false;
  /** `heat` shows colors without digits, `heat-bare` also without the names of rows and columns, both of which a screen reader still reads. */
  @property({ reflect: true }) size: "stage" | "small" | "heat" | "heat-bare" = "stage";

  /** What the numbers stand for: the name of 0, of 1 and so on. A cell shows the name above its number. */
  @property({ attribute: false, hasChanged: differs }) valueNames: readonly string[] = [];

  /** A step that its numbers are sums or differences of, where these may cancel. */
  @property({ attribute: false }) from: Pick<TraceStep, "data"> | null = null;

  @query(".frame") private frame!: HTMLElement;
  @query("table") private table!: HTMLTableElement;

  private grid: CellGrid | null = null;
  private readonly editor = new CellEditor();
  private active: Place = [0, 0];
  private readonly marks = new CellMarks();
  private readonly order = new TableOrder(this);

  constructor() {
    super();
    new CutEdge(this, () => (this.frame ? [this.frame] : []));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.order.connected();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.order.disconnected();
  }

  protected override render(): TemplateResult {
    return html`
      ${this.renderSlices()}
      <div class="frame" part="frame">
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
          <caption id="caption"><span class="title"><span class="name"><slot name="caption">${this.plainName}</slot></span><span class="size">${this.extent}</span></span></caption>
          <thead></thead>
          <tbody></tbody>
        </table>
      </div>
      ${this.editable ? html`<p id="hint" class="unseen">${this.text("elements.matrix.hint")}</p>` : nothing}
      ${this.renderProblem()}
    `;
  }

  protected override updated(changed: PropertyValues<this>): void {
    const repaint =
      !this.grid ||
      changed.has("bare") ||
      changed.has("valueNames") ||
      changed.has("from") ||
      CONTENT.some((key) => changed.has(key));
    if (repaint) {
      this.paint();
      this.order.shows(this.labels, this.table);
    }
    if (changed.has("filled")) this.grid?.fill(this.filled ?? Number.POSITIVE_INFINITY);
    if (repaint || OUTLINES.some((key) => changed.has(key))) this.paintMarks();
    const show = (changed.has("selected") && this.selected) || (changed.has("marked") && this.marked[0]?.index) || null;
    const place = show ? placeOf(this.plane, this.slice, show) : null;
    if (place && !this.matches(":focus-within")) this.setActive(place);
    if (place) this.grid?.reveal(place);
  }

  protected override get shapeShown(): readonly number[] {
    const { shape } = this.content;
    const several = shape.findIndex((length, axis) => length !== 1 || axis >= shape.length - 2);
    return this.bare ? shape.slice(Math.max(0, several)) : shape;
  }

  private paint(): void {
    this.grid ??= new CellGrid(this.table, this.frame);
    const { shape, data } = this.content;
    const plane = this.plane;
    const { rows: rowLabels, columns: columnLabels } = this.labels;
    const name = (axis: number | null) => (this.bare ? "" : this.axisName(axis));
    const focused = this.shadowRoot?.activeElement?.closest("td") != null && !this.editor.open;
    this.grid.show({
      plane,
      shape,
      slice: this.slice,
      data,
      domain: this.scale,
      rest: this.from ? restBeside(this.from) : this.step ? restOf(this.step) : 0,
      rowLabels,
      columnLabels,
      valueNames: this.valueNames,
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

  override focusIndex(index: readonly number[]): void {
    const place = placeOf(this.plane, this.slice, index);
    if (place) this.focusCell(place);
  }

  override elementAt(index: readonly number[]): Element | null {
    const place = placeOf(this.plane, this.slice, index);
    return place ? (this.grid?.cell(place) ?? null) : null;
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
    this.point(place);
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
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-matrix": AgMatrix;
  }
}
