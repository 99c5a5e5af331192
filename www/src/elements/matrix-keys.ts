/** Returns the target of a key from a cell of a table, or null when the key does not move. Pure. */
export function cellAfterKey(
  key: string,
  control: boolean,
  [row, column]: readonly [number, number],
  rows: number,
  columns: number,
): [number, number] | null {
  const last = (size: number, position: number) => Math.max(0, Math.min(size - 1, position));
  switch (key) {
    case "ArrowUp":
      return [control ? 0 : last(rows, row - 1), column];
    case "ArrowDown":
      return [control ? last(rows, rows) : last(rows, row + 1), column];
    case "ArrowLeft":
      return [row, control ? 0 : last(columns, column - 1)];
    case "ArrowRight":
      return [row, control ? last(columns, columns) : last(columns, column + 1)];
    case "Home":
      return control ? [0, 0] : [row, 0];
    case "End":
      return control ? [last(rows, rows), last(columns, columns)] : [row, last(columns, columns)];
    default:
      return null;
  }
}

/** Returns the next cell in reading order, or null after the last and before the first. */
export function cellAfterTab(
  backwards: boolean,
  [row, column]: readonly [number, number],
  rows: number,
  columns: number,
): [number, number] | null {
  const place = row * columns + column + (backwards ? -1 : 1);
  return place < 0 || place >= rows * columns ? null : [Math.floor(place / columns), place % columns];
}

/** Whether a key starts a number. */
export function beginsNumber(key: string): boolean {
  return /^[-+0-9.,\u2212]$/.test(key);
}
