/** What is drawn over a map: a line around the operands of another cell, and a ring around a single one. */
import { nothing, svg } from "lit";
import { type HeatShape, outlineOf, type Place } from "./heat-shape.ts";

/** A ring around a tiny cell is large enough to be seen. */
const LEAST_RING = 7;

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

/** Returns the style of a ring around a cell. */
export function ringAround([row, column]: Place, { across, down }: HeatShape): Record<string, string> {
  const [width, height] = [Math.max(across, LEAST_RING), Math.max(down, LEAST_RING)];
  const [x, y] = [column * across - (width - across) / 2, row * down - (height - down) / 2];
  return { transform: `translate(${x}px, ${y}px)`, width: `${width}px`, height: `${height}px` };
}
