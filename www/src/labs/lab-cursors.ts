/** The positions in the pictures of a lab: where the cursors of its series are, what moving one sets, and which slice of a step is seen. */
import type { LabSpec, LabValue } from "../../labs/lab.ts";
import type { LabRuns, Setting } from "./lab-runs.ts";

/** The slice of a step that is shown, as a picture reports it: a position for each of the first axes. */
export interface SliceDetail {
  readonly step: string;
  readonly slice: readonly number[];
}

/** Returns where the cursors of the series are, by the name of their axis. */
export function cursorsOf(
  { series = [] }: LabSpec,
  values: Setting["values"],
  axisOf: (control: string) => string,
): Record<string, number> {
  const found = series.map(({ over, at }) => [axisOf(over), at.indexOf(Number(values[over]))] as const);
  return Object.fromEntries(found.filter(([, place]) => place >= 0));
}

/** Returns what the cursor of a series sets at a position, null for a position without a value, and `none` where the step is no series. */
export function seriesMove(
  { series = [], controls }: LabSpec,
  step: string,
  position: number,
): { readonly control: string; readonly value: LabValue } | "none" | null {
  const found = series.find(({ id }) => id === step);
  if (!found) return "none";
  const control = controls.find(({ id }) => id === found.over);
  const value = found.at[position];
  return control && value !== undefined ? { control: control.id, value } : null;
}

/** Returns the positions of a slice by the names of the axes. */
export function sliceByAxis(runs: LabRuns, setting: Setting, { step, slice }: SliceDetail): Record<string, number> {
  const found = Object.keys(runs.specAt(setting).runs).flatMap((run) => runs.at(setting, run).steps.get(step) ?? []);
  const axes = found[0]?.axes ?? [];
  return Object.fromEntries(slice.map((position, at) => [axes[at] ?? "", position]));
}
