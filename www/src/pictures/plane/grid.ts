import { nothing, type SVGTemplateResult, svg } from "lit";
import { formatCell } from "../../numbers/format.ts";
import { type Frame, ticksBetween } from "./plane.ts";
import type { ScaleMark } from "./scale.ts";

/** Draws the grid lines, the two axes with their names outside of the grid, and the numbers of the scale. */
export function planeGrid(
  frame: Frame,
  [right, top]: readonly [string, string],
  scale: readonly ScaleMark[],
): SVGTemplateResult {
  const { extent, at, width, height } = frame;
  const corner = { from: at({ x: extent.left, y: extent.bottom }), to: at({ x: extent.right, y: extent.top }) };
  const across = ticksBetween(extent.left, extent.right, extent.tick);
  const up = ticksBetween(extent.bottom, extent.top, extent.tick);
  const kind = (value: number) => (value === 0 ? "axis" : "");
  return svg`<g class="grid" aria-hidden="true">
    ${across.map((x) => {
      const place = at({ x, y: 0 }).x;
      return svg`<line class=${kind(x)} x1=${place} x2=${place} y1=${Math.min(height, corner.from.y)} y2=${Math.max(0, corner.to.y)}></line>`;
    })}
    ${up.map((y) => {
      const place = at({ x: 0, y }).y;
      return svg`<line class=${kind(y)} y1=${place} y2=${place} x1=${Math.max(0, corner.from.x)} x2=${Math.min(width, corner.to.x)}></line>`;
    })}
    ${scale.map(
      ({ value, spot }) =>
        svg`<text class="scale" text-anchor="middle" dominant-baseline="central" x=${spot.x} y=${spot.y}>${formatCell(value)}</text>`,
    )}
    ${right === "" ? nothing : svg`<text class="axis-name" text-anchor="end" x=${corner.to.x} y=${corner.from.y + 17}>${right} →</text>`}
    ${top === "" ? nothing : svg`<text class="axis-name" text-anchor="end" transform=${`translate(${corner.from.x - 7} ${corner.to.y}) rotate(-90)`}>${top} →</text>`}
  </g>`;
}
