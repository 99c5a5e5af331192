import { nothing, type SVGTemplateResult, svg } from "lit";
import { formatCell } from "../numbers/format.ts";
import { type Frame, type Spot, ticksBetween } from "./plane.ts";

/** A number of the scale. */
interface ScaleMark {
  readonly value: number;
  readonly spot: Spot;
}

/**
 * Returns the numbers of the scale, and the middles of their places: the first line of each axis that leaves room for a number, at 1 where there is one.
 */
export function scaleOf({ extent, at }: Frame): { across: ScaleMark | null; up: ScaleMark | null } {
  const told = (ticks: number[]) => ticks.find((tick) => tick === 1) ?? ticks.find((tick) => tick > 0);
  const across = told(ticksBetween(extent.left, extent.right, extent.tick));
  const up = told(ticksBetween(extent.bottom, extent.top, extent.tick));
  const origin = at({ x: 0, y: 0 });
  return {
    across: across === undefined ? null : { value: across, spot: { x: at({ x: across, y: 0 }).x, y: origin.y + 12 } },
    up: up === undefined ? null : { value: up, spot: { x: origin.x - 11, y: at({ x: 0, y: up }).y } },
  };
}

/** Draws the grid lines, the two axes with their names outside of the grid, and the scale: the place of 1, or of the first line where that is not shown. */
export function planeGrid(frame: Frame, [right, top]: readonly [string, string] = ["", ""]): SVGTemplateResult {
  const { extent, at, width, height } = frame;
  const corner = { from: at({ x: extent.left, y: extent.bottom }), to: at({ x: extent.right, y: extent.top }) };
  const across = ticksBetween(extent.left, extent.right, extent.tick);
  const up = ticksBetween(extent.bottom, extent.top, extent.tick);
  const origin = at({ x: 0, y: 0 });
  const kind = (value: number) => (value === 0 ? "axis" : "");
  const scale = scaleOf(frame);
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
      scale.across
        ? svg`<text class="scale" text-anchor="middle" x=${scale.across.spot.x} y=${origin.y + 16}>${formatCell(scale.across.value)}</text>`
        : nothing
    }
    ${
      scale.up
        ? svg`<text class="scale" text-anchor="end" dominant-baseline="central" x=${origin.x - 7} y=${scale.up.spot.y}>${formatCell(scale.up.value)}</text>`
        : nothing
    }
    ${right === "" ? nothing : svg`<text class="axis-name" text-anchor="end" x=${corner.to.x} y=${corner.from.y + 17}>${right} →</text>`}
    ${top === "" ? nothing : svg`<text class="axis-name" text-anchor="end" transform=${`translate(${corner.from.x - 7} ${corner.to.y}) rotate(-90)`}>${top} →</text>`}
  </g>`;
}
