/**
 * `<ag-surface>`: a number over the plane of two others, such as a loss over two weights.
 *
 * Lines join places of equal height. From the point leads the way down: the negative gradient, times the rate. The point is moved by dragging, or by the
 * arrow keys.
 */
import { css, nothing, type SVGTemplateResult, svg } from "lit";
import { customElement } from "lit/decorators.js";
import { elementStyles } from "../../elements/element-styles.ts";
import { halo } from "../../elements/halo.ts";
import { formatCell } from "../../numbers/format.ts";
import { moveOfKey } from "../base/dragging.ts";
import type { Declared, Mark, Movable } from "../base/marks.ts";
import { Picture } from "../base/picture.ts";
import { axisOf, symbolOf } from "../base/place.ts";
import { pictureStyles } from "../base/styles.ts";
import { arrowShape, at, type Frame, frameOf, niceStep, type Spot, ticksBetween } from "../plane/plane.ts";
import { planeStyles } from "../plane/styles.ts";
import { contour, levelsBetween } from "./contour.ts";
import { type DrawnSurface, drawnSurface, type Pair, type Stop } from "./model.ts";
import type { SurfaceSpec } from "./spec.ts";

/** A taller one would be shrunk on a phone, and its numbers with it. */
const TALLEST = 300;
const MOST_LINES = 8;
const MOST_TICKS = 6;
/** How dark the highest part is. */
const DARKEST = 0.34;
/** The share of the drawing that an arrow without a rate takes. */
const SHARE = 0.22;
/** A line shorter than this, in units, has no number. */
const LEAST_LINE = 70;
/** Where on its line a number stands: as near to the middle as it covers no other. */
const ALONG = [0.5, 0.4, 0.6, 0.3, 0.7];
/** How far the cross at the lowest place reaches, in units. */
const CROSS = 6;
/** A height stands so far from its place, in units, on the side to which no step leads. */
const ASIDE = 24;
/** It needs so much room to the drawing's ends, across and up. */
const [HALF_WIDTH, HALF_HEIGHT] = [22, 9];

const surfaceStyles = css`
  .height {
    fill: var(--here);
    stroke: none;
  }
  .contour {
    fill: none;
    stroke: var(--muted);
    stroke-width: 1.25;
  }
  .level {
    fill: var(--ink);
    font-size: 12px;
    font-variant-numeric: tabular-nums;
    text-anchor: middle;
    dominant-baseline: central;
    ${halo(4)};
  }
  .mark .way,
  .away {
    fill: none;
    stroke: var(--act);
    stroke-width: 2;
    pointer-events: none;
  }
  .away {
    stroke-dasharray: 5 4;
  }
  .mark .reached {
    font-size: 13px;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    text-anchor: middle;
    dominant-baseline: central;
    fill: var(--ink);
    ${halo(5)};
  }
  .lowest {
    fill: none;
    stroke: var(--ink);
    stroke-width: 2;
  }
  .ground {
    pointer-events: none;
  }
`;

@customElement("ag-surface")
export class AgSurface extends Picture<SurfaceSpec, DrawnSurface> {
  static override styles = [elementStyles, pictureStyles, planeStyles, surfaceStyles];

  protected override readonly widest: number = 620;

  protected read(): DrawnSurface | null {
    return drawnSurface(this.view, this.options);
  }

  protected declare(drawn: DrawnSurface): Declared {
    const { grid, lowest, bottom, highest } = drawn;
    const frame = frameAround(drawn, this.across);
    const levels = levelsBetween(lowest, highest, MOST_LINES);
    return {
      width: frame.width,
      height: frame.height,
      name: this.text("pictures.surface.name"),
      told: () => this.saying(drawn),
      keys: this.text("pictures.keys"),
      moves: this.text("pictures.moves"),
      panels: [
        {
          under: svg`<g class="ground" aria-hidden="true">${heights(drawn, levels, frame)}${scale(frame, this.axes(drawn))}${levels.map(
            (level) => line(contour(grid, level), level, frame, heightSpots(drawn, frame)),
          )}${cross(frame.at(bottom))}${away(drawn, frame)}</g>`,
          marks: this.marksOf(drawn, frame),
        },
      ],
    };
  }

  /** The names of both weights. */
  private axes({ at: point }: DrawnSurface): readonly [string, string] {
    if (!point) return ["", ""];
    const axis = point.step.shape.indexOf(2);
    const [across, up] = [0, 1].map((position) => this.view.labels(point.step, axis, position));
    return [across ?? "", up ?? ""];
  }

