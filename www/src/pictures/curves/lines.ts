/** The lines of a picture of curves: which cells each goes through, and what it is called. */
import type { CellPlace, TraceStep } from "../../elements/events.ts";
import { CATEGORY_COLORS } from "../../numbers/categories.ts";
import { rowAxisOf, shownIndex, symbolOf, withPosition } from "../base/place.ts";
import { type PictureView, valueAt } from "../picture.ts";
import { isDrawn } from "./shape.ts";
import type { CurvesSpec } from "./spec.ts";

export interface Line {
  readonly step: TraceStep;
  readonly name: string;
  readonly category: number;
  /** Whether its numbers were measured, and stand beside a law. */
  readonly measured: boolean;
  /** By position from left to right. */
  readonly cells: readonly CellPlace[];
  readonly values: readonly number[];
}

/** Returns the lines of all steps, as far as the run has them. */
export function linesOf(options: CurvesSpec, view: PictureView): Line[] {
  const steps = options.steps.map((id) => view.steps.get(id)).filter((step) => step !== undefined);
  const drawn = steps.filter((step) => step.shape.length > options.along);
  const rows = drawn.flatMap((step) => rowsOf(step, options).map((row) => ({ step, row })));
  // A position has the color that it has everywhere, unless two of these would have the same.
  const own = rows.map(({ row }) => (row ?? 0) % CATEGORY_COLORS);
  const distinct = new Set(own).size === own.length;
  return rows.map(({ step, row }, rank) => {
    const rowAxis = lineAxis(step, options);
    const shown = shownIndex(step, view);
    const base = rowAxis === null || row === null ? shown : withPosition(shown, rowAxis, row);
    const cells = Array.from({ length: step.shape[options.along] ?? 0 }, (_, at) => ({
      step: step.id,
      index: withPosition(base, options.along, at),
    }));
    const symbol = symbolOf(step);
    const label = rowAxis === null || row === null ? "" : view.labels(step, rowAxis, row);
    return {
      step,
      name: drawn.length > 1 || label === "" ? `${symbol} ${label}`.trim() : label,
      category: distinct && row !== null ? row : rank,
      measured: options.measured?.includes(step.id) ?? false,
      cells,
      values: cells.map(({ index }) => valueAt(step, index)),
    };
  });
}

/** Returns the axis whose positions are the lines; null where there is one line. */
export function lineAxis(step: TraceStep, { along, across }: CurvesSpec): number | null {
  return across ?? rowAxisOf(step, along);
}

function rowsOf(step: TraceStep, options: CurvesSpec): (number | null)[] {
  const rowAxis = lineAxis(step, options);
  const { lines } = options;
  if (rowAxis === null) return [null];
  const count = step.shape[rowAxis] ?? 0;
  const wanted = lines ?? Array.from({ length: Math.min(count, CATEGORY_COLORS) }, (_, at) => at);
  return wanted.filter((row) => row >= 0 && row < count);
}

/** Returns the line and the position of a cell, or null where no line goes through it. */
export function findCell(
  lines: readonly Line[],
  cell: CellPlace,
  along: number,
): { line: number; position: number } | null {
  const position = cell.index[along] ?? -1;
  const found = lines.findIndex(
    ({ step, cells }) => step.id === cell.step && cells[position]?.index.join() === cell.index.join(),
  );
  return found < 0 ? null : { line: found, position };
}

/** Returns the cell that a key leads to: along its line, or, at its position, to the line above or below; null for other keys. */
export function cellAfterKey(
  key: string,
  lines: readonly Line[],
  { line, position }: { readonly line: number; readonly position: number },
  log: boolean,
): CellPlace | null {
  const { cells = [], values = [] } = lines[line] ?? {};
  const drawn = (value: number | undefined) => value !== undefined && isDrawn(value, log);
  const along = values.map((_, at) => at).filter((at) => drawn(values[at]));
  const rank = along.indexOf(position);
  const goTo = (place: number | undefined) => cells[place ?? position] ?? null;
  switch (key) {
    case "ArrowRight":
      return goTo(along[rank + 1]);
    case "ArrowLeft":
      return goTo(along[Math.max(0, rank - 1)]);
    case "Home":
      return goTo(along[0]);
    case "End":
      return goTo(along.at(-1));
    case "ArrowUp":
    case "ArrowDown": {
      const value = (at: number) => lines[at]?.values[position] ?? 0;
      const order = lines.map((_, at) => at).filter((at) => drawn(lines[at]?.values[position]));
      order.sort((one, other) => value(one) - value(other) || one - other);
      const next = order[order.indexOf(line) + (key === "ArrowUp" ? 1 : -1)] ?? line;
      return lines[next]?.cells[position] ?? null;
    }
    default:
      return null;
  }
}
