/** The cursors of a lab's series: where they are, and what moving one sets. */

import type { Setting, Value } from "../stage/stage.ts";
import type { LabSpec } from "./lab.ts";

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
): { readonly control: string; readonly value: Value } | "none" | null {
  const found = series.find(({ id }) => id === step);
  if (!found) return "none";
  const control = controls.find(({ id }) => id === found.over);
  const value = found.at[position];
  return control && value !== undefined ? { control: control.id, value } : null;
}