  private saying(drawn: DrawnSurface): string {
    const { at: point, gradient, lowest, highest } = drawn;
    const [across, up] = this.axes(drawn);
    const range = this.text("pictures.surface.range", { lowest: formatCell(lowest), highest: formatCell(highest) });
    if (!point) return range;
    const where = { across, up, x: formatCell(point.spot.x), y: formatCell(point.spot.y) };
    return [
      range,
      this.text("pictures.surface.at", where),
      ...(gradient ? [this.text("pictures.surface.down", downOf(gradient))] : []),
      ...(drawn.leaves ? [this.text("pictures.surface.leaves", { count: drawn.walk.length })] : []),
    ].join(" ");
  }

  private marksOf(drawn: DrawnSurface, frame: Frame): Mark[] {
    const { at: point, gradient, height, walk } = drawn;
    if (!point) return [];
    const [begin, end] = heightSpots(drawn, frame);
    const stops = walk.map((stop, number) =>
      this.stopMark(stop, walk[number - 1] ?? point, number, {
        frame,
        written: number === walk.length - 1 ? end : undefined,
      }),
    );
    if (stops.length > 0) return [...stops, this.point(point, frame, height, begin)];
    const from = frame.at(point.spot);
    const way = gradient && this.way(gradient, frame);
    const arrow = gradient && way ? [this.arrow(gradient, from, { x: from.x + way.x, y: from.y + way.y })] : [];
    return [...arrow, this.point(point, frame)];
  }

  /** Where the arrow leads, on the screen: against the gradient. */
  private way({ spot: { x, y } }: Pair, frame: Frame): Spot | null {
    const length = Math.hypot(x, y);
    if (!(length > 0)) return null;
    const by = this.options.rate === undefined ? (SHARE * frame.width) / length : this.options.rate * frame.unit;
    return { x: -x * by, y: y * by };
  }

  private arrow({ step, cells }: Pair, from: Spot, to: Spot): Mark {
    const { shaft, head } = arrowShape(from, to, 3);
    return {
      cell: cells[0],
      second: cells[1],
      key: "downhill",
      kind: "arrow",
      opens: cells,
      style: { "--color": "var(--act)" },
      label: () => this.text("pictures.surface.arrow", { name: symbolOf(step), ...downOf({ cells }) }),
      draw: () => svg`<path class="touch" d=${`M${at(from)}L${at(to)}`}></path><path class="halo" stroke-width="12" d=${`M${at(from)}L${at(to)}`}></path><path
        class="shaft" stroke-width="3.5" d=${shaft}></path><path class="head" d=${head}></path>`,
    };
  }

  /** A place of a walk, with the way to it; the last one has its height. */
  private stopMark(
    { step, cells, spot, height }: Stop,
    before: Pair,
    number: number,
    { frame, written }: { readonly frame: Frame; readonly written: Spot | undefined },
  ): Mark {
    const [from, to] = [frame.at(before.spot), frame.at(spot)];
    return {
      cell: cells[0],
      second: cells[1],
      key: `stop${number}`,
      kind: "point",
      opens: [...cells, ...(height ? [height] : [])],
      style: { "--color": "var(--act)" },
      label: () =>
        this.text("pictures.surface.stop", {
          number: number + 1,
          ...{ across: this.nameOf(step, 0), up: this.nameOf(step, 1) },
          ...{ x: formatCell(spot.x), y: formatCell(spot.y), height: height ? formatCell(height.value) : "" },
        }),
      draw: () =>
        svg`<path class="way" d=${`M${at(from)}L${at(to)}`}></path><circle class="touch-tip" cx=${to.x} cy=${to.y} r="11"></circle><circle class="ring" cx=${to.x} cy=${to.y} r="8"></circle><circle class="dot" cx=${to.x} cy=${to.y} r="4.5"></circle>${reached(height, written)}`,
    };
  }

  /** What one of the two numbers is called. */
  private nameOf(step: Pair["step"], position: number): string {
    return this.view.labels(step, step.shape.indexOf(2), position);
  }

