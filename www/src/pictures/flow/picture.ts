/**
 * `<ag-flow>`: what each result is made up of, and where each source goes. A band leads from a source to a result and is as wide as the weight; a bar is as high as
 * its bands together. Bands have the colors of their sources; a weight of 0 has none.
 *
 * The arrow keys lead from band to band: along a result's sources, and from result to result.
 */
import { css, nothing, svg } from "lit";
import { customElement } from "lit/decorators.js";
import { elementStyles } from "../../elements/element-styles.ts";
import type { TraceStep } from "../../elements/events.ts";
import { halo } from "../../elements/halo.ts";
import { styleProperties } from "../../elements/style-properties.ts";
import { categoryCss } from "../../numbers/categories.ts";
import { formatCell, plain } from "../../numbers/format.ts";
import { fitted, widest } from "../../numbers/lettering.ts";
import { apart } from "../base/apart.ts";
import { type Declared, keyOfCell, type Mark, type ShownCell, shownCell } from "../base/marks.ts";
import { Picture } from "../base/picture.ts";
import { axisOf, shownIndex, symbolOf, withPosition } from "../base/place.ts";
import { pictureStyles } from "../base/styles.ts";
import { sameCell } from "../picture.ts";
import type { FlowSpec } from "./spec.ts";

/** Lengths in units: the type sizes of names and numbers, the head with the names of the axes, and the height of a bar of the mean height. */
const TYPE = 15;
const HEAD = 30;
const BAR = 34;
/** The width of a bar, the space between two, and that beside names. */
const WIDE = 10;
const GAP = 10;
const SPACE = 8;
/** Names of one side take at most this share of the width. */
const NAMES = 0.25;
/** Bands of this height have their number in them. */
const WRITTEN = 15;

interface Weights {
  readonly step: TraceStep;
  readonly results: readonly string[];
  readonly sources: readonly string[];
  /** By result, then by source. */
  readonly cells: readonly (readonly ShownCell[])[];
}

/** A band, and the heights at which it begins and ends. */
interface Band {
  readonly cell: ShownCell;
  readonly result: number;
  readonly source: number;
  readonly height: number;
  readonly from: number;
  readonly to: number;
}

/** A place of a column: from `top`, `height` long. */
interface Bar {
  readonly top: number;
  readonly height: number;
}

const sizeOf = ({ value }: ShownCell) => (Number.isFinite(value) ? Math.abs(value) : 0);
const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);

/** Returns the bars of a column, one below the other around the middle of the drawing. */
function barsOf(heights: readonly number[], height: number): Bar[] {
  const all = sum(heights) + GAP * (heights.length - 1);
  return heights.map((own, at) => ({
    top: HEAD + (height - all) / 2 + sum(heights.slice(0, at)) + GAP * at,
    height: own,
  }));
}

/** Returns bars and bands. Both columns have the same sum; the one with more bars is as high as the drawing. */
function flowOf({ results, sources, cells }: Weights) {
  const most = Math.max(results.length, sources.length);
  const all = sum(cells.flat().map(sizeOf));
  const scale = all > 0 ? (most * BAR) / all : 0;
  const height = most * BAR + (most - 1) * GAP;
  const right = barsOf(
    cells.map((row) => scale * sum(row.map(sizeOf))),
    height,
  );
  const left = barsOf(
    sources.map((_, source) => scale * sum(cells.map((row) => (row[source] ? sizeOf(row[source]) : 0)))),
    height,
  );
  // The bands of a bar lie below each other in the order of the other column.
  const bands = cells.flatMap((row, result) =>
    row.map((cell, source): Band => {
      const above = sum(row.slice(0, source).map(sizeOf));
      const before = sum(cells.slice(0, result).map((other) => (other[source] ? sizeOf(other[source]) : 0)));
      const [start, end] = [left[source]?.top ?? 0, right[result]?.top ?? 0];
      const from = start + scale * before;
      return { cell, result, source, height: scale * sizeOf(cell), from, to: end + scale * above };
    }),
  );
  return { height: HEAD + height, left, right, bands: bands.filter((band) => band.height > 0) };
}

@customElement("ag-flow")
export class AgFlow extends Picture<FlowSpec, Weights> {
  static override styles = [
    elementStyles,
    pictureStyles,
    css`
      .band {
        fill: var(--color);
        fill-opacity: 0.55;
        stroke: var(--color);
        stroke-width: 0.75;
        stroke-opacity: 0.8;
      }
      .band.negative {
        stroke-dasharray: 4 3;
      }
      .touch {
        stroke: transparent;
        stroke-width: 8;
      }
      .faint .band {
        fill-opacity: 0.16;
        stroke-opacity: 0.3;
      }
      .mark:is(.lit, .chosen, :focus-visible) .band {
        fill-opacity: 0.85;
      }
      .mark.lit .band {
        stroke: var(--act);
        stroke-width: 2;
        stroke-opacity: 1;
      }
      .mark.chosen .band {
        stroke: var(--here);
        stroke-width: 3;
        stroke-opacity: 1;
      }
      .mark:focus-visible .band {
        stroke: var(--act);
        stroke-width: 3;
        stroke-opacity: 1;
      }
      .result {
        fill: var(--ink);
      }
      .number {
        font-size: 13px;
        text-anchor: end;
        ${halo(3)};
        pointer-events: none;
      }
      .number.narrow {
        text-anchor: start;
      }
    `,
  ];

  protected override readonly widest: number = 760;

