/** Tensors as tables on paper: a table for each slice, wide ones in bands, with numbers or with room to write them. */
import { html, nothing, type TemplateResult } from "lit";
import { axisNameAmong } from "../elements/lookup.ts";
import { formatCell, plain } from "../numbers/format.ts";
import { allIndices, indexAt, offsetOf, type Plane, planeOf, sameIndex } from "../numbers/shape.ts";
import { t } from "../text.ts";

/** So many columns are as wide as a page. */
const BAND = 10;
/** Of more rows, columns or slices the first are printed, and it is said so. */
const MOST_ROWS = 24;
const MOST_COLUMNS = 20;
const MOST_SLICES = 8;

export interface PrintedTensor {
  readonly step: string;
  readonly symbol: string;
  readonly axes: readonly string[];
  readonly shape: readonly number[];
  /** Without numbers the cells are blank. */
  readonly data?: ArrayLike<number>;
}

export interface Printing {
  /** Names a position of an axis. */
  readonly label: (axis: string | undefined, position: number) => string;
  /** How a number is written; as in a cell where absent. */
  readonly write?: (value: number) => string;
  /** A cell that stands out. */
  readonly marked?: readonly number[] | null;
}

export function printedTables(tensor: PrintedTensor, printing: Printing): TemplateResult {
  const { shape, axes } = tensor;
  const plane = planeOf(shape);
  const slices = allIndices(shape.slice(0, plane.leading));
  const columns = Math.min(plane.columns, MOST_COLUMNS);
  const bands = Array.from({ length: Math.ceil(columns / BAND) }, (_, band) => band * BAND);
  const rows = Math.min(plane.rows, MOST_ROWS);
  const whole = rows === plane.rows && columns === plane.columns && slices.length <= MOST_SLICES;
  const table = (slice: readonly number[], from: number) =>
    oneTable(tensor, printing, { plane, slice, rows, from, to: Math.min(columns, from + BAND) });
  return html`<div class="print-tables">
    ${slices.slice(0, MOST_SLICES).map((slice) => bands.map((from) => table(slice, from)))}
    ${whole ? nothing : html`<p class="fine">${t("ui.printPart", { shape: shape.join(" × "), axes: axes.map((_, axis) => axisNameAmong(t, axes, axis)).join(", ") })}</p>`}
  </div>`;
}

interface Part {
  readonly plane: Plane;
  readonly slice: readonly number[];
  readonly rows: number;
  readonly from: number;
  readonly to: number;
}

function oneTable(tensor: PrintedTensor, printing: Printing, part: Part): TemplateResult {
  const { axes, symbol } = tensor;
  const { plane, slice, rows, from, to } = part;
  const { rowAxis, columnAxis } = plane;
  const name = (axis: number | null) => (axis === null ? "" : axisNameAmong(t, axes, axis));
  const label = (axis: number, position: number) => printing.label(axes[axis], position);
  const which = slice.map((position, axis) => `${name(axis)} ${label(axis, position)}`).join(", ");
  const columns = Array.from({ length: to - from }, (_, at) => from + at);
  return html`<table class="print-table" data-step=${tensor.step}>
    <caption><ag-formula .tex=${symbol}></ag-formula>${which === "" ? nothing : html` <span>${which}</span>`}</caption>
    ${
      columnAxis === null
        ? nothing
        : html`<thead><tr>
            ${rowAxis === null ? nothing : html`<td class="corner">${name(rowAxis)} ↓ ${name(columnAxis)} →</td>`}
            ${columns.map((column) => html`<th scope="col">${label(columnAxis, column)}</th>`)}
          </tr></thead>`
    }
    <tbody>${Array.from(
      { length: rows },
      (_, row) => html`<tr>
        ${rowAxis === null ? nothing : html`<th scope="row">${label(rowAxis, row)}</th>`}
        ${columns.map((column) => cell(tensor, indexAt(plane, slice, row, column), printing))}
      </tr>`,
    )}</tbody>
  </table>`;
}

function cell(
  { shape, data }: PrintedTensor,
  index: readonly number[],
  { write = formatCell, marked = null }: Printing,
): TemplateResult {
  if (!data) return html`<td class="blank"></td>`;
  const value = data[offsetOf(shape, index)] ?? Number.NaN;
  const stands = marked !== null && sameIndex(marked, index);
  return html`<td class=${stands ? "marked" : nothing} data-index=${index.join()} data-value=${plain(value)}>${write(value)}</td>`;
}
