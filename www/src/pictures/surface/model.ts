/** What a picture of a surface draws: its grid, the point, and the way down. Pure. */
import type { TraceStep } from "../../elements/events.ts";
import { type ShownCell, shownCell } from "../base/marks.ts";
import type { PictureView } from "../picture.ts";
import type { Spot } from "../plane/plane.ts";
import type { Grid } from "./contour.ts";
import type { SurfaceSpec } from "./spec.ts";

/** Two numbers of a step, as a place of the plane. */
export interface Pair {
  readonly step: TraceStep;
  readonly cells: readonly [ShownCell, ShownCell];
  readonly spot: Spot;
}

export interface DrawnSurface {
  readonly grid: Grid;
  readonly lowest: number;
  /** The place of the grid where it is. */
  readonly bottom: Spot;
  readonly highest: number;
  readonly at: Pair | null;
  /** The gradient at the point. */
  readonly gradient: Pair | null;
  /** The height at the point. */
  readonly height: ShownCell | null;
  /** Where steps lead from the point, as far as they stay on the grid. */
  readonly walk: readonly Stop[];
  /** Whether the walk leaves the grid after these places. */
  readonly leaves: Spot | null;
}

/** A place of a walk, and the height there. */
export interface Stop extends Pair {
  readonly height: ShownCell | null;
}

/** Returns what is drawn; null where the run has no whole grid. */
export function drawnSurface({ steps }: PictureView, spec: SurfaceSpec): DrawnSurface | null {
  const [places, heights] = [steps.get(spec.places), steps.get(spec.heights)];
  const grid = places && heights ? gridOf(places, heights) : null;
  if (!grid || !heights) return null;
  const numbers = [...heights.data];
  const lowest = Math.min(...numbers);
  const place = numbers.indexOf(lowest);
  return {
    grid,
    lowest,
    bottom: { x: places?.data[place] ?? Number.NaN, y: places?.data[numbers.length + place] ?? Number.NaN },
    highest: Math.max(...numbers),
    at: pairOf(steps.get(spec.at ?? "")),
    gradient: pairOf(steps.get(spec.gradient ?? "")),
    height: singleOf(steps.get(spec.height ?? "")),
    ...walkOf(grid, spec.walk ?? [], steps),
  };
}

/** The places of a walk up to the first that is not on the grid. */
function walkOf(
  { xs, ys }: Grid,
  places: NonNullable<SurfaceSpec["walk"]>,
  steps: PictureView["steps"],
): Pick<DrawnSurface, "walk" | "leaves"> {
  const walk: Stop[] = [];
  const lies = (value: number, along: readonly number[]) => value >= (along[0] ?? 0) && value <= (along.at(-1) ?? 0);
  for (const { at, height } of places) {
    const pair = pairOf(steps.get(at));
    if (!pair) break;
    if (!lies(pair.spot.x, xs) || !lies(pair.spot.y, ys)) return { walk, leaves: pair.spot };
    walk.push({ ...pair, height: singleOf(steps.get(height)) });
  }
  return { walk, leaves: null };
}

/** The number of a step that has only one. */
function singleOf(step: TraceStep | undefined): ShownCell | null {
  return step?.data.length === 1
    ? shownCell(
        step,
        step.shape.map(() => 0),
      )
    : null;
}

const sorted = (numbers: readonly number[]) => [...new Set(numbers)].sort((one, other) => one - other);

/** Returns where a number stands among sorted ones. */
function placesIn(numbers: readonly number[]): (number: number | undefined) => number {
  const places = new Map<number | undefined, number>(numbers.map((number, at) => [number, at]));
  return (number) => places.get(number) ?? Number.NaN;
}

function gridOf({ shape, data }: TraceStep, heights: TraceStep): Grid | null {
  const [rows = 0, count = 0] = shape;
  if (rows !== 2 || heights.data.length !== count) return null;
  const [across, up] = [[...data.slice(0, count)], [...data.slice(count)]];
  const [xs, ys] = [sorted(across), sorted(up)];
  if (xs.length * ys.length !== count || xs.length < 2 || ys.length < 2) return null;
  const [column, row] = [placesIn(xs), placesIn(ys)];
  const found = new Float64Array(count).fill(Number.NaN);
  across.forEach((x, at) => {
    found[row(up[at]) * xs.length + column(x)] = heights.data[at] ?? Number.NaN;
  });
  return { xs, ys, height: (i, j) => found[j * xs.length + i] ?? Number.NaN };
}

function pairOf(step: TraceStep | undefined): Pair | null {
  if (step?.data.length !== 2) return null;
  // Two rows, two columns, or a list of two.
  const long = step.shape.indexOf(2);
  const index = (at: number) => step.shape.map((_, axis) => (axis === long ? at : 0));
  const cells = [shownCell(step, index(0)), shownCell(step, index(1))] as const;
  return { step, cells, spot: { x: cells[0].value, y: cells[1].value } };
}
