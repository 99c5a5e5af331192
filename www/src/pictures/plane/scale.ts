/** The numbers beside the axes of the plane. Pure. */
import { formatCell } from "../../numbers/format.ts";
import { type Box, boxAround, covers } from "./covering.ts";
import { textWidth } from "./place-names.ts";
import { type Frame, type Spot, ticksBetween } from "./plane.ts";

/** The type size of the numbers. */
const TYPE = 12;
/** The distance of a number from its axis: that of its middle below or above it, that of its end beside it. */
const [BELOW, BESIDE] = [12, 7];

/** A number of the scale; `spot`: its middle. */
export interface ScaleMark {
  readonly value: number;
  readonly spot: Spot;
  readonly box: Box;
}

/**
 * Returns the numbers of the scale, one for each axis: of 1, where there is a line, and of the first lines, the first that stands free, below or left of
 * the axis, or else on its other side. An axis whose numbers are all covered has none. `tips`: convex shapes that cover numbers.
 */
export function scaleOf({ extent, at }: Frame, tips: readonly (readonly Spot[])[]): readonly ScaleMark[] {
  const origin = at({ x: 0, y: 0 });
  const free = ({ box }: ScaleMark) => !tips.some((tip) => covers(tip, box));
  const across = toldOf(ticksBetween(extent.left, extent.right, extent.tick)).flatMap((value) =>
    [BELOW, -BELOW].map((aside) => markAt(value, { x: at({ x: value, y: 0 }).x, y: origin.y + aside })),
  );
  const up = toldOf(ticksBetween(extent.bottom, extent.top, extent.tick)).flatMap((value) => {
    const away = BESIDE + textWidth(formatCell(value), TYPE) / 2;
    return [-away, away].map((aside) => markAt(value, { x: origin.x + aside, y: at({ x: 0, y: value }).y }));
  });
  return [across.find(free), up.find(free)].filter((mark) => mark !== undefined);
}

/** Returns the lines that may have a number, from the one that says most. */
function toldOf(ticks: readonly number[]): readonly number[] {
  return [...ticks.filter((tick) => tick === 1), ...ticks.filter((tick) => tick > 0 && tick !== 1)];
}

function markAt(value: number, spot: Spot): ScaleMark {
  return { value, spot, box: boxAround(spot, { width: textWidth(formatCell(value), TYPE), height: TYPE }) };
}
