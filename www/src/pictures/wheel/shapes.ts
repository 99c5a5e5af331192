/** Draws the wheel of one round: sectors, directions, points on the circle, their names, and the numbers of the active one. */
import { nothing, type SVGTemplateResult, svg } from "lit";
import { styleProperties } from "../../elements/style-properties.ts";
import { categoryCss, categoryDashes, categoryInk, isRepeated } from "../../numbers/categories.ts";
import { formatCell, plain } from "../../numbers/format.ts";
import type { ShownCell } from "../base/marks.ts";
import { placeNames, textWidth } from "../plane/place-names.ts";
import { angleOf, around, at, type Spot } from "../plane/plane.ts";
import { turnKey, type WheelMark, type WheelPoint, type WheelRound } from "./model.ts";
import { type Sector, spread } from "./sectors.ts";

/** Where a wheel is drawn: a square with a line above and below it. */
export interface WheelPlace {
  readonly side: number;
  readonly center: Spot;
  readonly radius: number;
  readonly height: number;
}

const TITLE = 30;
/** Beside the circle there is room for names of the usual length; longer ones make it smaller, up to the second. */
const NAMES = [46, 72] as const;
/** Above the circle and below it. */
const LINES = 38;
/** Between a point and its name, and around it. */
const GAP = 11;
const AROUND = 4;
const LINE = 34;
const TYPE = 15;
/** The height of a name, in its size. */
const HIGH = 1.25;
/** More names than this would cover each other. */
const MOST_NAMES = 18;

export function wheelPlace(side: number, titled: boolean, rounds: readonly WheelRound[] = []): WheelPlace {
  const above = titled ? TITLE : 0;
  const names = rounds.flatMap(({ points }) => (points.length <= MOST_NAMES ? points : []).map(({ name }) => name));
  const widest = Math.max(0, ...names.map((name) => textWidth(name, TYPE)));
  const [least, most] = NAMES;
  const radius = Math.max(40, side / 2 - Math.min(most, Math.max(least, widest + AROUND + GAP)));
  const center = { x: side / 2, y: above + radius + LINES };
  return { side, center, radius, height: above + 2 * (radius + LINES) + LINE };
}

const cellData = ({ index, value }: ShownCell) => ({ index: index.join(), value: plain(value) });

function sectorPaths({ from, to }: Sector, { center, radius }: WheelPlace): { wedge: string; rim: string } {
  const [start, end] = [around(center, from, radius), around(center, to, radius)];
  // Screens count angles clockwise: a sector is swept in the direction 0.
  const large = to - from > Math.PI ? 1 : 0;
  const whole = to - from > 2 * Math.PI - 1e-9;
  const half = around(center, from + Math.PI, radius);
  const arc = whole
    ? `A${radius} ${radius} 0 0 0 ${at(half)}A${radius} ${radius} 0 0 0 ${at(end)}`
    : `A${radius} ${radius} 0 ${large} 0 ${at(end)}`;
  return { wedge: `M${at(center)}L${at(start)}${arc}Z`, rim: `M${at(start)}${arc}` };
}

/** The width of the rim of a sector that is not lit. */
const RIM = 4;

export function sectorsDrawing(round: WheelRound, place: WheelPlace, active: number | null): SVGTemplateResult {
  const { sectors } = round;
  return svg`<g class="sectors" aria-hidden="true">${sectors.map((sector) => {
    const { wedge, rim } = sectorPaths(sector, place);
    return svg`<g class=${sector.bucket === active ? "sector active" : "sector"} data-bucket=${sector.bucket} data-move=${`sector:${turnKey(round)}${sector.bucket}`}
      ${styleProperties({ "--color": categoryCss(sector.bucket) })}
    ><path class="wedge" d=${wedge}></path><path class="rim" d=${rim} stroke-dasharray=${categoryDashes(sector.bucket, RIM) || nothing}></path></g>`;
  })}</g>`;
}

/** The length of the longest direction, in parts of the radius. */
const LONGEST = 0.72;

/** Returns where a direction and its opposite end; null for one without a length. */
export function tipsOf(
  { spot }: WheelMark,
  { directions }: WheelRound,
  { center, radius }: WheelPlace,
): [Spot, Spot] | null {
  const longest = Math.max(...directions.map((each) => Math.hypot(each.spot.x, each.spot.y)));
  const scale = (LONGEST * radius) / longest;
  if (!Number.isFinite(scale) || Math.hypot(spot.x, spot.y) * scale < 1) return null;
  const tip = (sign: number) => ({ x: center.x + sign * scale * spot.x, y: center.y - sign * scale * spot.y });
  return [tip(1), tip(-1)];
}

/** A direction and its opposite; nothing for one without a length. */
export function directionShapes(direction: WheelMark, round: WheelRound, place: WheelPlace): SVGTemplateResult {
  const tips = tipsOf(direction, round, place);
  if (!tips) return svg``;
  const [tip, opposite] = tips;
  const line = `M${at(place.center)}L${at(tip)}`;
  return svg`<path class="opposite" d=${`M${at(place.center)}L${at(opposite)}`}></path><path
    data-touch class="touch" d=${line}></path><circle data-touch class="touch-tip" cx=${tip.x} cy=${tip.y} r="18"></circle><path
    class="halo" d=${line} stroke-width="11"></path><path class="shaft" d=${line} stroke-width="2"></path><circle
    class="ring" cx=${tip.x} cy=${tip.y} r="14"></circle>`;
}

const BADGE = 11;
/** So far apart the middles of two numbers are at least: their digits do not touch. */
const BADGES_APART = 18;

