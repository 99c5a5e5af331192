/** The axes of curves: ticks as far as they do not touch, and what each axis is. */
import { nothing, svg } from "lit";
import { formatCell } from "../../numbers/format.ts";
import { widthOf } from "../../numbers/lettering.ts";
import { plainSymbol } from "../../numbers/symbol.ts";
import { type CurvesShape, TITLE_Y, TYPE, tickPositions } from "./shape.ts";
import { axisTitle, lineTitle, placeName, type Said, valueTitle } from "./speech.ts";

/** The name of the lower axis stands so far above the lower edge, in units. */
const FOOT = 10;
/** Beside the plot, the names of its lines. */
const LINE_NAME = 12;

/** Powers of ten on an axis are all written as such from this one on. */
const FIRST_POWER = 3;

const exponentOf = (tick: number) => Math.round(Math.log10(tick) * 1e9) / 1e9;
const isPower = (tick: number) => Number.isInteger(exponentOf(tick)) && exponentOf(tick) >= FIRST_POWER;
const powerName = (tick: number) => plainSymbol(`10^{${exponentOf(tick)}}`);

/** Draws both axes. `xs`: the place of each position. */
export function axes(
  { ticksY, tickX, from, left, right, bottom, width, height, upright, y }: CurvesShape,
  xs: readonly number[],
  said: Said,
): unknown {
  const names = xs.map((_, at) => placeName(said, at));
  const tickName = said.options.logY === true && ticksY.every(isPower) ? powerName : formatCell;
  const ticks = upright ? names.map((_, at) => at) : tickPositions(xs, names);
  const lines = lineTitle(said);
  // What does not fit beside the plot ends at the edge of the drawing.
  const beside = widthOf(lines) * TYPE <= width - right - LINE_NAME;
  return svg`<g aria-hidden="true">${ticksY.map(
    (
      tick,
    ) => svg`<line class=${tick === 0 ? "grid zero" : "grid"} x1=${left} x2=${right} y1=${y(tick)} y2=${y(tick)}></line><text
      class="tick end"
      x=${tickX}
      y=${y(tick)}
    >${tickName(tick)}</text>`,
  )}${ticks.map((at) => {
    const x = xs[at] ?? 0;
    return svg`<line class="grid" x1=${x} x2=${x} y1=${bottom} y2=${bottom + 5}></line><text
      class=${upright ? "tick end" : "tick middle"}
      x=${x}
      y=${upright ? bottom + 9 : bottom + 16}
      transform=${upright ? `rotate(-90 ${x} ${bottom + 9})` : nothing}
    >${names[at] ?? ""}</text>`;
  })}<text class="tick middle" x=${(left + right) / 2} y=${height - FOOT}>${axisTitle(said)}</text><text
    class="tick"
    x="0"
    y=${TITLE_Y}
  >${from === null ? valueTitle(said) : said.text("pictures.curves.from", { name: valueTitle(said), from: formatCell(from) })}</text><text
    class=${beside ? "tick" : "tick end"}
    x=${beside ? right + LINE_NAME : width}
    y=${TITLE_Y}
  >${lines}</text></g>`;
}
