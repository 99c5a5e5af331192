/**
 * The cells of a table, updated without a template: they are created once and repainted in place, so that a step, a hover or an arrow key updates
 * only the cells that change. Above a limit only the rows near the visible part exist.
 */
import type { Domain } from "../numbers/color.ts";
import { indexAt, offsetOf, type Plane } from "../numbers/shape.ts";
import { type ColumnWidth, newCells, paintCell, type Spoken, widen } from "./cell-paint.ts";

export type Place = readonly [row: number, column: number];

/** The contents of a grid. */
export interface GridView {
  readonly plane: Plane;
  readonly shape: readonly number[];
  readonly slice: readonly number[];
  readonly data: ArrayLike<number>;
  readonly domain: Domain;
  readonly rowLabels: readonly string[];
  readonly columnLabels: readonly string[];
  /** Names of the two axes, for the corner. */
  readonly rowName: string;
  readonly columnName: string;
  readonly spoken: Spoken;
}

// Above this, creating and laying out every cell takes longer than a frame.
const MOST_CELLS_AT_ONCE = 1024;
const SPARE_ROWS = 8;

/** Heights of rows by size of type and zoom. */
const HEIGHTS = new Map<string, number>();

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className) made.className = className;
  return made;
}

export class CellGrid {
  private view: GridView | null = null;
  private rows = new Map<number, HTMLTableRowElement>();
  private first = 0;
  private end = 0;
  private rowHeight = 0;
  private above: HTMLTableRowElement | null = null;
  private below: HTMLTableRowElement | null = null;
  private widths: ColumnWidth[] = [];
  private filled = Number.POSITIVE_INFINITY;

  constructor(
    private readonly table: HTMLTableElement,
    private readonly frame: HTMLElement,
  ) {}

  private get head(): HTMLTableSectionElement {
    return this.table.tHead ?? this.table.createTHead();
  }

  private get body(): HTMLTableSectionElement {
    return this.table.tBodies[0] ?? this.table.createTBody();
  }

  /** Whether only a part of the rows exists. */
  get windowed(): boolean {
    return this.view !== null && this.view.plane.rows * this.view.plane.columns > MOST_CELLS_AT_ONCE;
  }

  get firstRow(): number {
    return this.first;
  }

  get lastRow(): number {
    return this.end - 1;
  }

  /** Shows a tensor; cells are created again only where the shape of the table changes. */
  show(view: GridView): void {
    const before = this.view;
    this.view = view;
    const rebuild =
      before?.plane.rows !== view.plane.rows ||
      before.plane.columns !== view.plane.columns ||
      before.plane.rowAxis !== view.plane.rowAxis ||
      before.plane.columnAxis !== view.plane.columnAxis;
    this.measure();
    if (rebuild) this.build(before !== null);
    else {
      this.paintHead();
      for (const [row, line] of this.rows) this.paintRow(row, line);
    }
  }

  /** Shows the cells with offsets below `filled`, and the places of the others. */
  fill(filled: number): void {
    if (filled === this.filled || !this.view) return;
    this.filled = filled;
    for (const [row, line] of this.rows) this.fillRow(row, line);
  }

  /** Returns the cell at a row and column, if its row exists. */
  cell([row, column]: Place): HTMLTableCellElement | null {
    const line = this.rows.get(row);
    return line?.cells[column + (this.view?.plane.rowAxis === null ? 0 : 1)] ?? null;
  }

  rowHeader(row: number): HTMLTableCellElement | null {
    return this.view?.plane.rowAxis === null ? null : (this.rows.get(row)?.cells[0] ?? null);
  }

  columnHeader(column: number): HTMLTableCellElement | null {
    if (this.view?.plane.columnAxis === null) return null;
    return this.head.rows[0]?.cells[column + (this.view?.plane.rowAxis === null ? 0 : 1)] ?? null;
  }

  /** Returns the row and column of a node inside a cell. */
  placeOf(target: EventTarget | null): Place | null {
    const cell = target instanceof Element ? target.closest("td[data-cell]") : null;
    if (!(cell instanceof HTMLTableCellElement)) return null;
    const row = Number((cell.parentElement as HTMLTableRowElement).dataset.row);
    return [row, cell.cellIndex - (this.view?.plane.rowAxis === null ? 0 : 1)];
  }

