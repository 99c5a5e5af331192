/** Curves over a control: the numbers of one run at many values of it, as steps that pictures draw. */
import type { TraceStep } from "../library.ts";
import type { Setting, Stage, Value } from "./stage.ts";

/** The numbers of each series, by its id. */
export type Collected = ReadonlyMap<string, readonly number[]>;

/** Returns what is read, no number where the library refuses a run of it. */
export function orNone<Read>(read: () => Read): Read | number {
  try {
    return read();
  } catch {
    return Number.NaN;
  }
}

/** The names of series and controls. */
export interface SeriesNames {
  readonly series: (id: string) => string;
  readonly control: (id: string) => string;
}

/** Returns the steps that pictures draw: the numbers of each series, and its places. The axis is called as the control. */
export function seriesSteps({ series = [] }: Stage, collected: Collected, names: SeriesNames): TraceStep[] {
  return series.flatMap(({ id, over, at }) => {
    const axis = names.control(over);
    const data = collected.get(id);
    return data ? [stepOf(id, axis, data, names.series(id)), stepOf(`${id}.places`, axis, at, axis)] : [];
  });
}

const steps = new WeakMap<readonly number[], Map<string, TraceStep>>();

/** Returns numbers as a step; the same object each time, by which a picture sees that nothing has changed. */
function stepOf(id: string, axis: string, data: readonly number[], name: string): TraceStep {
  const known = steps.get(data) ?? new Map<string, TraceStep>();
  steps.set(data, known);
  // Words, not letters: their spaces count.
  const symbol = `\\text{${name}}`;
  const before = known.get(id);
  if (before?.symbol === symbol && before.axes[0] === axis) return before;
  const step = {
    id,
    axes: [axis],
    shape: [data.length],
    data: Float64Array.from(data),
    symbol,
    op: "given",
  } as unknown as TraceStep;
  known.set(id, step);
  return step;
}

/** Returns where the cursors of the series are, by the name of their axis. */
export function cursorsOf(
  { series = [] }: Pick<Stage, "series">,
  values: Setting["values"],
  axisOf: (control: string) => string,
): Record<string, number> {
  const found = series.map(({ over, at }) => [axisOf(over), at.indexOf(Number(values[over]))] as const);
  return Object.fromEntries(found.filter(([, place]) => place >= 0));
}

/** Returns what the cursor of a series sets at a position, null for a position without a value, and `none` where the step is no series. */
export function seriesMove(
  { series = [], controls }: Pick<Stage, "series" | "controls">,
  step: string,
  position: number,
): { readonly control: string; readonly value: Value } | "none" | null {
  const found = series.find(({ id }) => id === step);
  if (!found) return "none";
  const control = controls.find(({ id }) => id === found.over);
  const value = found.at[position];
  return control && value !== undefined ? { control: control.id, value } : null;
}
