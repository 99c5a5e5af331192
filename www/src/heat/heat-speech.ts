/** What the cells of a heat map are called. */
import type { Lookup } from "../elements/lookup.ts";
import type { Place } from "../matrix/places.ts";
import { formatCell } from "../numbers/format.ts";
import type { Plane } from "../numbers/shape.ts";

export interface NamedCells {
  readonly text: Lookup;
  readonly plane: Plane;
  /** The names of rows and of columns, as the table lies. */
  readonly labels: { readonly rows: readonly string[]; readonly columns: readonly string[] };
  readonly axisName: (axis: number) => string;
}

/** Returns the name of a cell with its number, such as `query 3, key 17: 0.25`. */
export function cellName({ text, plane, labels, axisName }: NamedCells, [row, column]: Place, value: number): string {
  const { rowAxis, columnAxis } = plane;
  const at = (axis: number, names: readonly string[], position: number) =>
    `${axisName(axis)} ${names[position] ?? position + 1}`;
  const parts = [
    ...(rowAxis === null ? [] : [at(rowAxis, labels.rows, row)]),
    ...(columnAxis === null ? [] : [at(columnAxis, labels.columns, column)]),
  ];
  return text("pictures.value", { place: parts.join(", "), value: spoken(text, value) });
}

function spoken(text: Lookup, value: number): string {
  if (Number.isFinite(value)) return formatCell(value);
  return text(`elements.number.${Number.isNaN(value) ? "nan" : value < 0 ? "masked" : "infinite"}`);
}
