/** The places of curves: scales, ticks, lines with gaps where there is no number, and names at the lines' ends that do not cover each other. */
import { extent } from "d3-array";
import { type ScaleContinuousNumeric, scaleLinear, scaleLog } from "d3-scale";
import { formatCell } from "../../numbers/format.ts";
import { widest, widthOf } from "../../numbers/lettering.ts";
import { apart } from "../base/apart.ts";

/** The type size of names and ticks, in units. */
export const TYPE = 15;
const SPACE = 8;
/** Between a handle and a number. */
const HANDLE_GAP = 4;
/** The heights of the drawing, in units, and their ratio to the width. */
const HEIGHTS = [220, 380] as const;
const PROPORTION = 0.52;
/** Above the drawing: what it shows, and what its lines are. */
export const TITLE_Y = 12;
/** Below the drawing: the ticks, and the name of the axis. */
const BELOW = 52;
const ABOVE = 34;
/** Between the names of two positions, and between those that stand upright. */
const TICK_GAP = 10;
const LINES_APART = 2;
/** Names at the ends of lines have at most this share of the width. */
const NAMES = 0.44;
export const LINE = 19;
/** Most numbers at the cursor need at most this room, which is kept for them so that lines stay where they are while numbers change. */
const READING = "−0.0000";

type Scale = ScaleContinuousNumeric<number, number>;

export interface CurvesData {
  /** The place of each position on the axis from left to right. */
  readonly places: readonly number[];
  /** By line, by position. */
  readonly values: readonly (readonly number[])[];
  /** Numbers of other curves with the same vertical axis. */
  readonly beside?: readonly number[];
  readonly names: readonly string[];
  /** The names of positions, where they are words. */
  readonly words?: readonly string[];
  readonly logX: boolean;
  readonly logY: boolean;
  /** The vertical axis need not begin at 0. */
  readonly close?: boolean;
  /** The radius of what is dragged along the lower axis: numbers of the vertical one leave it in sight. */
  readonly handle?: number;
}

export interface CurvesShape {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly x: Scale;
  readonly y: Scale;
  readonly ticksY: readonly number[];
  /** Where the numbers of the vertical axis end. */
  readonly tickX: number;
  /** Whether the names of positions stand upright, since they do not fit beside each other. */
  readonly upright: boolean;
  /** The width with which they would not; 0 where they do not anyway. */
  readonly level: number;
  /** Where the vertical axis begins, if that is above 0 though 0 belongs to it. */
  readonly from: number | null;
  /** By line: one path for each run of numbers without a gap. */
  readonly paths: readonly string[];
  /** Where the names of lines stand, from top to bottom at least a line apart. */
  readonly nameYs: readonly number[];
  /** The room of a name, in multiples of the type size. */
  readonly nameRoom: number;
  /** Whether a name's number stands below it, because both do not fit beside each other. */
  readonly stacked: boolean;
}

/** Whether a number has a place on the axis. */
export function isDrawn(value: number, log: boolean): boolean {
  return Number.isFinite(value) && (!log || value > 0);
}

function scaleOf(values: readonly number[], log: boolean, range: readonly [number, number]): Scale {
  const [low = 0, high = 1] = extent(values.filter((value) => isDrawn(value, log)));
  if (log) return scaleLog([low || 1, high > low ? high : (low || 1) * 10], range);
  return scaleLinear([low, high > low ? high : low + 1], range);
}

/** Returns ticks with at most this many numbers, powers of ten alone where a logarithmic axis has room for no others. */
function ticksOf(scale: Scale, log: boolean, most: number): number[] {
  const ticks = scale.ticks(most);
  if (!log || ticks.length <= most) return ticks;
  const powers = ticks.filter((tick) => Number.isInteger(Math.round(Math.log10(tick) * 1e9) / 1e9));
  const every = Math.ceil(powers.length / most);
  return powers.filter((_, at) => at % every === 0);
}

