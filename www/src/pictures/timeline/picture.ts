/**
 * `<ag-timeline>`: what must wait for what. Each lane is a run, or a part of one: a row for each position, a column for each moment, from left to right. Rounds of a
 * part that repeats stand at the moment at which all that they wait for is there; the rows of one step, which do not wait for each other, stand at one.
 *
 * In the place of a row are its numbers as colors. An arrow leads from what is waited for.
 */
import { css, nothing, svg } from "lit";
import { customElement } from "lit/decorators.js";
import { elementStyles } from "../../elements/element-styles.ts";
import { styleProperties } from "../../elements/style-properties.ts";
import { formatCell, plain } from "../../numbers/format.ts";
import { fitted, widest } from "../../numbers/lettering.ts";
import { paintOf } from "../../numbers/paint.ts";
import type { Declared, Panel } from "../base/marks.ts";
import { Picture } from "../base/picture.ts";
import { pictureStyles } from "../base/styles.ts";
import { type Lane, lanesOf, type Row } from "./lanes.ts";
import type { TimelineSpec } from "./spec.ts";

/** Lengths in units: a row, the head of a lane, the space between lanes, and the type size. */
const ROW = 34;
const HEAD = 30;
const BETWEEN = 26;
const TYPE = 15;
/** The height of the numbers of a row, and their largest width each. */
const STRIP = 22;
const NUMBER = 18;
/** Space for an arrow between two columns, and the widest column. */
const ARROW = 20;
const COLUMN = 150;
const WANTED = 56;
const FOOT = 40;

interface Grid {
  readonly left: number;
  readonly pitch: number;
  readonly columns: number;
}

const timelineStyles = css`
  .lane {
    font-weight: 600;
  }
  .cell {
    fill: var(--paper);
  }
  .frame {
    fill: none;
    stroke: color-mix(in srgb, var(--ink) 55%, transparent);
    stroke-width: 1;
    pointer-events: none;
  }
  .wait {
    stroke: var(--muted);
    stroke-width: 1.5;
    stroke-dasharray: 2 5;
  }
  .arrow {
    fill: none;
    stroke: var(--ink);
    stroke-width: 1.5;
    stroke-linejoin: round;
    pointer-events: none;
  }
  .time {
    stroke: var(--muted);
    stroke-width: 1.5;
  }
  .moment {
    font-size: 14px;
    text-anchor: middle;
  }
  .moment-name {
    font-size: 14px;
    text-anchor: end;
  }
`;

@customElement("ag-timeline")
export class AgTimeline extends Picture<TimelineSpec, readonly Lane[]> {
  static override styles = [elementStyles, pictureStyles, timelineStyles];

  protected read(): readonly Lane[] | null {
    const lanes = lanesOf(this.options, this.view);
    return lanes.length > 0 ? lanes : null;
  }

  protected declare(lanes: readonly Lane[]): Declared {
    const { across: width, text } = this;
    const { unit } = this.room;
    const moment = text("pictures.timeline.moment");
    const names = lanes.flatMap(({ rows }) => rows.map(({ name }) => name));
    const columns = Math.max(...lanes.map(({ moments }) => moments));
    // Names have the room that columns do not need.
    const left = Math.min(widest([...names, moment]) * TYPE, Math.max(width * 0.28, width - columns * WANTED)) + 12;
    const grid = { left, columns, pitch: Math.min(COLUMN, (width - left) / columns) };
    const heights = lanes.map(({ rows }) => HEAD + rows.length * ROW);
    const top = (at: number) => heights.slice(0, at).reduce((sum, height) => sum + height + BETWEEN, 0);
    const firstRow = (at: number) => lanes.slice(0, at).reduce((sum, { rows }) => sum + rows.length, 0);
    const bottom = top(lanes.length) - BETWEEN;
    return {
      width,
      height: Math.ceil((bottom + FOOT) * unit) / unit,
      name: text("pictures.timeline.name", { lanes: lanes.map((lane) => this.titleOf(lane)).join(", ") }),
      told: () => lanes.map((lane) => this.laneTold(lane)).join(" "),
      keys: text("pictures.timeline.keys"),
      panels: [
        { under: this.moments(grid, bottom), marks: [] },
        ...lanes.map((lane, at): Panel => ({ at: { x: 0, y: top(at) }, ...this.lane(lane, grid, firstRow(at)) })),
      ],
    };
  }

  private titleOf({ name, other }: Lane): string {
    return other ? this.text("pictures.otherRun", { name }) : name;
  }

