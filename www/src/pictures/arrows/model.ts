/** What the picture of arrows draws, from the steps of a trace. Pure: it reads cells and computes nothing that is shown. */
import type { TraceStep } from "../../elements/events.ts";
import { indexAt, planeOf } from "../../numbers/shape.ts";
import { type ShownCell, shownCell } from "../base/marks.ts";
import type { PictureView } from "../picture.ts";
import type { Spot } from "../plane/plane.ts";
import type { ArrowRow, ArrowSet, ArrowsSpec } from "./spec.ts";

export interface DrawnArrow extends ArrowRow {
  /** Names the arrow within the picture. */
  readonly key: string;
  readonly cells: readonly [ShownCell, ShownCell];
  readonly spot: Spot;
  readonly symbol: string;
  /** Empty for the row of a step with a single one. */
  readonly name: string;
  readonly kind: "arrow" | "point" | "output";
  readonly dashed: boolean;
  /** The color: the same for the same row everywhere. */
  readonly category: number;
  /** Its weight, in a picture of a mean. */
  readonly weight: ShownCell | null;
  /** The input and the cells in it, where the arrow can be moved. */
  readonly input: string | null;
}

export interface DrawnPair {
  readonly one: DrawnArrow;
  readonly other: DrawnArrow;
  readonly product: ShownCell | null;
}

export interface DrawnTurn {
  readonly before: DrawnArrow;
  readonly after: DrawnArrow;
  /** The angle in radians, counterclockwise; null where no step has it. */
  readonly angle: ShownCell | null;
}

export interface DrawnArrows {
  readonly arrows: readonly DrawnArrow[];
  /** The names of the columns to the right and up; empty for columns that are only numbered. */
  readonly axes: readonly [string, string];
  /** The arrow of the weighted mean, and the row that it is of. */
  readonly mean: { readonly row: number; readonly name: string; readonly output: DrawnArrow | null } | null;
  readonly pair: DrawnPair | null;
  readonly turns: readonly DrawnTurn[];
}

export const keyOf = ({ step, row }: ArrowRow): string => `${step}#${row}`;

/** Returns the shown position of each axis before the last two. */
function sliceOf(step: TraceStep, view: PictureView): number[] {
  return step.axes
    .slice(0, Math.max(0, step.axes.length - 2))
    .map((axis, at) => Math.min(view.slices[axis] ?? 0, Math.max(0, (step.shape[at] ?? 1) - 1)));
}

/** Returns the row that a chosen cell lies in, if it is of one of these steps. */
function chosenRow(view: PictureView, steps: readonly (TraceStep | undefined)[]): number | null {
  const cell = [view.selected, ...view.lit].find((each) => steps.some((step) => step && step.id === each?.step));
  const step = steps.find((each) => each?.id === cell?.step);
  return (step && cell?.index[planeOf(step.shape).rowAxis ?? -1]) ?? null;
}

class Drawer {
  private readonly columns: readonly [number, number];

  constructor(
    private readonly view: PictureView,
    private readonly options: ArrowsSpec,
  ) {
    this.columns = options.columns ?? [0, 1];
  }

  step(id: string | undefined): TraceStep | undefined {
    return id === undefined ? undefined : this.view.steps.get(id);
  }

  /** Returns the arrow of a row; null where the step or the row does not exist. */
  arrow(set: ArrowSet, row: number, weight: ShownCell | null = null): DrawnArrow | null {
    const step = this.step(set.step);
    if (!step) return null;
    const plane = planeOf(step.shape);
    if (row < 0 || row >= plane.rows || Math.max(...this.columns) >= plane.columns) return null;
    const slice = sliceOf(step, this.view);
    const [across, up] = this.columns.map((column) => shownCell(step, indexAt(plane, slice, row, column)));
    if (!across || !up) return null;
    const named = plane.rowAxis !== null && step.axes.length > 1;
    return {
      key: keyOf({ step: step.id, row }),
      step: step.id,
      row,
      cells: [across, up],
      spot: { x: across.value, y: up.value },
      symbol: set.symbol ?? "",
      name: named ? this.view.labels(step, plane.rowAxis ?? 0, row) : "",
      kind: set.as ?? "arrow",
      dashed: set.line === "dashed",
      category: set.category ?? row,
      weight,
      input: set.input ?? null,
    };
  }

  /** Returns the set of a step; one without further properties where the options have none. */
  setOf(step: string): ArrowSet {
    return this.options.sets.find((set) => set.step === step) ?? { step };
  }

  mean(): { row: number; weights: TraceStep; slice: readonly number[] } | null {
    const { mean } = this.options;
    const weights = this.step(mean?.weights);
    if (!mean || !weights) return null;
    const row = chosenRow(this.view, [weights, this.step(mean.output)]) ?? mean.row ?? 0;
    return row < planeOf(weights.shape).rows ? { row, weights, slice: sliceOf(weights, this.view) } : null;
  }