  /** Creates the row where needed, and scrolls the cell into the visible part of the frame. The page itself never scrolls. */
  reveal([row, column]: Place): void {
    if (this.windowed && (row < this.first || row >= this.end)) {
      this.frame.scrollTop = Math.max(0, row * this.rowHeight - this.frame.clientHeight / 2);
      this.updateWindow();
    }
    const cell = this.cell([row, column]);
    if (!cell) return;
    const frame = this.frame.getBoundingClientRect();
    const box = cell.getBoundingClientRect();
    const left = frame.left + (this.rowHeader(row)?.offsetWidth ?? 0);
    const top = frame.top + (this.columnHeader(column)?.offsetHeight ?? 0);
    if (box.left < left) this.frame.scrollLeft -= left - box.left;
    else if (box.right > frame.right) this.frame.scrollLeft += box.right - frame.right;
    if (box.top < top) this.frame.scrollTop -= top - box.top;
    else if (box.bottom > frame.bottom) this.frame.scrollTop += box.bottom - frame.bottom;
  }

  /** After scrolling: creates the rows that are now near and removes those that are far. Returns whether any changed. */
  updateWindow(): boolean {
    if (!this.windowed || !this.view || this.rowHeight === 0) return false;
    const { rows } = this.view.plane;
    const top = Math.floor(this.frame.scrollTop / this.rowHeight);
    const visible = Math.ceil(this.frame.clientHeight / this.rowHeight);
    // The window moves when half of the spare rows are used, so that it moves rarely.
    const enough =
      this.first <= Math.max(0, top - SPARE_ROWS / 2) && this.end >= Math.min(rows, top + visible + SPARE_ROWS / 2);
    if (enough) return false;
    this.setWindow(Math.max(0, top - SPARE_ROWS), Math.min(rows, top + visible + SPARE_ROWS));
    return true;
  }

  private valueAt(row: number, column: number): { index: number[]; value: number } {
    const { plane, slice, shape, data } = this.view as GridView;
    const index = indexAt(plane, slice, row, column);
    return { index, value: data[offsetOf(shape, index)] ?? Number.NaN };
  }

  private measure(): void {
    const { plane } = this.view as GridView;
    const widths = Array.from({ length: plane.columns }, () => ({ whole: 1, fraction: 0 }));
    if (!this.windowed) {
      for (let row = 0; row < plane.rows; row += 1) {
        for (const [column, width] of widths.entries()) widen(width, this.valueAt(row, column).value);
      }
    }
    this.widths = widths;
  }

  /** `rebuilt`: whether another table was shown before. */
  private build(rebuilt: boolean): void {
    const { plane } = this.view as GridView;
    this.table.classList.toggle("windowed", this.windowed);
    // A fixed layout keeps a large table fast; it requires an explicit width.
    const width = this.windowed ? `calc(${plane.columns} * var(--column-size) + var(--row-header-size))` : "";
    this.table.style.setProperty("inline-size", width);
    this.table.setAttribute("aria-rowcount", String(plane.rows + (plane.columnAxis === null ? 0 : 1)));
    this.table.setAttribute("aria-colcount", String(plane.columns + (plane.rowAxis === null ? 0 : 1)));
    this.head.replaceChildren();
    if (plane.columnAxis !== null) {
      const line = this.head.insertRow();
      if (this.windowed) line.ariaRowIndex = "1";
      if (plane.rowAxis !== null) line.append(element("th", "corner"));
      for (let column = 0; column < plane.columns; column += 1) {
        const header = element("th", "");
        header.scope = "col";
        line.append(header);
      }
      this.paintHead();
    }
    this.rows.clear();
    this.first = 0;
    this.end = 0;
    this.above = null;
    this.below = null;
    this.body.replaceChildren();
    if (!this.windowed) {
      this.setWindow(0, plane.rows);
      return;
    }
    this.above = this.spacer();
    this.below = this.spacer();
    this.body.append(this.above, this.below);
    this.setWindow(0, Math.min(plane.rows, 2 * SPARE_ROWS));
    const style = getComputedStyle(this.frame);
    this.rowHeight = this.heightOf(style.fontSize);
    if (rebuilt) this.frame.scrollTop = 0;
    const most = Number.parseFloat(style.maxBlockSize) || this.frame.clientHeight;
    this.setWindow(0, Math.min(plane.rows, Math.ceil(most / this.rowHeight) + SPARE_ROWS));
  }