  private point(
    { step, cells, spot }: Pair,
    frame: Frame,
    height: DrawnSurface["height"] = null,
    written?: Spot,
  ): Mark {
    const { x, y } = frame.at(spot);
    const index = step.shape.indexOf(2);
    const names = [0, 1].map((position) => this.view.labels(step, index, position));
    return {
      cell: cells[0],
      second: cells[1],
      key: "point",
      kind: "arrow point",
      opens: cells,
      style: { "--color": "var(--ink)" },
      label: () =>
        this.text("pictures.surface.at", {
          across: names[0] || axisOf(this.text, step, index),
          up: names[1] ?? "",
          x: formatCell(spot.x),
          y: formatCell(spot.y),
        }),
      movable: this.movable(cells, spot, frame),
      draw: () =>
        svg`<circle class="touch-tip" cx=${x} cy=${y} r="22"></circle><circle class="ring" cx=${x} cy=${y} r="12"></circle><circle class="dot" cx=${x} cy=${y} r="7.5"></circle>${reached(height, written)}`,
    };
  }

  private movable(cells: Pair["cells"], spot: Spot, frame: Frame): Movable | null {
    const { input } = this.options;
    if (input === undefined) return null;
    const { left, right, bottom, top, tick } = frame.extent;
    const inside = ({ x, y }: Spot): Spot => ({
      x: Math.min(right, Math.max(left, x)),
      y: Math.min(top, Math.max(bottom, y)),
    });
    return {
      input,
      cells: [cells[0].index, cells[1].index],
      spot,
      byKey: (event) => {
        const by = moveOfKey(event, tick);
        return by && inside({ x: spot.x + by.x, y: spot.y + by.y });
      },
      drag: (pressed) => {
        const grip = frame.at(spot);
        return (now) => inside(frame.from({ x: now.x + grip.x - pressed.x, y: now.y + grip.y - pressed.y }));
      },
    };
  }
}

/** The way down in words: by how much each number goes, for a step of 1. */
const downOf = ({ cells }: Pick<Pair, "cells">) => ({ x: formatCell(-cells[0].value), y: formatCell(-cells[1].value) });

/** The grid as a whole, whatever the point is. */
function frameAround({ grid: { xs, ys } }: DrawnSurface, width: number): Frame {
  const [left = 0, right = 1] = [xs[0], xs.at(-1)];
  const [bottom = 0, top = 1] = [ys[0], ys.at(-1)];
  const tick = niceStep(Math.max(right - left, top - bottom) / MOST_TICKS);
  return frameOf({ left, right, bottom, top, tick }, width, { tallest: TALLEST });
}

/** The squares of the grid, the darker the more lines lie below them. */
function heights({ grid: { xs, ys, height } }: DrawnSurface, levels: readonly number[], frame: Frame) {
  const paths = new Map<number, string>();
  for (let j = 0; j + 1 < ys.length; j += 1)
    for (let i = 0; i + 1 < xs.length; i += 1) {
      const mean = (height(i, j) + height(i + 1, j) + height(i, j + 1) + height(i + 1, j + 1)) / 4;
      const rank = levels.filter((level) => level <= mean).length;
      const [from, to] = [
        frame.at({ x: xs[i] ?? 0, y: ys[j] ?? 0 }),
        frame.at({ x: xs[i + 1] ?? 0, y: ys[j + 1] ?? 0 }),
      ];
      paths.set(
        rank,
        `${paths.get(rank) ?? ""}M${at(from)}L${at({ x: to.x, y: from.y })}L${at(to)}L${at({ x: from.x, y: to.y })}Z`,
      );
    }
  return [...paths].map(
    ([rank, path]) =>
      svg`<path class="height" d=${path} fill-opacity=${((DARKEST * rank) / Math.max(1, levels.length)).toFixed(3)} shape-rendering="crispEdges"></path>`,
  );
}

/** The lines of one height, with its number on the longest. */
function line(
  lines: readonly (readonly Spot[])[],
  level: number,
  frame: Frame,
  taken: readonly Spot[],
): SVGTemplateResult {
  const drawn = lines.map((points) => points.map(frame.at));
  const longest = drawn.reduce<readonly Spot[]>((best, one) => (lengthOf(one) > lengthOf(best) ? one : best), []);
  const isFree = ({ x, y }: Spot) => taken.every((spot) => Math.hypot(spot.x - x, spot.y - y) > 2 * HALF_WIDTH);
  const middle =
    lengthOf(longest) < LEAST_LINE
      ? undefined
      : ALONG.map((share) => longest[Math.floor(longest.length * share)]).find((spot) => spot && isFree(spot));
  return svg`${drawn.map((points) => svg`<path class="contour" d=${`M${points.map(at).join("L")}`}></path>`)}${
    middle ? svg`<text class="level" x=${middle.x} y=${middle.y}>${formatCell(level)}</text>` : nothing
  }`;
}

