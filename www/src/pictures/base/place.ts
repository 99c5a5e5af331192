/** Which cells of a step a picture shows. */

import type { TraceStep } from "../../elements/events.ts";
import { axisNameAmong, type Lookup } from "../../elements/lookup.ts";
import { plainSymbol } from "../../numbers/symbol.ts";
import type { PictureView } from "../picture.ts";

/** The color scale of a step, and the names of its positions, are in the view. */
type Shown = Pick<PictureView, "slices" | "selected">;

/** Returns an index with each axis at its shown position: that of the chosen cell if it is one of this step, else that of the page. */
export function shownIndex(step: TraceStep, { slices, selected }: Shown): number[] {
  const leading = step.shape.length - 2;
  return step.shape.map((length, axis) => {
    const shown = slices[step.axes[axis] ?? ""];
    const chosen = selected?.step === step.id ? selected.index[axis] : undefined;
    const position = (axis < leading ? (shown ?? chosen) : (chosen ?? shown)) ?? 0;
    return Math.max(0, Math.min(length - 1, position));
  });
}

/** Returns an index with another position of one axis. */
export function withPosition(index: readonly number[], axis: number, position: number): number[] {
  return index.map((other, at) => (at === axis ? position : other));
}

/** Returns the axis whose positions are the rows, given that of the columns: the last but one, or the last; null for a list. */
export function rowAxisOf(step: TraceStep, along: number): number | null {
  const rank = step.shape.length;
  if (rank < 2) return null;
  return along === rank - 1 ? rank - 2 : rank - 1;
}

/** Returns the symbol of a step in plain text, by which pictures call it. */
export function symbolOf(step: TraceStep): string {
  return plainSymbol(step.symbol);
}

/** Returns the name of an axis of a step. */
export function axisOf(text: Lookup, step: TraceStep, axis: number): string {
  return axisNameAmong(text, step.axes, axis);
}
