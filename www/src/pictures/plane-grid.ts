import { nothing, type SVGTemplateResult, svg } from "lit";
import { formatCell } from "../numbers/format.ts";
import { type Frame, ticksBetween } from "./plane.ts";

/** Draws the grid lines, the two axes with their names outside of the grid, and the scale: the place of 1, or of the first line where that is not shown. */
export function planeGrid(
  { extent, at, width, height }: Frame,
  [right, top]: readonly [string, string] = ["", ""],
): SVGTemplateResult {
  const corner = { from: at({ x: extent.left, y: extent.bottom }), to: at({ x: extent.right, y: extent.top }) };
  const across = ticksBetween(extent.left, extent.right, extent.tick);
  const up = ticksBetween(extent.bottom, extent.top, extent.tick);
  const origin = at({ x: 0, y: 0 });
  const kind = (value: number) => (value === 0 ? "axis" : "");
  // The scale is told by the first line that leaves room for a number: at 1 where there is one.
  const told = (ticks: number[]) => ticks.find((tick) => tick === 1) ?? ticks.find((tick) => tick > 0);
  const [toldAcross, toldUp] = [told(across), told(up)];
  return svg`<g class="grid" aria-hidden="true">
    ${across.map((x) => {
      const place = at({ x, y: 0 }).x;
      return svg`<line class=${kind(x)} x1=${place} x2=${place} y1=${Math.min(height, corner.from.y)} y2=${Math.max(0, corner.to.y)}></line>`;
    })}
    ${up.map((y) => {
      const place = at({ x: 0, y }).y;
      return svg`<line class=${kind(y)} y1=${place} y2=${place} x1=${Math.max(0, corner.from.x)} x2=${Math.min(width, corner.to.x)}></line>`;
    })}
    ${
      toldAcross === undefined
        ? nothing
        : svg`<text class="scale" text-anchor="middle" x=${at({ x: toldAcross, y: 0 }).x} y=${origin.y + 16}>${formatCell(toldAcross)}</text>`
    }
    ${
      toldUp === undefined
        ? nothing
        : svg`<text class="scale" text-anchor="end" dominant-baseline="central" x=${origin.x - 7} y=${at({ x: 0, y: toldUp }).y}>${formatCell(toldUp)}</text>`
    }
    ${right === "" ? nothing : svg`<text class="axis-name" text-anchor="end" x=${corner.to.x} y=${corner.from.y + 17}>${right} →</text>`}
    ${top === "" ? nothing : svg`<text class="axis-name" text-anchor="end" transform=${`translate(${corner.from.x - 7} ${corner.to.y}) rotate(-90)`}>${top} →</text>`}
  </g>`;
}
