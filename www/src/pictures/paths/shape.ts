/** Where the nodes and links of paths are. Pure. */
import { formatCell } from "../../numbers/format.ts";
import { widest } from "../../numbers/lettering.ts";
import { type ShownCell, shownCell } from "../base/marks.ts";
import type { PictureView } from "../picture.ts";
import type { Spot } from "../plane/plane.ts";
import type { PathLink, PathNode, PathsSpec } from "./spec.ts";

/** Lengths are in units, sixteenths of the type size. */
export const TYPE = 15;
export const BOX = 28;
/** A name above a box, and a gradient below it. */
export const NAME = 18;
export const BELOW = 20;
const ROW = 44;
const PAD = 8;
/** The widest band, where all lie on one line and where they lead to parts, and one of 0. */
const BAND = 34;
export const LANE_BAND = 18;
/** Between a number and the band to a part above it; a number with such bands is at least so wide. */
export const LANE = 14;
const WITH_LANES = 54;
export const THIN = 1.5;
/** Numbers of ticks stand below each other in turn, so that they have room. */
export const TICKS = [BAND / 2 + 16, BAND / 2 + 36] as const;
/** From a path to the top of a loop. */
export const LOOP = 42;

export interface Placed {
  readonly id: string;
  readonly node: PathNode;
  readonly spot: Spot;
  readonly width: number;
  readonly cell: ShownCell | null;
  readonly gradient: ShownCell | null;
  /** How many ticks are before it. */
  readonly order: number;
}

export interface Linked {
  readonly link: PathLink;
  readonly cell: ShownCell | null;
  readonly from: Placed;
  readonly to: Placed;
  /** The width of its line. */
  readonly wide: number;
}

export interface PathsShape {
  readonly nodes: readonly Placed[];
  readonly links: readonly Linked[];
  readonly height: number;
}

type Steps = PictureView["steps"];

function cellIn(steps: Steps, place: { readonly step: string; readonly index: readonly number[] } | undefined) {
  const step = place && steps.get(place.step);
  return step && place ? shownCell(step, place.index) : null;
}

/** Whether the run has what a node draws. */
function isThere(steps: Steps, { as, cell, where }: PathNode): boolean {
  if (cell && !steps.has(cell.step)) return false;
  return as === "loop" || where === undefined || steps.has(where);
}

/** Returns the places; null where the run has none of the numbers. */
export function pathsShape(steps: Steps, { nodes, links, full }: PathsSpec, width: number): PathsShape | null {
  const there = Object.entries(nodes).filter(([, node]) => isThere(steps, node));
  const lanes = there.some(([, { as }]) => as === "part");
  const least = lanes ? WITH_LANES : BOX;
  const all = there.map(([id, node]) => {
    const cell = cellIn(steps, node.cell);
    const gradient = cellIn(steps, node.gradient);
    return { id, node, cell, gradient, width: widthOfNode(node, [cell, gradient], least) };
  });
  if (!all.some(({ cell, gradient }) => cell ?? gradient)) return null;
  const right = Math.max(...all.map(({ node }) => node.at[0]));
  const side = (column: number) =>
    Math.max(...all.filter(({ node }) => node.at[0] === column).map((one) => one.width / 2)) + 1;
  const [start, end] = [side(0), width - side(right)];
  const top = Math.max(...all.map(({ node }) => above(node) - node.at[1] * ROW));
  const ticks = all.filter(({ node }) => node.as === "tick");
  const column = (end - start) / Math.max(1, right);
  const placed = all.map((one): Placed => {
    const [across, down] = one.node.at;
    const spot = { x: start + across * column, y: top + down * ROW };
    // A part reaches from the numbers before it to those behind it.
    return { ...one, spot, order: ticks.indexOf(one), ...(one.node.as === "part" && { width: 2 * column - 4 }) };
  });
  const byId = new Map(placed.map((one) => [one.id, one]));
  const drawn = links.flatMap((link) => {
    const [from, to] = [byId.get(link.from), byId.get(link.to)];
    const place = link.back ?? link.times;
    const cell = cellIn(steps, place);
    return from && to && (!link.back || cell) ? [{ link, from, to, cell }] : [];
  });
  const bands = drawn.flatMap(({ link, cell }) => (link.back && cell ? [Math.abs(cell.value)] : []));
  const widestBand = lanes ? LANE_BAND : BAND;
  const most = full ?? Math.max(0, ...bands);
  const wideOf = (link: PathLink, cell: ShownCell | null) =>
    link.back && cell && most > 0 ? Math.max(THIN, (widestBand * Math.abs(cell.value)) / most) : THIN;
  return {
    nodes: placed,
    links: drawn.map((one) => ({ ...one, wide: wideOf(one.link, one.cell) })),
    height: Math.max(...placed.map(({ spot, node, gradient }) => spot.y + below(node, gradient))) + PAD,
  };
}

function widthOfNode({ as, name = "" }: PathNode, cells: readonly (ShownCell | null)[], least: number): number {
  const numbers = cells.flatMap((one) => (one ? [formatCell(one.value)] : []));
  if (as === "tick") return widest(numbers) * TYPE;
  return as === "number" ? Math.max(least, widest([...numbers, name]) * TYPE + PAD) : 0;
}

/** How far a node reaches above its middle. */
function above({ as, name }: PathNode): number {
  if (as === "number") return BOX / 2 + (name === undefined ? 2 : NAME);
  if (as === "part") return BOX / 2 + 2;
  if (as === "bend" && name !== undefined) return LOOP + NAME;
  return as === "loop" ? LOOP : BAND / 2 + 2;
}

function below({ as }: PathNode, gradient: ShownCell | null): number {
  if (as === "number") return BOX / 2 + (gradient ? BELOW : 2);
  if (as === "part") return BOX / 2 + 2;
  return as === "tick" ? TICKS[1] + TYPE / 2 : 0;
}
