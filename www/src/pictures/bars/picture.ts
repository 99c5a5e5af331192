/**
 * `<ag-bars>`: one distribution with names, or two beside each other.
 *
 * The length of a bar shows its number, which stands at its end; its color says only on which side of 0 it is, or, of two sets, of which it is. Where no
 * row is fixed, the row is that of the chosen cell; the arrow keys to the left and right, and two buttons, lead to the rows before and after it.
 */
import { css, html, nothing, svg } from "lit";
import { customElement, state } from "lit/decorators.js";
import { elementStyles } from "../../elements/element-styles.ts";
import type { CellPlace, TraceStep } from "../../elements/events.ts";
import { styleProperties } from "../../elements/style-properties.ts";
import { categoryCss } from "../../numbers/categories.ts";
import { domainFor } from "../../numbers/color.ts";
import { formatCell, plain } from "../../numbers/format.ts";
import { fitted } from "../../numbers/lettering.ts";
import { paintOf } from "../../numbers/paint.ts";
import type { PaletteKind } from "../../numbers/palettes.ts";
import { formatIn } from "../../numbers/rest.ts";
import { type Declared, keyOfCell, type Mark, type ShownCell, shownCell } from "../base/marks.ts";
import { Picture } from "../base/picture.ts";
import { axisOf, rowAxisOf, shownIndex, symbolOf, withPosition } from "../base/place.ts";
import { pictureStyles } from "../base/styles.ts";
import { sameCell } from "../picture.ts";
import { type BarShape, type BarsShape, barsShape, drawnBars } from "./shape.ts";
import type { BarSet, BarsSpec } from "./spec.ts";

const MOST_BARS = 24;

/** How far along its scale the one color of each side of 0 stands: plainly its color, and not its darkest. */
const SIDE = 0.7;

/** Returns the color of a bar. */
function sideColor(value: number, kind: PaletteKind): string {
  const scale = { kind: kind === "gradient" ? kind : "signed", max: 1 } as const;
  return paintOf(Math.sign(value) * SIDE, scale)?.ground ?? "none";
}

/** A set with what it draws: the cells of its bars, all of them. */
interface Drawn {
  readonly step: TraceStep;
  readonly along: number;
  readonly rowAxis: number | null;
  readonly row: number;
  /** Whether it is of the run that is compared with, whose cells cannot be chosen. */
  readonly other: boolean;
  readonly cells: readonly ShownCell[];
}

const valueIn = ({ cells }: Drawn, at: number) => cells[at]?.value ?? Number.NaN;

const barsStyles = css`
  .earlier {
    fill-opacity: 0.25;
    stroke-dasharray: 3 3;
  }
  .alone {
    display: var(--ag-bars-title, var(--ag-picture-bar, flex));
  }
`;

@customElement("ag-bars")
export class AgBars extends Picture<BarsSpec, true> {
  static override styles = [elementStyles, pictureStyles, barsStyles];

  /** The row that was asked for here, until another cell is chosen on the page. */
  @state() private row: { readonly at: number; readonly chosen: CellPlace | null } | null = null;

