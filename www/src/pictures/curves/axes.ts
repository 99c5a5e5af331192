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

/** Powers of ten on an axis are all written as such where all are at least this one, or one has more digits than are read at once. */
const FIRST_POWER = 3;
const LONG_POWER = 5;

const exponentOf = (tick: number) => Math.round(Math.log10(tick) * 1e9) / 1e9;
const powerName = (tick: number) => plainSymbol(`10^{${exponentOf(tick)}}`);

/** Returns how the ticks of a logarithmic axis are written: all in the same way. */
export function tickNames(ticks: readonly number[]): readonly string[] {
  const exponents = ticks.map(exponentOf);
  const arePowers = exponents.every(Number.isInteger);
  const areLarge = exponents.every((one) => one >= FIRST_POWER) || exponents.some((one) => one >= LONG_POWER);
  return ticks.map(arePowers && areLarge ? powerName : formatCell);
}

/** Draws both axes. `xs`: the place of each position. */
export function axes(
  { ticksY, tickX, from, left, right, bottom, width, height, upright, y }: CurvesShape,
  xs: readonly number[],
  said: Said,
): unknown {
  const names = xs.map((_, at) => placeName(said, at));
  const ticksNamed = said.options.logY === true ? tickNames(ticksY) : ticksY.map(formatCell);
  const ticks = upright ? names.map((_, at) => at) : tickPositions(xs, names);
  const lines = lineTitle(said);
  // What does not fit beside the plot ends at the edge of the drawing.
  const beside = widthOf(lines) * TYPE <= width - right - LINE_NAME;
  return svg`<g aria-hidden="true">${ticksY.map(
    (
      tick,
      at,
    ) => svg`<line class=${tick === 0 ? "grid zero" : "grid"} x1=${left} x2=${right} y1=${y(tick)} y2=${y(tick)}></line><text
      class="tick end"
      x=${tickX}
      y=${y(tick)}
    >${ticksNamed[at] ?? ""}</text>`,
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