/** The lowest place. */
function cross({ x, y }: Spot): SVGTemplateResult {
  return svg`<path class="lowest" d=${`M${x - CROSS} ${y}H${x + CROSS}M${x} ${y - CROSS}V${y + CROSS}`}></path>`;
}

/** Where the height of a place stands: on the side that is away from another, in the drawing. */
function heightSpot({ x, y }: Spot, other: Spot | null, { width, extent, at: placed }: Frame): Spot {
  const [across, up] = other ? [x - other.x, y - other.y] : [0, -1];
  const length = Math.hypot(across, up) || 1;
  const floor = placed({ x: extent.left, y: extent.bottom }).y;
  return {
    x: Math.max(HALF_WIDTH, Math.min(width - HALF_WIDTH, x + (ASIDE * across) / length)),
    y: Math.max(HALF_HEIGHT, Math.min(floor - HALF_HEIGHT, y + (ASIDE * up) / length)),
  };
}

/** Where heights of a walk stand: that of its beginning, and that of its end, if it stays. */
function heightSpots({ at: point, height, walk, leaves }: DrawnSurface, frame: Frame): readonly Spot[] {
  const [first, last] = [walk[0], walk.at(-1)];
  if (!point || !height || !first || !last) return [];
  const before = walk.at(-2) ?? point;
  const [begin, end] = [frame.at(point.spot), frame.at(last.spot)];
  return [
    heightSpot(begin, frame.at(first.spot), frame),
    ...(leaves ? [] : [heightSpot(end, frame.at(before.spot), frame)]),
  ];
}

function reached(height: DrawnSurface["height"], spot: Spot | undefined): SVGTemplateResult | typeof nothing {
  return height && spot
    ? svg`<text class="reached" x=${spot.x} y=${spot.y}>${formatCell(height.value)}</text>`
    : nothing;
}

/** The way of a walk that leaves the grid, as far as its border. */
function away({ at: point, walk, leaves }: DrawnSurface, frame: Frame): SVGTemplateResult | typeof nothing {
  const last = walk.at(-1) ?? point;
  if (!leaves || !last) return nothing;
  const { left, right, bottom, top } = frame.extent;
  const part = (from: number, to: number, least: number, most: number) =>
    to > most ? (most - from) / (to - from) : to < least ? (least - from) / (to - from) : 1;
  const share = Math.min(part(last.spot.x, leaves.x, left, right), part(last.spot.y, leaves.y, bottom, top));
  const end = {
    x: last.spot.x + share * (leaves.x - last.spot.x),
    y: last.spot.y + share * (leaves.y - last.spot.y),
  };
  return svg`<path class="away" d=${`M${at(frame.at(last.spot))}L${at(frame.at(end))}`}></path>`;
}

function lengthOf(points: readonly Spot[]): number {
  return points.slice(1).reduce((sum, { x, y }, before) => {
    const from = points[before];
    return from ? sum + Math.hypot(x - from.x, y - from.y) : sum;
  }, 0);
}

/** The numbers along both axes, outside of the plane, and what the axes are. */
function scale(frame: Frame, [across, up]: readonly [string, string]): SVGTemplateResult {
  const { left, right, bottom, top, tick } = frame.extent;
  const corner = frame.at({ x: left, y: bottom });
  const end = frame.at({ x: right, y: top });
  return svg`<g class="grid">
    ${ticksBetween(left, right, tick).map((x) => {
      const place = frame.at({ x, y: bottom });
      return svg`<text text-anchor="middle" x=${place.x} y=${place.y + 15}>${formatCell(x)}</text>`;
    })}
    ${ticksBetween(bottom, top, tick).map((y) => {
      const place = frame.at({ x: left, y });
      return svg`<text text-anchor="end" dominant-baseline="central" x=${place.x - 6} y=${place.y}>${formatCell(y)}</text>`;
    })}
    <text class="axis-name" text-anchor="end" x=${end.x} y=${corner.y + 30}>${across} →</text>
    <text class="axis-name" text-anchor="end" transform=${`translate(${corner.x - 24} ${end.y}) rotate(-90)`}>${up} →</text>
  </g>`;
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-surface": AgSurface;
  }
}