  private sets: readonly Drawn[] = [];

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
    const cells = Array.from({ length: step.shape[along] ?? 0 }, (_, at) =>
      shownCell(step, withPosition(base, along, at)),
    );
    return { step, along, rowAxis, row, other: set.other === true, cells };
  }

  protected read(): true | null {
    return this.options.sets.some((set) => this.drawn(set)) || null;
  }

  protected declare(): Declared {
    const sets = this.options.sets.map((set) => this.drawn(set)).filter((set) => set !== null);
    this.sets = sets;
    const [first, second] = sets;
    const most = (first?.cells ?? []).map(({ value }, at) => Math.max(value, second ? valueIn(second, at) : value));
    const positions = drawnBars(most, this.options.limit ?? MOST_BARS);
    const label = (set: Drawn, at: number) => this.view.labels(set.step, set.along, at);
    const names = positions.map((position) => (first ? label(first, position) : ""));
    const { across: width } = this;
    const were = this.earlierIn(sets);
    const shape = barsShape(
      names,
      positions.map((position) => sets.map((set) => valueIn(set, position))),
      width,
      this.options.full,
      this.options.signed,
      positions.flatMap((position) => (were ? valueIn(were, position) : [])),
    );
    const left = most.length - positions.length;
    const barAt = (set: number, at: number, position: number) => {
      const [bar, cell] = [shape.bars[at]?.[set], sets[set]?.cells[position]];
      return bar && cell ? { bar, cell, name: names[at] ?? "" } : null;
    };
    const bars = positions.flatMap((position, at) =>
      sets.flatMap((set, number) => {
        const found = barAt(number, at, position);
        return found ? [{ set, number, ...found }] : [];
      }),
    );
    return {
      width,
      least: shape.least,
      height: Math.ceil(shape.height * this.room.unit) / this.room.unit,
      name: this.text("pictures.bars.name", { sets: sets.map((set) => this.setName(set)).join(", ") }),
      told: () =>
        sets
          .map((set) => {
            const items = positions.map((at) => `${label(set, at)} ${formatIn(set.step, valueIn(set, at))}`);
            return `${this.setName(set)}: ${items.join(", ")}.`;
          })
          .concat(
            were
              ? this.text("pictures.bars.earlier", {
                  values: positions
                    .map((at) => `${label(were, at)} ${formatIn(were.step, valueIn(were, at))}`)
                    .join(", "),
                })
              : [],
          )
          .join(" "),
      keys: this.text(this.rowsOf(first) > 1 ? "pictures.bars.keys" : "pictures.keys"),
      above: this.renderTitle(sets),
      below: left > 0 ? html`<p class="title">${this.text("pictures.bars.more", { count: left })}</p>` : nothing,
      panels: [
        {
          under: svg`<path class="zero" data-move="zero" d=${`M${shape.zero} 0L${shape.zero} ${shape.height}`}></path>${names.map(
            (name, at) =>
              svg`<text class="name" data-move=${`name:${name}`} x=${shape.nameX} y=${shape.middles[at] ?? 0}>${fitted(name, shape.nameRoom)}</text>`,
          )}${positions.map((position, at) => this.earlierBar(were?.cells[position], shape, at))}${bars.map(
            ({ set, number, cell, bar }) =>
              set.other
                ? svg`<g data-other=${`${cell.step}[${cell.index}]`} data-other-value=${plain(cell.value)}>${this.shapes(set, number, cell, bar)}</g>`
                : nothing,
          )}`,
          marks: bars
            .filter(({ set }) => !set.other)
            .map(({ set, number, cell, bar, name }): Mark => {
              const place = this.options.sets.length > 1 ? `${this.setName(set)}, ${name}` : name;
              return {
                cell,
                ...(this.options.sets.length > 1 ? { key: `${number}:${keyOfCell(cell)}` } : {}),
                moves: name,
                label: () => this.text("pictures.value", { place, value: formatIn(set.step, cell.value) }),
                draw: () => svg`<rect
                  data-touch class="touch" x="0" y=${bar.y} width=${width} height=${bar.height}></rect>${this.shapes(set, number, cell, bar)}<rect
                  class="ring" x=${bar.x - 3} y=${bar.y - 3} width=${bar.width + 6} height=${bar.height + 6} rx="3"></rect>`,
              };
            }),
        },
      ],
    };
  }

  /** The symbol of a set, and whether it is of the run that is compared with. */
  private symbolName({ step, other }: Drawn): string {
    const symbol = symbolOf(step);
    return other ? this.text("pictures.otherRun", { name: symbol }) : symbol;
  }

  /** The name of the row of a set; null where it has none. */
  private placeName({ step, rowAxis, row }: Drawn): string | null {
    return rowAxis === null ? null : this.view.labels(step, rowAxis, row);
  }

  /** The name of a set: its symbol, and its row if it has one. */
  private setName(set: Drawn): string {
    const { step, rowAxis } = set;
    const [run, place] = [this.symbolName(set), this.placeName(set)];
    if (rowAxis === null || place === null) return run;
    return this.text("pictures.row", { name: run, axis: axisOf(this.text, step, rowAxis), place });
  }

  /** The number of rows between which can be chosen. */
  private rowsOf(set: Drawn | undefined): number {
    const free = set && set.rowAxis !== null && this.options.sets.every(({ row }) => row === undefined);
    return free ? (set.step.shape[set.rowAxis ?? 0] ?? 1) : 1;
  }

  private showRow(row: number): void {
    this.row = { at: row, chosen: this.view.selected };
  }

  protected override markAfter(key: string, from: Mark): Mark | CellPlace | null {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (step === undefined) return super.markAfter(key, from);
    const [first] = this.sets;
    const rows = this.rowsOf(first);
    if (rows < 2 || !first || first.rowAxis === null) return null;
    const row = Math.max(0, Math.min(rows - 1, first.row + step));
    this.showRow(row);
    return { step: from.cell.step, index: withPosition(from.cell.index, first.rowAxis, row) };
  }

  /** The name of a set beside its color: in what it differs from the other one. */
  private legendName(set: Drawn, sets: readonly Drawn[]): string {
    const different = (nameOf: (one: Drawn) => string | null) => new Set(sets.map(nameOf)).size > 1;
    const [symbols, places] = [different((one) => this.symbolName(one)), different((one) => this.placeName(one))];
    if (symbols && !places) return this.symbolName(set);
    return (places && !symbols ? this.placeName(set) : null) ?? this.setName(set);
  }

  private renderTitle(sets: readonly Drawn[]): unknown {
    const [first] = sets;
    const rows = this.rowsOf(first);
    // Where another row can be chosen, the name says which one is shown.
    const nameOf = (set: Drawn) => (rows > 1 ? this.setName(set) : this.legendName(set, sets));
    const title = sets.map(
      (set, at) =>
        html`<span class="title set">${sets.length > 1 ? html`<i class="swatch" ${styleProperties({ "background-color": categoryCss(at) })}></i>` : nothing}${nameOf(set)}</span>`,
    );
    // What one bar chart shows is told by the caption of its figure, where it has one.
    if (!first || rows < 2) return html`<div class=${sets.length > 1 ? "bar-row" : "bar-row alone"}>${title}</div>`;
    const move = (by: -1 | 1) => html`<button
      aria-label=${this.text(by < 0 ? "pictures.before" : "pictures.after")}
      ?disabled=${first.row + by < 0 || first.row + by >= rows}
      @click=${() => this.showRow(first.row + by)}
    >${by < 0 ? "◀" : "▶"}</button>`;
    return html`<div class="bar-row">${title}${move(-1)}${move(1)}</div>`;
  }

  /** What the bars of a single set were before, where they show it. */
  private earlierIn(sets: readonly Drawn[]): Drawn | null {
    const { earlier } = this.options;
    return earlier && sets.length === 1 ? this.drawn(earlier) : null;
  }

  /** What a bar was before, and its number where it is another. */
  private earlierBar(cell: ShownCell | undefined, { bars, earlier }: BarsShape, at: number): unknown {
    const [was, [bar] = []] = [earlier[at], bars[at]];
    if (!cell || !was || !bar) return nothing;
    const { step, index, value } = cell;
    return svg`<g data-other=${`${step}[${index}]`} data-other-value=${plain(value)}><rect
      class="bar earlier" x=${was.x} y=${bar.y} width=${was.width} height=${bar.height} ${styleProperties({ fill: sideColor(value, "signed") })}></rect><text
      class="number muted" x=${was.numberX} y=${bar.y + bar.height / 2}>${formatCell(value)} →</text></g>`;
  }

  /** A bar with its number. */
  private shapes(set: Drawn, number: number, { value }: ShownCell, bar: BarShape): unknown {
    const own = this.view.domains.get(set.step.id) ?? domainFor(set.step.data, set.step);
    const compared = this.options.sets.length > 1;
    const fill = compared ? categoryCss(number) : sideColor(value, own.kind);
    return svg`<rect
      class="bar" data-axis="zero" x=${bar.x} y=${bar.y} width=${bar.width} height=${bar.height} ${styleProperties({ fill })}></rect><text
      class=${Number.isFinite(value) ? "number" : "number muted"}
      x=${bar.numberX}
      y=${bar.y + bar.height / 2}
      text-anchor=${bar.numberAnchor}
    >${formatIn(set.step, value)}</text>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-bars": AgBars;
  }
}
