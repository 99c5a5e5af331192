/** Draws arrows of the plane: their shapes, what stands between them, their names, and the coordinates of the active one. */
import { nothing, type SVGTemplateResult, svg } from "lit";
import { styleProperties } from "../elements/style-properties.ts";
import { categoryCss } from "../numbers/categories.ts";
import { formatCell, plain } from "../numbers/format.ts";
import type { DrawnArrow, DrawnArrows, DrawnPair, DrawnTurn, ShownCell } from "./arrows-model.ts";
import { placeNames, textWidth } from "./place-names.ts";
import {
  angleOf,
  arcPath,
  around,
  arrowShape,
  at,
  type Frame,
  footOn,
  type Spot,
  turnBetween,
  winding,
} from "./plane.ts";

const TYPE = 15;
const NUMBER_GAP = 0.4;

/** The attributes of a mark, by which its number is opened and tested. */
const cell = ({ index, value }: ShownCell) => ({ index: index.join(), value: plain(value) });

/** Width of an arrow: by its weight, if it has one. */
export function widthOf({ kind, weight }: Pick<DrawnArrow, "kind" | "weight">): number {
  if (kind === "output") return 4;
  return weight ? 1.25 + 8 * Math.min(1, Math.max(0, weight.value)) : 2.5;
}

export interface ArrowState {
  readonly active: boolean;
  readonly label: string;
  readonly tabindex: number;
}

export function arrowMark(arrow: DrawnArrow, frame: Frame, { active, label, tabindex }: ArrowState): SVGTemplateResult {
  const [origin, tip] = [frame.at({ x: 0, y: 0 }), frame.at(arrow.spot)];
  const width = widthOf(arrow);
  const { shaft, head } = arrowShape(origin, tip, width);
  const [across, up] = arrow.cells.map(cell);
  const line = arrow.kind !== "point" && shaft !== "";
  const dots = arrow.kind !== "arrow" || !line;
  const color = arrow.kind === "output" ? {} : { "--color": categoryCss(arrow.category) };
  const touch = arrow.input === null ? "" : "movable";
  return svg`<g
    class=${`mark arrow ${arrow.kind} ${touch} ${active ? "active" : ""}`}
    data-key=${arrow.key}
    data-step=${arrow.step}
    data-index=${across?.index ?? ""}
    data-value=${across?.value ?? ""}
    data-second-index=${up?.index ?? ""}
    data-second-value=${up?.value ?? ""}
    role="button"
    tabindex=${tabindex}
    aria-label=${label}
    ${styleProperties(color)}
  >${
    line
      ? svg`<path data-touch class="touch" d=${`M${at(origin)}L${at(tip)}`}></path><path
          class="halo" d=${`M${at(origin)}L${at(tip)}`} stroke-width=${width + 9}></path><path
          class="shaft" d=${shaft} stroke-width=${width} stroke-dasharray=${arrow.dashed ? "7 4" : nothing}></path><path
          class="head" d=${head}></path>`
      : nothing
  }${dots ? svg`<circle class="ring" cx=${tip.x} cy=${tip.y} r="11"></circle><circle class="dot" cx=${tip.x} cy=${tip.y} r=${arrow.kind === "output" ? 8 : 6}></circle>` : nothing}${
    arrow.input === null
      ? nothing
      : svg`<circle class="grip" cx=${tip.x} cy=${tip.y} r="10"></circle><circle data-touch class="touch-tip" cx=${tip.x} cy=${tip.y} r="22"></circle>`
  }</g>`;
}

/** The threads by which the values pull the output to its place, and the weighted arrows one after the other. */
export function pullOf(
  { arrows, mean }: DrawnArrows,
  frame: Frame,
  chain: boolean,
): SVGTemplateResult | typeof nothing {
  const output = mean?.output;
  if (!output) return nothing;
  const target = frame.at(output.spot);
  const weighed = arrows.filter((arrow) => arrow.weight !== null);
  const threads = weighed.map((arrow) => {
    const tip = frame.at(arrow.spot);
    const width = widthOf(arrow);
    return svg`<line x1=${tip.x} y1=${tip.y} x2=${target.x} y2=${target.y} stroke-width=${width} stroke-dasharray=${`0.1 ${width + 4}`}
      ${styleProperties({ "--color": categoryCss(arrow.category) })}></line>`;
  });
  let end = { x: 0, y: 0 };
  const links = weighed.map((arrow) => {
    const share = arrow.weight?.value ?? 0;
    const next = { x: end.x + share * arrow.spot.x, y: end.y + share * arrow.spot.y };
    const { shaft, head } = arrowShape(frame.at(end), frame.at(next), 2);
    end = next;
    return svg`<g ${styleProperties({ "--color": categoryCss(arrow.category) })}><path class="link" d=${shaft} stroke-width="2"></path><path
      class="tip" d=${head}></path></g>`;
  });
  return svg`<g class="pull" aria-hidden="true">${threads}${chain ? links : nothing}</g>`;
}

