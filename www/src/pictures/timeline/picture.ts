/**
 * `<ag-timeline>`: what must wait for what. Each lane is a run, or a part of one: a row for each position, a column for each moment, from left to right. Rounds of a
 * part that repeats stand at the moment at which all that they wait for is there; the rows of one step, which do not wait for each other, stand at one.
 *
 * In the place of a row are its numbers as colors. An arrow leads from what is waited for.
 */
import { html, nothing, type PropertyValues, svg, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { elementStyles } from "../../elements/element-styles.ts";
import type { CellPlace } from "../../elements/events.ts";
import { styleProperties } from "../../elements/style-properties.ts";
import { formatCell, plain } from "../../numbers/format.ts";
import { paintOf } from "../../numbers/paint.ts";
import { drawingStyles } from "../base/styles.ts";
import { Drawing } from "../drawing.ts";
import { fitted, widest } from "../lettering.ts";
import { sameCell } from "../picture.ts";
import type { TimelineSpec } from "../spec.ts";
import { type Lane, lanesOf } from "./lanes.ts";
import { timelineStyles } from "./styles.ts";

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
const FOOT = 40;

interface Grid {
  readonly left: number;
  readonly pitch: number;
  readonly columns: number;
}

@customElement("ag-timeline")
export class AgTimeline extends Drawing<TimelineSpec> {
  static override styles = [elementStyles, drawingStyles, timelineStyles];

  private lanes: readonly Lane[] = [];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.view || !this.options) return;
    if (changed.has("view") || changed.has("options")) this.lanes = lanesOf(this.options, this.view);
    super.willUpdate(changed);
  }

  protected get marks(): readonly CellPlace[] {
    return this.lanes.flatMap(({ other, rows }) =>
      other ? [] : rows.flatMap(({ numbers }) => numbers.map(({ cell }) => cell)),
    );
  }

  protected get name(): string {
    return this.text("pictures.timeline.name", { lanes: this.lanes.map((lane) => this.titleOf(lane)).join(", ") });
  }

  private titleOf({ name, other }: Lane): string {
    return other ? this.text("pictures.otherRun", { name }) : name;
  }

  protected get told(): string {
    return this.lanes
      .map((lane) => {
        const rows = lane.rows.map(({ name, moment, waits }) => {
          const on = waits.map((at) => lane.rows[at]?.name ?? "").join(", ");
          const at = { name, moment: moment + 1 };
          return on === ""
            ? this.text("pictures.timeline.free", at)
            : this.text("pictures.timeline.waits", { ...at, on });
        });
        return `${this.titleOf(lane)}: ${rows.join(" ")}`;
      })
      .join(" ");
  }

  protected override get keysText(): string {
    return this.text("pictures.timeline.keys");
  }

  protected markAfter(key: string, from: CellPlace): CellPlace | null {
    const rows = this.lanes.filter(({ other }) => !other).flatMap((lane) => lane.rows);
    const row = rows.findIndex(({ numbers }) => numbers.some(({ cell }) => sameCell(cell, from)));
    const numbers = rows[row]?.numbers ?? [];
    const at = numbers.findIndex(({ cell }) => sameCell(cell, from));
    const inRow = (other: number) => {
      const found = rows[other]?.numbers ?? [];
      return found[Math.min(at, found.length - 1)]?.cell ?? from;
    };
    switch (key) {
      case "ArrowRight":
        return numbers[at + 1]?.cell ?? from;
      case "ArrowLeft":
        return numbers[at - 1]?.cell ?? from;
      case "ArrowDown":
        return inRow(row + 1);
      case "ArrowUp":
        return inRow(row - 1);
      case "Home":
        return inRow(0);
      case "End":
        return inRow(rows.length - 1);
      default:
        return null;
    }
  }

  protected override render(): TemplateResult {
    const { lanes } = this;
    if (lanes.length === 0) return html`<p class="title">${this.text("pictures.absent")}</p>`;
    const { unit } = this.room;
    const width = this.room.width / unit;
    const names = lanes.flatMap(({ rows }) => rows.map(({ name }) => name));
    const moment = this.text("pictures.timeline.moment");
    const left = Math.min(widest([...names, moment]) * TYPE, width * 0.28) + 12;
    const columns = Math.max(...lanes.map(({ moments }) => moments));
    const grid = { left, columns, pitch: Math.min(COLUMN, (width - left) / columns) };
    const tops = lanes.map((_, at) =>
      lanes.slice(0, at).reduce((sum, { rows }) => sum + HEAD + rows.length * ROW + BETWEEN, 0),
    );
    const last = lanes.at(-1);
    const bottom = (tops.at(-1) ?? 0) + HEAD + (last?.rows.length ?? 0) * ROW;
    return this.sheet(
      { width: this.room.width, height: Math.ceil((bottom + FOOT) * unit) },
      svg`<g transform="scale(${unit})">
        ${this.renderMoments(grid, bottom)}
        ${lanes.map((lane, at) => svg`<g transform="translate(0 ${tops[at] ?? 0})">${this.renderLane(lane, grid)}</g>`)}
      </g>`,
    );
  }

  /** The axis of time below all lanes. */
  private renderMoments({ left, columns, pitch }: Grid, bottom: number): unknown {
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

  private renderLane(lane: Lane, grid: Grid): unknown {
    const { left, pitch } = grid;
    const middle = (row: number) => HEAD + (row + 0.5) * ROW;
    const strip = (count: number) => Math.min(pitch - Math.min(ARROW, pitch * 0.3), count * NUMBER);
    return svg`<text class="lane" x="0" y=${HEAD / 2 - 2}>${this.titleOf(lane)}</text>
      ${lane.rows.map(({ name, moment }, row) => {
        const y = middle(row);
        return svg`<text class="name" x=${left - 10} y=${y}>${fitted(name, (left - 10) / TYPE)}</text>${
          moment > 0 ? svg`<line class="wait" x1=${left} x2=${left + moment * pitch} y1=${y} y2=${y}></line>` : nothing
        }`;
      })}
      ${lane.rows.map(({ waits, moment }, row) =>
        waits.map((from) => {
          const source = lane.rows[from];
          if (!source) return nothing;
          const x = left + source.moment * pitch + strip(source.numbers.length);
          return svg`<path class="arrow" d=${arrowPath(x, middle(from), left + moment * pitch, middle(row))}></path>`;
        }),
      )}
      ${lane.rows.map((row, at) => this.renderStrip(lane, row, left + row.moment * pitch, middle(at), strip(row.numbers.length)))}`;
  }

  private renderStrip(lane: Lane, row: Lane["rows"][number], x: number, y: number, width: number): unknown {
    const size = width / Math.max(1, row.numbers.length);
    return svg`${row.numbers.map(({ cell, value }, at) => {
      const paint = paintOf(value, lane.domain);
      const shape = svg`<rect
        class="cell"
        x=${x + at * size}
        y=${y - STRIP / 2}
        width=${size}
        height=${STRIP}
        ${styleProperties(paint ? { fill: paint.ground } : {})}
      ></rect>`;
      if (lane.other)
        return svg`<g data-other=${`${cell.step}[${cell.index}]`} data-other-value=${plain(value)}>${shape}</g>`;
      return svg`<g
        class=${this.classOf(cell)}
        role="button"
        tabindex=${this.tabIndexOf(cell)}
        aria-label=${this.text("pictures.value", { place: row.name, value: formatCell(value) })}
        data-step=${cell.step}
        data-index=${cell.index.join(",")}
        data-value=${plain(value)}
      >${shape}<rect class="ring" x=${x + at * size} y=${y - STRIP / 2} width=${size} height=${STRIP}></rect></g>`;
    })}<rect class="frame" x=${x} y=${y - STRIP / 2} width=${width} height=${STRIP}></rect>`;
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