/** Returns the places of curves in a room of this width. */
export function curvesShape(
  { places, values, beside: others = [], names, words = [], logX, logY, close = false, handle = 0 }: CurvesData,
  width: number,
): CurvesShape {
  const plot = Math.min(HEIGHTS[1], Math.max(HEIGHTS[0], width * PROPORTION));
  const [top, bottom] = [ABOVE, plot - BELOW];
  const all = [...values.flat(), ...others];
  // A linear axis of values that are nearly all positive begins at 0, so that heights can be compared.
  const anchored = !logY && !close && all.some((value) => value > 0) ? [...all, 0] : all;
  const y = scaleOf(anchored, logY, [bottom, top]).nice(5) as Scale;
  const ticksY = ticksOf(y, logY, 6);
  const [lowest = 0] = y.domain();
  const beforeAxis = Math.max(SPACE, handle + HANDLE_GAP);
  const left = widest(ticksY.map(formatCell)) * TYPE + beforeAxis;
  // Beside each name its number at the cursor has room, or below it.
  const reading = widest(
    [READING, ...all.filter((value) => isDrawn(value, logY)).map(formatCell)].map((it) => `${it} `),
  );
  const beside = (widest(names) + reading) * TYPE + 2 * SPACE;
  const stacked = beside > width * NAMES && names.length * 2 * LINE <= bottom - top;
  const wanted = stacked ? Math.max(widest(names), reading) * TYPE + 2 * SPACE : beside;
  const nameWidth = Math.min(wanted, width * NAMES);
  const right = Math.max(left + 40, width - nameWidth);
  const x = scaleOf(places, logX, [left, right]);
  const upright = areUpright(places.map(x), words);
  const height = upright ? plot + (widest(words) - 1) * TYPE : plot;
  const paths = values.map((line) => pathOf(line, places, { x, y, logX, logY }));
  // A number below its name does not stand among those of the lower axis.
  const lowestName = stacked ? bottom - LINE : bottom;
  const ends = values.map((line) => {
    const last = line.findLast((value) => isDrawn(value, logY));
    return last === undefined ? lowestName : Math.min(y(last), lowestName);
  });
  return {
    width,
    height,
    left,
    right,
    top,
    bottom,
    x,
    y,
    ticksY,
    tickX: left - beforeAxis,
    upright,
    level: upright ? left + leastRun(places, words) + wanted : 0,
    from: close && !logY && lowest > 0 ? lowest : null,
    paths,
    nameYs: apart(ends, stacked ? 2 * LINE : LINE, [top, lowestName]),
    nameRoom: (nameWidth - 2 * SPACE) / TYPE,
    stacked,
  };
}

function pathOf(
  line: readonly number[],
  places: readonly number[],
  { x, y, logX, logY }: { x: Scale; y: Scale; logX: boolean; logY: boolean },
): string {
  let path = "";
  let pen = "M";
  for (const [at, value] of line.entries()) {
    const place = places[at] ?? Number.NaN;
    if (!isDrawn(value, logY) || !isDrawn(place, logX)) {
      pen = "M";
      continue;
    }
    path += `${pen}${+x(place).toFixed(2)} ${+y(value).toFixed(2)}`;
    pen = "L";
  }
  return path;
}

/** Returns how long an axis is at least on which words stand beside each other. */
function leastRun(places: readonly number[], words: readonly string[]): number {
  const [first = 0, last = 0] = extent(places);
  const halves = words.map((word) => (widthOf(word) * TYPE) / 2);
  const stretches = places.slice(1).map((place, before) => {
    const needed = (halves[before] ?? 0) + (halves[before + 1] ?? 0) + TICK_GAP;
    return needed / Math.max(1e-9, place - (places[before] ?? 0));
  });
  return (last - first) * Math.max(...stretches);
}

/** Whether words stand upright: they do not fit beside each other, but their lines do. */
function areUpright(xs: readonly number[], words: readonly string[]): boolean {
  const least = Math.min(...xs.slice(1).map((at, before) => at - (xs[before] ?? 0)));
  return words.length > 1 && least >= TYPE + LINES_APART && tickPositions(xs, words).length < words.length;
}

/** Returns the positions that have ticks: all, or every second, fifth or tenth, so that their names do not touch. */
export function tickPositions(xs: readonly number[], names: readonly string[]): number[] {
  const halves = names.map((name) => (widthOf(name) * TYPE) / 2);
  const all = xs.map((_, at) => at);
  for (let unit = 1; unit <= all.length; unit *= 10) {
    for (const every of [unit, unit * 2, unit * 5]) {
      const some = all.filter((at) => at % every === 0);
      const fits = some.every((at, rank) => {
        const before = some[rank - 1];
        if (before === undefined) return true;
        const needed = (halves[at] ?? 0) + (halves[before] ?? 0) + TICK_GAP;
        return (xs[at] ?? 0) - (xs[before] ?? 0) >= needed;
      });
      if (fits) return some;
    }
  }
  return all.slice(0, 1);
}

/** Returns the position that is nearest to a place of the drawing. */
export function nearest(xs: readonly number[], place: number): number {
  let best = 0;
  for (const [at, x] of xs.entries()) if (Math.abs(x - place) < Math.abs((xs[best] ?? 0) - place)) best = at;
  return best;
}
