/** What is drawn over a map: a line around the operands of another cell, and a ring around a single one. */
import { nothing, svg } from "lit";
import type { Mark } from "../elements/matrix-marks.ts";
import type { Place } from "../elements/table.ts";
import { LEAST_RING } from "../matrix/places.ts";
import { type HeatShape, outlineOf } from "./heat-shape.ts";

/** Operands from the fifth on are marked as the first ones. */
const ROLES = 4;

/** Returns the places of the cells that another cell was computed from, by operand; those that are not shown have none. */
export function operandsOf(
  marked: readonly Mark[],
  placeOf: (index: readonly number[]) => Place | null,
): readonly (readonly Place[])[] {
  return Array.from({ length: ROLES }, (_, role) =>
    marked
      .filter((mark) => mark.role % ROLES === role)
      .map(({ index }) => placeOf(index))
      .filter((place) => place !== null),
  );
}

/** Draws a line around the cells of each operand. `operands`: the places of each. The unit is a cell. */
export function operandLines(operands: readonly (readonly Place[])[], { across, down }: HeatShape): unknown {
  return operands.map((places, role) => {
    const [only] = places;
    if (!only) return nothing;
    // A line around one tiny cell would cover it.
    if (places.length === 1) {
      const around = Math.max(0, LEAST_RING - across) / across / 2;
      const aside = Math.max(0, LEAST_RING - down) / down / 2;
      const [x, y] = [only[1] - around, only[0] - aside];
      const box = `M${x} ${y}h${1 + 2 * around}v${1 + 2 * aside}h${-1 - 2 * around}z`;
      return svg`<path class="below" d=${box}></path><path d=${box}></path>`;
    }
    const path = outlineOf(places);
    return svg`<path class="below" d=${path}></path><path class=${`role-${role}`} d=${path}></path>`;
  });
}