  protected read(): Weights | null {
    const step = this.step(this.options.step);
    const rank = step?.shape.length ?? 0;
    if (!step || rank < 2) return null;
    const [across, down] = [rank - 1, rank - 2];
    const names = (axis: number) =>
      Array.from({ length: step.shape[axis] ?? 0 }, (_, at) => this.view.labels(step, axis, at));
    const [results, sources] = [names(down), names(across)];
    const shown = shownIndex(step, this.view);
    const cells = results.map((_, result) =>
      sources.map((__, source) => shownCell(step, withPosition(withPosition(shown, down, result), across, source))),
    );
    return { step, results, sources, cells };
  }

  protected declare(weights: Weights): Declared {
    const { step, results, sources, cells } = weights;
    const { across: width } = this;
    const { height, left, right, bands } = flowOf(weights);
    const room = (names: readonly string[]) => Math.min(width * NAMES, widest(names) * TYPE) + 1;
    const rooms = { left: room(sources), right: room(results) };
    const start = rooms.left + SPACE + WIDE;
    const end = width - rooms.right - SPACE - WIDE;
    const axes = [step.shape.length - 1, step.shape.length - 2].map((axis) => axisOf(this.text, step, axis));
    const [from = "", to = ""] = axes;
    const active = bands.find(({ cell }) => this.isActive(cell));
    const drawn = bands.map((band) => ({
      height: band.height,
      mark: this.mark(weights, band, { start, end }, active),
    }));
    return {
      width,
      height: height + SPACE,
      name: this.text("pictures.flow.name", { name: symbolOf(step), sources: from, results: to }),
      told: () =>
        cells
          .map((row, at) => {
            const parts = row.map((cell, source) => `${sources[source]} ${formatCell(cell.value)}`).join(", ");
            return this.text("pictures.flow.row", { result: results[at] ?? "", parts });
          })
          .join(" "),
      keys: this.text("pictures.flow.keys"),
      order: drawn.map(({ mark }) => mark),
      panels: [
        {
          under: svg`<g aria-hidden="true"><text class="muted" x="0" y=${HEAD / 3}>${from}</text><text
            class="muted" text-anchor="end" x=${width} y=${HEAD / 3}>${to}</text>
            ${renderBars(left, start - WIDE, (at) => categoryCss(at))}${renderBars(right, end, () => null)}
            ${renderNames(sources, left, { x: rooms.left, anchor: "end", room: rooms.left, height })}
            ${renderNames(results, right, { x: width - rooms.right, anchor: "start", room: rooms.right, height })}</g>`,
          // Narrow bands lie above wide ones.
          marks: drawn.toSorted((one, other) => other.height - one.height).map(({ mark }) => mark),
          over: active && active.height < WRITTEN ? renderNumber(active, start) : nothing,
        },
      ],
    };
  }

  private isActive(cell: ShownCell): boolean {
    return this.pointed ? this.pointed.key === keyOfCell(cell) : sameCell(cell, this.view.selected);
  }

  private mark(
    { results, sources }: Weights,
    band: Band,
    { start, end }: { start: number; end: number },
    active: Band | undefined,
  ): Mark {
    const { cell, result, source, height, from, to } = band;
    const names = { source: sources[source] ?? "", result: results[result] ?? "" };
    const middle = (start + end) / 2;
    const path = `M${start} ${from}C${middle} ${from} ${middle} ${to} ${end} ${to}V${to + height}C${middle} ${to + height} ${middle} ${from + height} ${start} ${from + height}Z`;
    return {
      cell,
      at: [result, source],
      kind: active && active.result !== result ? "faint" : "",
      style: { "--color": categoryCss(source) },
      label: () =>
        this.text("pictures.value", { place: this.text("pictures.flow.pair", names), value: formatCell(cell.value) }),
      draw: () =>
        svg`<path data-touch class="touch" d=${path}></path><path class=${cell.value < 0 ? "band negative" : "band"} d=${path}></path>${
          height < WRITTEN
            ? nothing
            : svg`<text class="number" x=${end - 4} y=${to + height / 2}>${formatCell(cell.value)}</text>`
        }`,
    };
  }
}

function renderBars(bars: readonly Bar[], x: number, colorOf: (at: number) => string | null): unknown {
  return bars.map(({ top, height }, at) => {
    const fill = colorOf(at);
    return svg`<rect class=${fill ? "" : "result"} x=${x} y=${top} width=${WIDE} height=${height} ${styleProperties(fill ? { fill } : {})}></rect>`;
  });
}

/** The names of bars, moved apart where these are low. */
function renderNames(
  names: readonly string[],
  bars: readonly Bar[],
  { x, anchor, room, height }: { x: number; anchor: "start" | "end"; room: number; height: number },
): unknown {
  const middles = bars.map((bar) => bar.top + bar.height / 2);
  const ys = apart(middles, TYPE * 1.2, [HEAD, height]);
  return names.map(
    (name, at) => svg`<text x=${x} y=${ys[at] ?? 0} text-anchor=${anchor}>${fitted(name, room / TYPE)}</text>`,
  );
}

/** The number of a band that is too narrow for it, at its other end, where no other numbers are. */
function renderNumber({ cell, from, height }: Band, start: number): unknown {
  return svg`<text class="number narrow" aria-hidden="true" x=${start + 6} y=${from + height / 2}
    data-step=${cell.step} data-index=${cell.index.join()} data-value=${plain(cell.value)}>${formatCell(cell.value)}</text>`;
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-flow": AgFlow;
  }
}