  /** The height of a row in a size of type, which is measured once: the layout of a large table takes long. */
  private heightOf(fontSize: string): number {
    const key = `${fontSize} ${this.frame.currentCSSZoom ?? 1}`;
    const known = HEIGHTS.get(key) ?? this.rows.get(0)?.getBoundingClientRect().height ?? 0;
    if (known > 0) HEIGHTS.set(key, known);
    return known || 24;
  }

  private spacer(): HTMLTableRowElement {
    const line = element("tr", "spacer");
    line.setAttribute("aria-hidden", "true");
    line.append(element("td", ""));
    return line;
  }

  private setWindow(first: number, end: number): void {
    for (const [row, line] of this.rows) {
      if (row >= first && row < end) continue;
      line.remove();
      this.rows.delete(row);
    }
    let next: Element | null = this.below;
    for (let row = end - 1; row >= first; row -= 1) {
      let line = this.rows.get(row);
      if (!line) {
        line = this.buildRow(row);
        this.body.insertBefore(line, next);
      }
      next = line;
    }
    this.first = first;
    this.end = end;
    const height = (line: HTMLTableRowElement | null, rows: number) => {
      line?.cells[0]?.style.setProperty("block-size", `${rows * this.rowHeight}px`);
      line?.toggleAttribute("hidden", rows === 0);
    };
    height(this.above, first);
    height(this.below, (this.view?.plane.rows ?? 0) - end);
  }

  private buildRow(row: number): HTMLTableRowElement {
    const { plane } = this.view as GridView;
    const line = element("tr", "");
    line.dataset.row = String(row);
    if (this.windowed) line.ariaRowIndex = String(row + (plane.columnAxis === null ? 1 : 2));
    if (plane.rowAxis !== null) {
      const header = element("th", "");
      header.scope = "row";
      line.append(header);
    }
    line.append(newCells(plane.columns));
    this.paintRow(row, line);
    this.rows.set(row, line);
    return line;
  }

  private fillRow(row: number, line: HTMLTableRowElement): void {
    const { plane, slice, shape } = this.view as GridView;
    const shift = plane.rowAxis === null ? 0 : 1;
    for (let column = 0; column < plane.columns; column += 1) {
      const offset = offsetOf(shape, indexAt(plane, slice, row, column));
      line.cells[column + shift]?.classList.toggle("unfilled", offset >= this.filled);
    }
  }

  private paintHead(): void {
    const { plane, columnLabels, rowName, columnName } = this.view as GridView;
    const cells = this.head.rows[0]?.cells;
    if (!cells || plane.columnAxis === null) return;
    const shift = plane.rowAxis === null ? 0 : 1;
    for (let column = 0; column < plane.columns; column += 1) {
      const header = cells[column + shift];
      if (header) header.textContent = columnLabels[column] ?? String(column + 1);
    }
    const corner = shift === 1 ? cells[0] : null;
    if (!corner) return;
    const down = element("span", "down");
    const across = element("span", "across");
    down.textContent = rowName;
    across.textContent = columnName;
    corner.replaceChildren(across, down);
  }

  private paintRow(row: number, line: HTMLTableRowElement): void {
    const { plane, rowLabels, domain, spoken } = this.view as GridView;
    const shift = plane.rowAxis === null ? 0 : 1;
    const header = shift === 1 ? line.cells[0] : null;
    if (header) header.textContent = rowLabels[row] ?? String(row + 1);
    for (let column = 0; column < plane.columns; column += 1) {
      const cell = line.cells[column + shift];
      if (!cell) continue;
      const { index, value } = this.valueAt(row, column);
      const width = this.windowed ? null : (this.widths[column] ?? null);
      paintCell(cell, value, index, { domain, spoken, width });
    }
    if (this.filled !== Number.POSITIVE_INFINITY) this.fillRow(row, line);
  }
}
