/** Offsets and indices of a row-major tensor. No tensor values are computed here. */

/** Returns the offset of an index in the data. */
export function offsetOf(shape: readonly number[], index: readonly number[]): number {
  return shape.reduce((offset, size, axis) => offset * size + (index[axis] ?? 0), 0);
}

/** Returns the index of an offset. */
export function indexOf(shape: readonly number[], offset: number): number[] {
  const index: number[] = [];
  let rest = offset;
  for (const length of [...shape].reverse()) {
    index.unshift(rest % length);
    rest = Math.floor(rest / length);
  }
  return index;
}

/** Returns every index, in order; the empty index where there are no axes. */
export function allIndices(shape: readonly number[]): number[][] {
  return Array.from({ length: cellCount(shape) }, (_, offset) => indexOf(shape, offset));
}

/** Returns the number of cells. */
export function cellCount(shape: readonly number[]): number {
  return shape.reduce((count, size) => count * size, 1);
}

/** Whether an index is within the shape. */
export function contains(shape: readonly number[], index: readonly number[]): boolean {
  return (
    index.length === shape.length && index.every((position, axis) => position >= 0 && position < (shape[axis] ?? 0))
  );
}

/** Whether two indices are equal. */
export function sameIndex(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((position, axis) => position === other[axis]);
}

/** A slice of a tensor as a table: its rows and columns. */
export interface Plane {
  readonly rows: number;
  readonly columns: number;
  /** Number of leading axes that the slice fixes. */
  readonly leading: number;
  /** The axis of the rows, or null. */
  readonly rowAxis: number | null;
  /** The axis of the columns, or null. */
  readonly columnAxis: number | null;
}

/** Options of the layout: a list as a column instead of a row, a matrix with its columns as rows. */
export interface Lay {
  readonly vertical?: boolean;
  readonly transposed?: boolean;
}

/** Returns the layout of the last two axes as a table; a list is one row. */
export function planeOf(shape: readonly number[], { vertical = false, transposed = false }: Lay = {}): Plane {
  const rank = shape.length;
  const leading = Math.max(0, rank - 2);
  let rowAxis: number | null = rank < 2 ? null : rank - 2;
  let columnAxis: number | null = rank < 1 ? null : rank - 1;
  if (rank === 1 ? vertical : transposed) [rowAxis, columnAxis] = [columnAxis, rowAxis];
  const size = (axis: number | null) => (axis === null ? 1 : (shape[axis] ?? 0));
  return { rows: size(rowAxis), columns: size(columnAxis), leading, rowAxis, columnAxis };
}

/** Returns the tensor's index of a cell of the table. */
export function indexAt(plane: Plane, slice: readonly number[], row: number, column: number): number[] {
  const index = Array.from({ length: plane.leading }, (_, axis) => slice[axis] ?? 0);
  if (plane.rowAxis !== null) index[plane.rowAxis] = row;
  if (plane.columnAxis !== null) index[plane.columnAxis] = column;
  return index;
}

/** Returns the row and column of an index, or null where it is in another slice. */
export function placeOf(plane: Plane, slice: readonly number[], index: readonly number[]): [number, number] | null {
  for (let axis = 0; axis < plane.leading; axis += 1) if (index[axis] !== (slice[axis] ?? 0)) return null;
  const row = plane.rowAxis === null ? 0 : (index[plane.rowAxis] ?? -1);
  const column = plane.columnAxis === null ? 0 : (index[plane.columnAxis] ?? -1);
  return row >= 0 && row < plane.rows && column >= 0 && column < plane.columns ? [row, column] : null;
}
