/**
 * The cells of a table, updated without a template: they are created once and repainted in place, so that a step, a hover or an arrow key updates
 * only the cells that change. A table that is too large for that is a heat map.
 */
import type { Domain } from "../numbers/color.ts";
import { indexAt, offsetOf, type Plane } from "../numbers/shape.ts";
import { type ColumnWidth, newCells, paintCell, type Spoken, widen } from "./cell-paint.ts";
import type { Place } from "./table.ts";
import { write } from "./write.ts";

/** The contents of a grid. */
export interface GridView {
  readonly plane: Plane;
  readonly shape: readonly number[];
  readonly slice: readonly number[];
  readonly data: ArrayLike<number>;
  readonly domain: Domain;
  /** Up to which size a number is what rounding has left of a 0. */
  readonly rest: number;
  readonly rowLabels: readonly string[];
  readonly columnLabels: readonly string[];
  /** What the numbers stand for: the name of 0, of 1 and so on. */
  readonly valueNames: readonly string[];
  /** Names of the two axes, for the corner. */
  readonly rowName: string;
  readonly columnName: string;
  readonly spoken: Spoken;
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className) made.className = className;
  return made;
}

export class CellGrid {
  private view: GridView | null = null;
  private rows: readonly HTMLTableRowElement[] = [];
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
    if (rebuild) this.build();
    else {
      this.paintHead();
      for (const [row, line] of this.rows.entries()) this.paintRow(row, line);
    }
  }

  /** Shows the cells with offsets below `filled`, and the places of the others. */
  fill(filled: number): void {
    if (filled === this.filled || !this.view) return;
    this.filled = filled;
    for (const [row, line] of this.rows.entries()) this.fillRow(row, line);
  }

  /** Returns the cell at a row and column. */
  cell([row, column]: Place): HTMLTableCellElement | null {
    return this.rows[row]?.cells[column + (this.view?.plane.rowAxis === null ? 0 : 1)] ?? null;
  }

  rowHeader(row: number): HTMLTableCellElement | null {
    return this.view?.plane.rowAxis === null ? null : (this.rows[row]?.cells[0] ?? null);
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

  /** Scrolls the cell into the visible part of the frame. The page itself never scrolls. */
  reveal([row, column]: Place): void {
    const cell = this.cell([row, column]);
    if (!cell) return;
    const frame = this.frame.getBoundingClientRect();
    const box = cell.getBoundingClientRect();
    // Boxes are measured on the screen, what is offset and scrolled is not: these differ where a stage makes its tables smaller.
    const zoom = this.frame.currentCSSZoom ?? 1;
    const left = frame.left + zoom * (this.rowHeader(row)?.offsetWidth ?? 0);
    const top = frame.top + zoom * (this.columnHeader(column)?.offsetHeight ?? 0);
    if (box.left < left) this.frame.scrollLeft -= (left - box.left) / zoom;
    else if (box.right > frame.right) this.frame.scrollLeft += (box.right - frame.right) / zoom;
    if (box.top < top) this.frame.scrollTop -= (top - box.top) / zoom;
    else if (box.bottom > frame.bottom) this.frame.scrollTop += (box.bottom - frame.bottom) / zoom;
  }

  private valueAt(row: number, column: number): { index: number[]; value: number } {
    const { plane, slice, shape, data } = this.view as GridView;
    const index = indexAt(plane, slice, row, column);
    return { index, value: data[offsetOf(shape, index)] ?? Number.NaN };
  }

  private measure(): void {
    const { plane, rest } = this.view as GridView;
    const widths = Array.from({ length: plane.columns }, () => ({ whole: 1, fraction: 0 }));
    for (let row = 0; row < plane.rows; row += 1) {
      for (const [column, width] of widths.entries()) widen(width, this.valueAt(row, column).value, rest);
    }
    this.widths = widths;
  }

  private build(): void {
    const { plane } = this.view as GridView;
    this.table.setAttribute("aria-rowcount", String(plane.rows + (plane.columnAxis === null ? 0 : 1)));
    this.table.setAttribute("aria-colcount", String(plane.columns + (plane.rowAxis === null ? 0 : 1)));
    this.head.replaceChildren();
    if (plane.columnAxis !== null) {
      const line = this.head.insertRow();
      if (plane.rowAxis !== null) {
        const corner = element("th", "corner");
        corner.append(element("span", "across"), element("span", "down"));
        line.append(corner);
      }
      for (let column = 0; column < plane.columns; column += 1) {
        const header = element("th", "");
        header.scope = "col";
        line.append(header);
      }
      this.paintHead();
    }
    this.rows = Array.from({ length: plane.rows }, (_, row) => this.buildRow(row));
    this.body.replaceChildren(...this.rows);
  }

  private buildRow(row: number): HTMLTableRowElement {
    const { plane } = this.view as GridView;
    const line = element("tr", "");
    line.dataset.row = String(row);
    if (plane.rowAxis !== null) {
      const header = element("th", "");
      header.scope = "row";
      line.append(header);
    }
    line.append(newCells(plane.columns));
    this.paintRow(row, line);
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
      if (header) write(header, columnLabels[column] ?? String(column + 1));
    }
    if (shift === 0) return;
    const [across, down] = cells[0]?.children ?? [];
    if (across) write(across, columnName);
    if (down) write(down, rowName);
  }

  private paintRow(row: number, line: HTMLTableRowElement): void {
    const { plane, rowLabels, valueNames, domain, spoken, rest } = this.view as GridView;
    const shift = plane.rowAxis === null ? 0 : 1;
    const header = shift === 1 ? line.cells[0] : null;
    if (header) write(header, rowLabels[row] ?? String(row + 1));
    for (let column = 0; column < plane.columns; column += 1) {
      const cell = line.cells[column + shift];
      if (!cell) continue;
      const { index, value } = this.valueAt(row, column);
      paintCell(cell, value, index, {
        ...{ domain, spoken, rest, width: this.widths[column] ?? null },
        word: valueNames[value] ?? null,
      });
    }
    if (this.filled !== Number.POSITIVE_INFINITY) this.fillRow(row, line);
  }
}
