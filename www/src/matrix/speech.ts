/** What the cells of a matrix on a canvas are called. */
import type { Lookup } from "../elements/lookup.ts";
import type { Place } from "../elements/table.ts";
import { formatCell } from "../numbers/format.ts";
import type { Plane } from "../numbers/shape.ts";

export interface NamedCells {
  readonly text: Lookup;
  readonly plane: Plane;
  readonly axisName: (axis: number) => string;
  /** The names of rows and of columns, as the matrix lies. */
  readonly row: (position: number) => string;
  readonly column: (position: number) => string;
}

/** Returns the name of a place, such as `query 3, key 17`. */
export function placeName({ plane, axisName, ...names }: Omit<NamedCells, "text">, [row, column]: Place): string {
  const { rowAxis, columnAxis } = plane;
  const parts = [
    ...(rowAxis === null ? [] : [`${axisName(rowAxis)} ${names.row(row)}`]),
    ...(columnAxis === null ? [] : [`${axisName(columnAxis)} ${names.column(column)}`]),
  ];
  return parts.join(", ");
}

/** Returns the name of a cell with its number, such as `query 3, key 17: 0.25`. */
export function cellName({ text, ...named }: NamedCells, place: Place, value: number): string {
  return text("pictures.value", { place: placeName(named, place), value: spoken(text, value) });
}

function spoken(text: Lookup, value: number): string {
  if (Number.isFinite(value)) return formatCell(value);
  return text(`elements.number.${Number.isNaN(value) ? "nan" : value < 0 ? "masked" : "infinite"}`);
}