/** The angle between two arrows, and the shadow of the first on the line of the other. */
export function pairHelp(
  { one, other }: DrawnPair,
  frame: Frame,
  { angle = false, projection = false }: { readonly angle?: boolean; readonly projection?: boolean },
): SVGTemplateResult {
  const origin = frame.at({ x: 0, y: 0 });
  const foot = projection ? footOn(one.spot, other.spot) : null;
  const tip = frame.at(one.spot);
  const from = angleOf(other.spot);
  const turn = turnBetween(from, angleOf(one.spot));
  const radius = Math.min(46, 0.4 * frame.unit * Math.min(lengthOf(one.spot), lengthOf(other.spot)));
  const line = (name: string, start: Spot, end: Spot) =>
    svg`<path class=${name} d=${`M${at(start)}L${at(end)}`}></path>`;
  return svg`<g class="help" aria-hidden="true">
    ${
      foot
        ? [
            line("extended", frame.at(other.spot), frame.at(foot)),
            line("drop", tip, frame.at(foot)),
            line("shadow", origin, frame.at(foot)),
          ]
        : nothing
    }
    ${angle && radius > 4 ? svg`<path class="angle" d=${arcPath(origin, radius, from, turn)}></path>` : nothing}
  </g>`;
}

const lengthOf = ({ x, y }: Spot) => Math.hypot(x, y);

/** Returns the radius of the arc of a turn, in units of the plane: each of several has its own. */
export function turnRadius({ before }: DrawnTurn, order: number, count: number): number {
  return lengthOf(before.spot) * (count > 1 ? 0.35 + (0.45 * order) / (count - 1) : 0.6);
}

/** The arcs from the arrows before a rotation to those after it. */
export function turnArcs(turns: readonly DrawnTurn[], frame: Frame): SVGTemplateResult {
  const origin = frame.at({ x: 0, y: 0 });
  return svg`<g class="help turns" aria-hidden="true">${turns.map((drawn, order) => {
    const { before, after, angle } = drawn;
    const from = angleOf(before.spot);
    const turn = angle?.value ?? turnBetween(from, angleOf(after.spot));
    const radius = turnRadius(drawn, order, turns.length) * frame.unit;
    if (radius < 6 || Math.abs(turn) * radius < 4) return nothing;
    const end = from + turn;
    const tip = around(origin, end, radius + winding(turn));
    const back = around(tip, end - (Math.sign(turn) * Math.PI) / 2, 10);
    return svg`<g class="turn" ${styleProperties({ "--color": categoryCss(after.category) })}><path
      d=${arcPath(origin, radius, from, turn)}></path><path class="tip" d=${arrowShape(back, tip, 1).head}></path></g>`;
  })}</g>`;
}

/** A name beside a point, with the number that belongs to it. */
export interface PlacedText {
  readonly at: Spot;
  readonly toward: number;
  readonly symbol: string;
  readonly name: string;
  readonly number: ShownCell | null;
  /** The distance from the point; 9 by default. */
  readonly gap?: number;
}

/** The names of all arrows, where they cover each other and the arrows least. */
export function namesOf(texts: readonly PlacedText[], obstacles: readonly Spot[], frame: Frame): SVGTemplateResult {
  const written = (text: PlacedText) =>
    [text.symbol, text.name, text.number ? formatCell(text.number.value) : ""].filter((part) => part !== "").join(" ");
  const places = placeNames(
    texts.map((text) => ({
      at: text.at,
      toward: text.toward,
      width: textWidth(written(text), TYPE) + 12,
      height: TYPE * 1.3,
      gap: text.gap ?? 9,
    })),
    obstacles,
    frame,
  );
  return svg`<g class="names" aria-hidden="true">${texts.map(({ symbol, name, number }, order) => {
    const { x, y } = places[order] ?? { x: 0, y: 0 };
    const gap = (before: boolean) => (before ? `${NUMBER_GAP}em` : nothing);
    return svg`<text x=${x} y=${y}>${symbol === "" ? nothing : svg`<tspan class="symbol">${symbol}</tspan>`}${
      name === "" ? nothing : svg`<tspan dx=${gap(symbol !== "")}>${name}</tspan>`
    }${
      number
        ? svg`<tspan class="number" dx=${gap(symbol !== "" || name !== "")} data-step=${number.step} data-index=${cell(number).index} data-value=${cell(number).value}>${formatCell(number.value)}</tspan>`
        : nothing
    }</text>`;
  })}</g>`;
}

/** Returns where the coordinates of an arrow stand: beside the axes, on the sides away from it. */
export function coordinatePlaces({ cells: [, up], spot }: DrawnArrow, frame: Frame): { across: Spot; up: Spot } {
  const [tip, origin] = [frame.at(spot), frame.at({ x: 0, y: 0 })];
  const beside = (10 + textWidth(formatCell(up.value), 13) / 2) * (spot.x >= 0 ? -1 : 1);
  return {
    across: { x: tip.x, y: origin.y + (spot.y >= 0 ? 15 : -15) },
    up: { x: origin.x + beside, y: tip.y },
  };
}

/** The coordinates of one arrow, at the axes. */
export function coordinatesOf(arrow: DrawnArrow, frame: Frame): SVGTemplateResult {
  const [tip, origin] = [frame.at(arrow.spot), frame.at({ x: 0, y: 0 })];
  const places = coordinatePlaces(arrow, frame);
  const number = (shown: ShownCell, { x, y }: Spot) =>
    svg`<text class="number" x=${x} y=${y} data-step=${shown.step} data-index=${cell(shown).index} data-value=${cell(shown).value}>${formatCell(shown.value)}</text>`;
  return svg`<g class="coordinates" aria-hidden="true">
    <line x1=${tip.x} y1=${tip.y} x2=${tip.x} y2=${origin.y}></line>
    <line x1=${tip.x} y1=${tip.y} x2=${origin.x} y2=${tip.y}></line>
    ${number(arrow.cells[0], places.across)}
    ${number(arrow.cells[1], places.up)}
  </g>`;
}