/**
 * Returns the numbers of buckets at the tips of directions and of their opposites. Of many, some would cover others: first come those of buckets that have a sector, the
 * longest of them first.
 */
export function badgesOf(
  round: WheelRound,
  place: WheelPlace,
): readonly { readonly bucket: number; readonly spot: Spot }[] {
  const { center } = place;
  const reached = new Set(round.sectors.map(({ bucket }) => bucket));
  const all = round.directions.flatMap((direction) => {
    const tips = tipsOf(direction, round, place);
    return (tips ?? []).map((spot, side) => ({ spot, bucket: direction.row + side * round.directions.length }));
  });
  const far = ({ x, y }: Spot) => Math.hypot(x - center.x, y - center.y);
  const rank = ({ bucket }: { readonly bucket: number }) => (reached.has(bucket) ? 0 : 1);
  const kept: { readonly bucket: number; readonly spot: Spot }[] = [];
  for (const one of all.sort((a, b) => rank(a) - rank(b) || far(b.spot) - far(a.spot)))
    if (kept.every(({ spot }) => Math.hypot(spot.x - one.spot.x, spot.y - one.spot.y) >= BADGES_APART)) kept.push(one);
  return kept.sort((a, b) => a.bucket - b.bucket);
}

/** The numbers of buckets at the tips of directions. */
export function badgesDrawing(round: WheelRound, place: WheelPlace): SVGTemplateResult {
  const badge = (spot: Spot, bucket: number) =>
    svg`<g class="badge" data-move=${`badge:${turnKey(round)}${bucket}`} ${styleProperties({
      "--color": categoryCss(bucket),
      "--on-color": categoryInk(bucket),
    })}><circle cx=${spot.x} cy=${spot.y} r=${BADGE}></circle><text x=${spot.x} y=${spot.y}>${bucket}</text></g>`;
  return svg`<g class="badges" aria-hidden="true">${badgesOf(round, place).map(({ spot, bucket }) => badge(spot, bucket))}</g>`;
}

/** Returns where a point is drawn: on the circle, in its direction; null for a point without one. */
export function onCircle({ spot }: WheelMark, { center, radius }: WheelPlace): Spot | null {
  return spot.x === 0 && spot.y === 0 ? null : around(center, angleOf(spot), radius);
}

/** A point; the ray from the center to the active one is drawn. */
export function pointShapes(point: WheelPoint, place: WheelPlace, active: boolean): SVGTemplateResult {
  // A zero vector has no direction; its point stays in the middle.
  const { x, y } = onCircle(point, place) ?? place.center;
  const [hollow, color] = [isRepeated(point.bucket.value), categoryCss(point.bucket.value)];
  return svg`${active ? svg`<path class="ray" d=${`M${at(place.center)}L${at({ x, y })}`}></path>` : nothing}<circle
    data-touch class="touch-tip" cx=${x} cy=${y} r="20"></circle><circle class="ring" cx=${x} cy=${y} r="12"></circle><circle
    class=${hollow ? "dot hollow" : "dot"} cx=${x} cy=${y} r="7.5" ${styleProperties(hollow ? { stroke: color } : { fill: color })}></circle>`;
}

/** The names of all tokens; of many, only that of the active one. */
export function namesDrawing(
  { points }: WheelRound,
  place: WheelPlace,
  { together, active }: Record<"together" | "active", (point: WheelPoint) => boolean>,
): SVGTemplateResult {
  const named = points.length <= MOST_NAMES ? points : points.filter(active);
  // At the sides, where names stand above each other, each has its line.
  const least = (HIGH * TYPE) / (place.radius + 18);
  const angles = spread(
    named.map(({ spot }) => angleOf(spot)),
    least,
  );
  const texts = named.map((point, order) => {
    const angle = angles[order] ?? 0;
    return {
      at: onCircle(point, place) ? around(place.center, angle, place.radius) : place.center,
      toward: angle,
      width: textWidth(point.name, TYPE) + AROUND,
      height: HIGH * TYPE,
      gap: GAP,
    };
  });
  const obstacles = points.flatMap((point) => onCircle(point, place) ?? []);
  const spots = placeNames(texts, obstacles, { width: place.side, height: place.height - LINE + 16 });
  return svg`<g class="names" aria-hidden="true">${named.map(
    (point, order) =>
      svg`<text class=${together(point) ? "shown" : ""} data-move=${`name:${point.name}`} x=${spots[order]?.x ?? 0} y=${spots[order]?.y ?? 0}>${point.name}</text>`,
  )}</g>`;
}

/** The numbers of the active mark, in a line below the wheel: its coordinates, and its bucket. */
export function numbersLine(active: WheelMark | null, place: WheelPlace): SVGTemplateResult {
  if (!active) return svg`<g class="line"></g>`;
  const number = (cell: ShownCell) =>
    svg`<tspan class="number" data-step=${cell.step} data-index=${cellData(cell).index} data-value=${cellData(cell).value}>${formatCell(cell.value)}</tspan>`;
  const bucket = "bucket" in active ? (active as WheelPoint).bucket : null;
  return svg`<g class="line" aria-hidden="true"><text x=${place.center.x} y=${place.height - 14}><tspan>${active.name}</tspan><tspan
    dx="0.5em">(</tspan>${number(active.cells[0])}<tspan>, </tspan>${number(active.cells[1])}<tspan>)</tspan>${
      bucket ? svg`<tspan dx="0.4em">→ </tspan>${number(bucket)}` : nothing
    }</text></g>`;
}
