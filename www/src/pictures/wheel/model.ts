/** What the wheel draws, from the steps of a trace. Pure: it reads cells and computes nothing that is shown. */
import type { CellPlace, TraceStep } from "../../elements/events.ts";
import type { ShownCell } from "../base/marks.ts";
import { type PictureView, sameCell, valueAt } from "../picture.ts";
import type { Spot } from "../plane/plane.ts";
import { type Sector, sectorsOf } from "./sectors.ts";
import type { WheelSpec } from "./spec.ts";

/** A row that is hashed, or a direction. */
export interface WheelMark {
  readonly key: string;
  /** The row, or the number of the direction. */
  readonly row: number;
  readonly name: string;
  readonly cells: readonly [ShownCell, ShownCell];
  readonly spot: Spot;
  readonly input: string | null;
}

export interface WheelPoint extends WheelMark {
  readonly bucket: ShownCell;
}

export interface WheelRound {
  /** The position of the round; null where the run has only one. */
  readonly round: number | null;
  readonly name: string;
  readonly sectors: readonly Sector[];
  readonly directions: readonly WheelMark[];
  readonly points: readonly WheelPoint[];
}

/** By what directions and their sectors are found again in another drawing: those that go around the other way are not what these become by a turn. */
export function turnKey({ directions: [first, second] }: Pick<WheelRound, "directions">): string {
  const across = first && second ? first.spot.x * second.spot.y - first.spot.y * second.spot.x : 0;
  return across < 0 ? "mirrored:" : "";
}

/** The step has something else than two features, or the run does not have it. */
export type WheelProblem = "absent" | "not-two";

export interface DrawnWheel {
  /** None where there is a problem. */
  readonly rounds: readonly WheelRound[];
  readonly problem: WheelProblem | null;
}

/** The shown position of each axis of a step, other than those that are given by name. */
function indexOf(step: TraceStep, view: PictureView, given: Readonly<Record<string, number>>): number[] {
  return step.axes.map((axis, at) => {
    const last = Math.max(0, (step.shape[at] ?? 1) - 1);
    return given[axis] ?? Math.min(view.slices[axis] ?? 0, last);
  });
}

const lengthOf = (step: TraceStep, axis: number) => step.shape.at(axis) ?? 0;

/** Returns the cells of the two features at a place. */
function spotOf(
  step: TraceStep,
  view: PictureView,
  feature: string,
  given: Readonly<Record<string, number>>,
): { cells: readonly [ShownCell, ShownCell]; spot: Spot } {
  const shown = (position: number): ShownCell => {
    const index = indexOf(step, view, { ...given, [feature]: position });
    return { step: step.id, index, value: valueAt(step, index) };
  };
  const cells = [shown(0), shown(1)] as const;
  return { cells, spot: { x: cells[0].value, y: cells[1].value } };
}

/** Returns the axis of a step's rows. */
const rowAxisOf = (step: TraceStep): string => step.axes.at(-2) ?? "";

export function drawnWheel(view: PictureView, spec: WheelSpec): DrawnWheel {
  const [points, buckets] = [spec.points, spec.buckets].map((id) => view.steps.get(id));
  const directions = [spec.directions].flat().flatMap((id) => view.steps.get(id) ?? [])[0];
  if (!points || !directions || !buckets) return { rounds: [], problem: "absent" };
  const feature = directions.axes.indexOf("feature");
  if (lengthOf(points, -1) !== 2 || directions.shape[feature] !== 2) return { rounds: [], problem: "not-two" };
  const axis = buckets.axes.indexOf("round");
  const single = axis < 0 || buckets.shape[axis] === 1;
  const all = Array.from({ length: axis < 0 ? 1 : (buckets.shape[axis] ?? 0) }, (_, round) => round);
  const rounds = (spec.rounds ?? all).filter((round) => all.includes(round));
  // The rows are the same in every round; only their buckets differ.
  const rows = Array.from({ length: lengthOf(points, -2) }, (_, row) => ({
    row,
    name: view.labels(points, points.axes.length - 2, row),
    ...spotOf(points, view, points.axes.at(-1) ?? "", { [rowAxisOf(points)]: row }),
    input: spec.input ?? null,
  }));
  const drawn = rounds.map((round): WheelRound => {
    const given = axis < 0 ? {} : { round };
    const marks = Array.from(
      { length: lengthOf(directions, -1) },
      (_, row): WheelMark => ({
        key: `${directions.id}#${round},${row}`,
        row,
        name: view.labels(directions, directions.axes.length - 1, row),
        ...spotOf(directions, view, "feature", { ...given, direction: row }),
        input: spec.directionInput ?? null,
      }),
    );
    const place = indexOf(buckets, view, given).slice(0, -1);
    const hashed = rows.map((each): WheelPoint => {
      const index = [...place, each.row];
      const bucket = { step: buckets.id, index, value: valueAt(buckets, index) };
      return { ...each, key: `${points.id}#${round},${each.row}`, bucket };
    });
    return {
      round: single ? null : round,
      name: single ? "" : view.labels(buckets, axis, round),
      sectors: sectorsOf(marks.map(({ spot }) => spot)),
      directions: marks,
      points: hashed,
    };
  });
  return { rounds: drawn, problem: null };
}

/** Whether a cell belongs to a mark: one of its coordinates or its bucket. */
export function isOf(mark: WheelMark, cell: CellPlace | null): boolean {
  const cells = "bucket" in mark ? [...mark.cells, (mark as WheelPoint).bucket] : mark.cells;
  return cells.some((each) => sameCell(each, cell));
}

/** Returns the buckets of a round with the points in them, in the order of the buckets. */
export function loadsOf({ points }: WheelRound): Map<number, WheelPoint[]> {
  const loads = new Map<number, WheelPoint[]>();
  for (const point of [...points].sort((one, other) => one.bucket.value - other.bucket.value))
    loads.set(point.bucket.value, [...(loads.get(point.bucket.value) ?? []), point]);
  return loads;
}