  private laneTold(lane: Lane): string {
    const rows = lane.rows.map(({ name, moment, waits }) => {
      const on = waits.map((at) => lane.rows[at]?.name ?? "").join(", ");
      const at = { name, moment: moment + 1 };
      return on === "" ? this.text("pictures.timeline.free", at) : this.text("pictures.timeline.waits", { ...at, on });
    });
    return `${this.titleOf(lane)}: ${rows.join(" ")}`;
  }

  /** The axis of time below all lanes. */
  private moments({ left, columns, pitch }: Grid, bottom: number): unknown {
    const every = Math.max(1, Math.ceil(28 / pitch));
    const right = left + columns * pitch;
    return svg`<g aria-hidden="true"><line class="time" x1=${left} x2=${right} y1=${bottom + 6} y2=${bottom + 6}></line>${Array.from(
      { length: columns },
      (_, at) =>
        at % every === 0
          ? svg`<text class="muted moment" x=${left + (at + 0.5) * pitch} y=${bottom + 20}>${at + 1}</text>`
          : nothing,
    )}<text class="muted moment-name" x=${left - 10} y=${bottom + 20}>${this.text("pictures.timeline.moment")}</text></g>`;
  }

  private lane(lane: Lane, { left, pitch }: Grid, firstRow: number): Panel {
    const middle = (row: number) => HEAD + (row + 0.5) * ROW;
    const strip = (count: number) => Math.min(pitch - Math.min(ARROW, pitch * 0.3), count * NUMBER);
    const start = ({ moment }: Row) => left + moment * pitch;
    const cells = lane.rows.flatMap((row, order) => {
      const size = strip(row.numbers.length) / Math.max(1, row.numbers.length);
      return row.numbers.map((cell, at) => ({ cell, row, order, at, size, x: start(row) + at * size }));
    });
    const shape = ({ cell, order, size, x }: (typeof cells)[number]) => {
      const paint = paintOf(cell.value, lane.domain);
      return svg`<rect class="cell" x=${x} y=${middle(order) - STRIP / 2} width=${size} height=${STRIP}
        ${styleProperties(paint ? { fill: paint.ground } : {})}></rect>`;
    };
    return {
      under: svg`<text class="lane" x="0" y=${HEAD / 2 - 2}>${this.titleOf(lane)}</text>
        ${lane.rows.map((row, at) => {
          const y = middle(at);
          return svg`<text class="name" x=${left - 10} y=${y}>${fitted(row.name, (left - 10) / TYPE)}</text>${
            row.moment > 0 ? svg`<line class="wait" x1=${left} x2=${start(row)} y1=${y} y2=${y}></line>` : nothing
          }`;
        })}
        ${lane.rows.map((row, at) =>
          row.waits.map((from) => {
            const source = lane.rows[from];
            if (!source) return nothing;
            const x = start(source) + strip(source.numbers.length);
            return svg`<path class="arrow" d=${arrowPath(x, middle(from), start(row), middle(at))}></path>`;
          }),
        )}
        ${
          lane.other
            ? cells.map(
                (drawn) =>
                  svg`<g data-other=${`${drawn.cell.step}[${drawn.cell.index}]`} data-other-value=${plain(drawn.cell.value)}>${shape(drawn)}</g>`,
              )
            : nothing
        }`,
      marks: lane.other
        ? []
        : cells.map((drawn) => ({
            cell: drawn.cell,
            ...{ at: [firstRow + drawn.order, drawn.at], moves: `${drawn.row.name},${drawn.at}` },
            label: () => this.text("pictures.value", { place: drawn.row.name, value: formatCell(drawn.cell.value) }),
            draw: () => svg`${shape(drawn)}<rect
              class="ring" x=${drawn.x} y=${middle(drawn.order) - STRIP / 2} width=${drawn.size} height=${STRIP}></rect>`,
          })),
      over: lane.rows.map(
        (row, at) =>
          svg`<rect class="frame" x=${start(row)} y=${middle(at) - STRIP / 2} width=${strip(row.numbers.length)} height=${STRIP}></rect>`,
      ),
    };
  }
}

/** Returns an arrow from the right end of one row's numbers to the left end of another's. */
function arrowPath(x1: number, y1: number, x2: number, y2: number): string {
  const bend = Math.max(6, (x2 - x1) / 2);
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2 - 2} ${y2}m-6 -4l6 4l-6 4`;
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-timeline": AgTimeline;
  }
}
