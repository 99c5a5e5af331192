/**
 * `<ag-bars>`: one distribution with names, or two beside each other.
 *
 * The length and the color of a bar show its number, which stands at its end. Where no row is fixed, the row is that of the chosen cell; the arrow keys to the
 * left and right, and two buttons, lead to the rows before and after it.
 */
import { html, nothing, svg, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { elementStyles } from "../../elements/element-styles.ts";
import type { CellPlace, TraceStep } from "../../elements/events.ts";
import { styleProperties } from "../../elements/style-properties.ts";
import { categoryCss } from "../../numbers/categories.ts";
import { domainFor } from "../../numbers/color.ts";
import { formatCell, plain } from "../../numbers/format.ts";
import { paintOf } from "../../numbers/paint.ts";
import { axisOf, rowAxisOf, shownIndex, symbolOf, withPosition } from "../base/place.ts";
import { drawingStyles } from "../base/styles.ts";
import { Drawing } from "../drawing.ts";
import { fitted } from "../lettering.ts";
import { sameCell, valueAt } from "../picture.ts";
import type { BarSet, BarsSpec } from "../spec.ts";
import { type BarShape, barsShape, drawnBars } from "./shape.ts";

const MOST_BARS = 24;

/** A set with what it draws: the cells of its bars, all of them. */
interface Drawn {
  readonly step: TraceStep;
  readonly along: number;
  readonly rowAxis: number | null;
  readonly row: number;
  /** Whether it is of the run that is compared with, whose cells cannot be chosen. */
  readonly other: boolean;
  readonly cells: readonly CellPlace[];
  readonly values: readonly number[];
}

@customElement("ag-bars")
export class AgBars extends Drawing<BarsSpec> {
  static override styles = [elementStyles, drawingStyles];

  /** The row that was asked for here, until another cell is chosen on the page. */
  @state() private row: { readonly at: number; readonly chosen: CellPlace | null } | null = null;

  private drawn(set: BarSet): Drawn | null {
    const steps = set.other ? this.view.other : this.view.steps;
    const step = steps?.get(set.step);
    if (!step || step.shape.length === 0) return null;
    const along = set.along ?? step.shape.length - 1;
    const rowAxis = rowAxisOf(step, along);
    const shown = shownIndex(step, this.view);
    const rows = rowAxis === null ? 1 : (step.shape[rowAxis] ?? 1);
    const own = this.row && sameCell(this.row.chosen, this.view.selected) ? this.row.at : null;
    const here = rowAxis === null ? 0 : (set.row ?? own ?? shown[rowAxis] ?? 0);
    const row = Math.max(0, Math.min(rows - 1, here));
    const base = rowAxis === null ? shown : withPosition(shown, rowAxis, row);
    const cells = Array.from({ length: step.shape[along] ?? 0 }, (_, at) => ({
      step: step.id,
      index: withPosition(base, along, at),
    }));
    return {
      step,
      along,
      rowAxis,
      row,
      other: set.other === true,
      cells,
      values: cells.map(({ index }) => valueAt(step, index)),
    };
  }

  private get sets(): readonly Drawn[] {
    return this.options.sets.map((set) => this.drawn(set)).filter((set) => set !== null);
  }

  /** The positions that have bars. */
  private positions(sets: readonly Drawn[]): number[] {
    const [first, second] = sets;
    if (!first) return [];
    const most = first.values.map((value, at) => Math.max(value, second?.values[at] ?? value));
    return drawnBars(most, this.options.limit ?? MOST_BARS);
  }

  protected get marks(): readonly CellPlace[] {
    const { sets } = this;
    return this.positions(sets).flatMap((at) => sets.flatMap((set) => (set.other ? [] : (set.cells[at] ?? []))));
  }

  /** The name of a set: its symbol, and its row if it has one. */
  private setName({ step, rowAxis, row, other }: Drawn): string {
    const symbol = symbolOf(step);
    const run = other ? this.text("pictures.otherRun", { name: symbol }) : symbol;
    if (rowAxis === null) return run;
    const place = this.view.labels(step, rowAxis, row);
    return this.text("pictures.row", { name: run, axis: axisOf(this.text, step, rowAxis), place });
  }

  protected get name(): string {
    return this.text("pictures.bars.name", { sets: this.sets.map((set) => this.setName(set)).join(", ") });
  }

  private label({ step, along }: Drawn, position: number): string {
    return this.view.labels(step, along, position);
  }

  protected get told(): string {
    const { sets } = this;
    const positions = this.positions(sets);
    return sets
      .map((set) => {
        const items = positions.map(
          (position) => `${this.label(set, position)} ${formatCell(set.values[position] ?? 0)}`,
        );
        return `${this.setName(set)}: ${items.join(", ")}.`;
      })
      .join(" ");
  }

  protected override get keysText(): string {
    return this.text(this.rowsOf(this.sets[0]) > 1 ? "pictures.bars.keys" : "pictures.keys");
  }

  /** The number of rows between which can be chosen. */
  private rowsOf(set: Drawn | undefined): number {
    const free = set && set.rowAxis !== null && this.options.sets.every(({ row }) => row === undefined);
    return free ? (set.step.shape[set.rowAxis ?? 0] ?? 1) : 1;
  }

  private showRow(row: number): void {
    this.row = { at: row, chosen: this.view.selected };
  }

  protected markAfter(key: string, from: CellPlace): CellPlace | null {
    const { marks, sets } = this;
    const [first] = sets;
    const at = marks.findIndex((mark) => sameCell(mark, from));
    const by = (steps: number) => marks[Math.max(0, Math.min(marks.length - 1, at + steps))] ?? null;
    if (key === "ArrowDown") return by(1);
    if (key === "ArrowUp") return by(-1);
    if (key === "Home") return marks[0] ?? null;
    if (key === "End") return marks.at(-1) ?? null;
    const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
    const rows = this.rowsOf(first);
    if (step === 0 || rows < 2 || !first || first.rowAxis === null) return null;
    const row = Math.max(0, Math.min(rows - 1, first.row + step));
    this.showRow(row);
    return { step: from.step, index: withPosition(from.index, first.rowAxis, row) };
  }

  protected override render(): TemplateResult {
    const { sets } = this;
    const [first] = sets;
    if (!first) return html`<p class="title">${this.text("pictures.absent")}</p>`;
    const positions = this.positions(sets);
    const names = positions.map((position) => this.label(first, position));
    const { unit, width } = this.room;
    const shape = barsShape(
      names,
      positions.map((position) => sets.map((set) => set.values[position] ?? Number.NaN)),
      width / unit,
      this.options.full,
    );
    const left = first.values.length - positions.length;
    return html`${this.renderTitle(sets)}${this.sheet(
      { width, height: Math.ceil(shape.height * unit) },
      svg`<g transform="scale(${unit})">
        <line class="zero" x1=${shape.zero} x2=${shape.zero} y1="0" y2=${shape.height}></line>
        ${positions.map((position, at) => this.renderRow(sets, position, { name: names[at] ?? "", at, shape }))}
      </g>`,
    )}${left > 0 ? html`<p class="title">${this.text("pictures.bars.more", { count: left })}</p>` : nothing}`;
  }

  private renderTitle(sets: readonly Drawn[]): unknown {
    const [first] = sets;
    const rows = this.rowsOf(first);
    const title = sets.map(
      (set, at) =>
        html`<span class="title set">${sets.length > 1 ? html`<i class="swatch" ${styleProperties({ "background-color": categoryCss(at) })}></i>` : nothing}${this.setName(set)}</span>`,
    );
    if (!first || rows < 2) return html`<div class="bar-row">${title}</div>`;
    const move = (by: -1 | 1) => html`<button
      aria-label=${this.text(by < 0 ? "pictures.before" : "pictures.after")}
      ?disabled=${first.row + by < 0 || first.row + by >= rows}
      @click=${() => this.showRow(first.row + by)}
    >${by < 0 ? "◀" : "▶"}</button>`;
    return html`<div class="bar-row">${title}${move(-1)}${move(1)}</div>`;
  }

  private renderRow(
    sets: readonly Drawn[],
    position: number,
    { name, at, shape }: { name: string; at: number; shape: ReturnType<typeof barsShape> },
  ): unknown {
    return svg`<text class="name" x=${shape.nameX} y=${shape.middles[at] ?? 0}>${fitted(name, shape.nameRoom)}</text>${sets.map(
      (set, number) => {
        const bar = shape.bars[at]?.[number];
        const cell = set.cells[position];
        return bar && cell
          ? this.renderBar(set, number, { cell, value: set.values[position] ?? Number.NaN, bar, name })
          : nothing;
      },
    )}`;
  }

  private renderBar(
    set: Drawn,
    number: number,
    { cell, value, bar, name }: { cell: CellPlace; value: number; bar: BarShape; name: string },
  ): unknown {
    const domain = this.view.domains.get(set.step.id) ?? domainFor(set.step.data, set.step);
    const paint = paintOf(value, domain);
    const compared = this.options.sets.length > 1;
    const fill = compared ? categoryCss(number) : (paint?.ground ?? "none");
    const shape = svg`<rect
      class="bar"
      x=${bar.x}
      y=${bar.y}
      width=${bar.width}
      height=${bar.height}
      ${styleProperties({ fill })}
    ></rect>`;
    const digits = svg`<text
      class=${Number.isFinite(value) ? "number" : "number muted"}
      x=${bar.numberX}
      y=${bar.y + bar.height / 2}
      text-anchor=${bar.numberAnchor}
    >${formatCell(value)}</text>`;
    if (set.other)
      return svg`<g data-other=${`${cell.step}[${cell.index}]`} data-other-value=${plain(value)}>${shape}${digits}</g>`;
    const place = compared ? `${this.setName(set)}, ${name}` : name;
    return svg`<g
      class=${this.classOf(cell)}
      role="button"
      tabindex=${this.tabIndexOf(cell)}
      aria-label=${this.text("pictures.value", { place, value: formatCell(value) })}
      data-step=${cell.step}
      data-index=${cell.index.join(",")}
      data-value=${plain(value)}
    ><rect
      data-touch
      class="touch"
      x="0"
      y=${bar.y}
      width=${this.room.width / this.room.unit}
      height=${bar.height}
    ></rect>${shape}<rect
      class="ring"
      x=${bar.x - 3}
      y=${bar.y - 3}
      width=${bar.width + 6}
      height=${bar.height + 6}
      rx="3"
    ></rect>${digits}</g>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-bars": AgBars;
  }
}