  sets(): ArrowSet[] {
    const { sets, mean, turn, pair } = this.options;
    const also = [mean?.values, turn?.before, turn?.after, pair?.one.step, pair?.other.step];
    const absent = also.filter((step): step is string => step !== undefined && !sets.some((set) => set.step === step));
    return [...sets.filter(({ step }) => step !== mean?.output), ...[...new Set(absent)].map((step) => ({ step }))];
  }
}

/** Returns everything that the picture draws; rows and steps that the run does not have are left out. */
export function drawnArrows(view: PictureView, options: ArrowsSpec): DrawnArrows {
  const drawer = new Drawer(view, options);
  const mean = drawer.mean();
  const weightOf = (set: ArrowSet, row: number): ShownCell | null => {
    if (!mean || set.step !== options.mean?.values) return null;
    const plane = planeOf(mean.weights.shape);
    return row < plane.columns ? shownCell(mean.weights, indexAt(plane, mean.slice, mean.row, row)) : null;
  };
  const arrows = drawer.sets().flatMap((set) => {
    const step = drawer.step(set.step);
    const rows = set.rows ?? Array.from({ length: step ? planeOf(step.shape).rows : 0 }, (_, row) => row);
    return rows.flatMap((row) => drawer.arrow(set, row, weightOf(set, row)) ?? []);
  });
  const pulled = mean && options.mean ? drawer.arrow(drawer.setOf(options.mean.output), mean.row) : null;
  const output = pulled && { ...pulled, kind: "output" as const, input: null };
  const all = output ? [...arrows, output] : arrows;
  const found = (place: ArrowRow) => all.find(({ key }) => key === keyOf(place));
  return {
    arrows: all,
    axes: axisNames(view, drawer.step(all[0]?.step), options.columns ?? [0, 1]),
    mean: mean && { row: mean.row, name: nameOfRow(view, mean.weights, mean.row), output },
    pair: pairOf(drawer, view, options, found),
    turns: turnsOf(drawer, view, options, found),
  };
}

function axisNames(
  view: PictureView,
  step: TraceStep | undefined,
  columns: readonly [number, number],
): readonly [string, string] {
  const name = (column: number) => {
    const found = step ? view.labels(step, step.axes.length - 1, column) : "";
    return /^\d+$/.test(found) ? "" : found;
  };
  return [name(columns[0]), name(columns[1])];
}

function nameOfRow(view: PictureView, step: TraceStep, row: number): string {
  const { rowAxis } = planeOf(step.shape);
  return rowAxis === null ? "" : view.labels(step, rowAxis, row);
}

function pairOf(
  drawer: Drawer,
  view: PictureView,
  { pair }: ArrowsSpec,
  found: (place: ArrowRow) => DrawnArrow | undefined,
): DrawnPair | null {
  if (!pair) return null;
  const product = drawer.step(pair.product);
  const chosen = [view.selected, ...view.lit].find((cell) => cell && product && cell.step === product.id);
  const [row, column] = chosen ? chosen.index.slice(-2) : [pair.one.row, pair.other.row];
  if (row === undefined || column === undefined) return null;
  const [one, other] = [found({ ...pair.one, row }), found({ ...pair.other, row: column })];
  if (!one || !other) return null;
  const index = product && indexAt(planeOf(product.shape), sliceOf(product, view), row, column);
  return { one, other, product: product && index ? shownCell(product, index) : null };
}

function turnsOf(
  drawer: Drawer,
  view: PictureView,
  { turn, columns = [0, 1] }: ArrowsSpec,
  found: (place: ArrowRow) => DrawnArrow | undefined,
): DrawnTurn[] {
  const angles = drawer.step(turn?.angles);
  const plane = angles && planeOf(angles.shape);
  const rows = planeOf(drawer.step(turn?.before)?.shape ?? [0, 0]).rows;
  return Array.from({ length: rows }, (_, row) => row).flatMap((row) => {
    const [before, after] = [turn?.before, turn?.after].map((step) => {
      const drawn = step === undefined ? undefined : found({ step, row });
      // What a row is turned from may be drawn once for all rows.
      return drawn ?? (step === undefined ? null : drawer.arrow(drawer.setOf(step), row));
    });
    if (!before || !after) return [];
    // Neighboring columns are pairs, as are columns that are half the width apart; each pair has one angle.
    const pair = columns[1] - columns[0] === 1 ? Math.floor(columns[0] / 2) : Math.min(...columns);
    const angle =
      angles && plane && row < plane.rows && pair < plane.columns
        ? shownCell(angles, indexAt(plane, sliceOf(angles, view), row, pair))
        : null;
    return [{ before, after, angle }];
  });
}
