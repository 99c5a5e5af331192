/** Places in a row-major tensor. Nothing here computes a value. */

/** The place of an index in the data. */
export function offsetOf(shape: readonly number[], index: readonly number[]): number {
  return shape.reduce((offset, size, axis) => offset * size + (index[axis] ?? 0), 0);
}

/** The number of cells. */
export function cellCount(shape: readonly number[]): number {
  return shape.reduce((count, size) => count * size, 1);
}

/** Whether an index names a cell of this shape. */
export function contains(shape: readonly number[], index: readonly number[]): boolean {
  return (
    index.length === shape.length && index.every((position, axis) => position >= 0 && position < (shape[axis] ?? 0))
  );
}

/** Whether two indices name the same cell. */
export function sameIndex(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((position, axis) => position === other[axis]);
}

/** Which rows and columns a table shows of a tensor, and where their cells stand. */
export interface Plane {
  readonly rows: number;
  readonly columns: number;
  /** Number of leading axes that the slice fixes. */
  readonly leading: number;
  /** The tensor's axis that runs down the table, or null. */
  readonly rowAxis: number | null;
  /** The tensor's axis that runs across the table, or null. */
  readonly columnAxis: number | null;
}

/** Lays the last two axes of a shape out as a table; a list lies across it, or down it if `vertical`. */
export function planeOf(shape: readonly number[], vertical = false): Plane {
  const rank = shape.length;
  if (rank === 0) return { rows: 1, columns: 1, leading: 0, rowAxis: null, columnAxis: null };
  if (rank === 1) {
    const size = shape[0] ?? 0;
    return vertical
      ? { rows: size, columns: 1, leading: 0, rowAxis: 0, columnAxis: null }
      : { rows: 1, columns: size, leading: 0, rowAxis: null, columnAxis: 0 };
  }
  return {
    rows: shape[rank - 2] ?? 0,
    columns: shape[rank - 1] ?? 0,
    leading: rank - 2,
    rowAxis: rank - 2,
    columnAxis: rank - 1,
  };
}

/** The tensor's index of a cell of the table. */
export function indexAt(plane: Plane, slice: readonly number[], row: number, column: number): number[] {
  const index = Array.from({ length: plane.leading }, (_, axis) => slice[axis] ?? 0);
  if (plane.rowAxis !== null) index.push(row);
  if (plane.columnAxis !== null) index.push(column);
  return index;
}

/** The row and column of an index, or null where another slice holds it. */
export function placeOf(plane: Plane, slice: readonly number[], index: readonly number[]): [number, number] | null {
  for (let axis = 0; axis < plane.leading; axis += 1) if (index[axis] !== (slice[axis] ?? 0)) return null;
  const row = plane.rowAxis === null ? 0 : (index[plane.rowAxis] ?? -1);
  const column = plane.columnAxis === null ? 0 : (index[plane.columnAxis] ?? -1);
  return row >= 0 && row < plane.rows && column >= 0 && column < plane.columns ? [row, column] : null;
}
