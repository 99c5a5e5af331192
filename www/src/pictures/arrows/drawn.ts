/** Draws arrows of the plane: their shapes, what stands between them, their names, and the coordinates of the active one. */
import { nothing, type SVGTemplateResult, svg } from "lit";
import { styleProperties } from "../../elements/style-properties.ts";
import { categoryCss } from "../../numbers/categories.ts";
import { formatCell, plain } from "../../numbers/format.ts";
import type { ShownCell } from "../base/marks.ts";
import { angleOf, arcPath, arrowShape, at, type Frame, footOn, type Spot, turnBetween } from "../plane/plane.ts";
import type { DrawnArrow, DrawnArrows, DrawnPair, DrawnTurn } from "./model.ts";
import { coordinatePlaces, type PlacedName } from "./names.ts";
import { dotOf, GRIP, LINK_WIDTH, linksOf, turnShape, widthOf } from "./shapes.ts";

const NUMBER_GAP = 0.4;

/** The attributes of a mark, by which its number is opened and tested. */
const cell = ({ index, value }: ShownCell) => ({ index: index.join(), value: plain(value) });

export function arrowShapes(arrow: DrawnArrow, frame: Frame): SVGTemplateResult {
  const [origin, tip] = [frame.at({ x: 0, y: 0 }), frame.at(arrow.spot)];
  const width = widthOf(arrow);
  const { shaft, head } = arrowShape(origin, tip, width);
  const line = arrow.kind !== "point" && shaft !== "";
  const dots = arrow.kind !== "arrow" || !line;
  return svg`${
    line
      ? svg`<path data-touch class="touch" d=${`M${at(origin)}L${at(tip)}`}></path><path
          class="halo" d=${`M${at(origin)}L${at(tip)}`} stroke-width=${width + 9}></path><path
          class="shaft" d=${shaft} stroke-width=${width} stroke-dasharray=${arrow.dashed ? "7 4" : nothing}></path><path
          class="head" d=${head}></path>`
      : nothing
  }${dots ? svg`<circle class="ring" cx=${tip.x} cy=${tip.y} r="11"></circle><circle class="dot" cx=${tip.x} cy=${tip.y} r=${dotOf(arrow)}></circle>` : nothing}${
    arrow.input === null
      ? nothing
      : svg`<circle class="grip" cx=${tip.x} cy=${tip.y} r=${GRIP}></circle><circle data-touch class="touch-tip" cx=${tip.x} cy=${tip.y} r="22"></circle>`
  }`;
}

/** A circle around the origin. */
export function circleAround(frame: Frame, radius: number): SVGTemplateResult {
  const { x, y } = frame.at({ x: 0, y: 0 });
  return svg`<g class="help" aria-hidden="true"><circle class="around" cx=${x} cy=${y} r=${radius * frame.unit}></circle></g>`;
}

/** The threads by which the values pull the output to its place, and the weighted arrows one after the other. */
export function pullOf(drawn: DrawnArrows, frame: Frame, chain: boolean): SVGTemplateResult | typeof nothing {
  const output = drawn.mean?.output;
  if (!output) return nothing;
  const target = frame.at(output.spot);
  const weighed = drawn.arrows.filter((arrow) => arrow.weight !== null);
  const threads = weighed.map((arrow) => {
    const tip = frame.at(arrow.spot);
    const width = widthOf(arrow);
    return svg`<path class="thread" data-move=${`pull:${arrow.name}`} d=${`M${at(tip)}L${at(target)}`} stroke-width=${width} stroke-dasharray=${`0.1 ${width + 4}`}
      ${styleProperties({ "--color": categoryCss(arrow.category) })}></path>`;
  });
  const links = linksOf(drawn).map(({ arrow, from, to }) => {
    const { shaft, head } = arrowShape(frame.at(from), frame.at(to), LINK_WIDTH);
    return svg`<g data-move=${`link:${arrow.name}`} ${styleProperties({ "--color": categoryCss(arrow.category) })}><path class="link" d=${shaft} stroke-width=${LINK_WIDTH}></path><path
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

/** The arcs from the arrows before a rotation to those after it. */
export function turnArcs(turns: readonly DrawnTurn[], frame: Frame): SVGTemplateResult {
  const origin = frame.at({ x: 0, y: 0 });
  return svg`<g class="help turns" aria-hidden="true">${turns.map((drawn, order) => {
    const shape = turnShape(drawn, order, turns.length, frame);
    if (!shape) return nothing;
    const { radius, from, turn, back, tip } = shape;
    return svg`<g class="turn" data-move=${`turn:${drawn.after.name}`} ${styleProperties({ "--color": categoryCss(drawn.after.category) })}><path
      d=${arcPath(origin, radius, from, turn)}></path><path class="tip" d=${arrowShape(back, tip, 1).head}></path></g>`;
  })}</g>`;
}

/** The names of all arrows. */
export function namesOf(placed: readonly PlacedName[]): SVGTemplateResult {
  return svg`<g class="names" aria-hidden="true">${placed.map(({ symbol, name, number, spot: { x, y } }) => {
    const gap = (before: boolean) => (before ? `${NUMBER_GAP}em` : nothing);
    return svg`<text data-move=${`name:${symbol} ${name}`} x=${x} y=${y}>${symbol === "" ? nothing : svg`<tspan class="symbol">${symbol}</tspan>`}${
      name === "" ? nothing : svg`<tspan dx=${gap(symbol !== "")}>${name}</tspan>`
    }${
      number
        ? svg`<tspan class="number" dx=${gap(symbol !== "" || name !== "")} data-step=${number.step} data-index=${cell(number).index} data-value=${cell(number).value}>${formatCell(number.value)}</tspan>`
        : nothing
    }</text>`;
  })}</g>`;
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
