/**
 * `<ag-arcs>`: weights between labelled tokens as lines that are as wide as the weights, between two columns of words, or as arcs over one line of words.
 *
 * The lines of one query are emphasized, and their numbers stand beside the keys; those of the others are faint. A query is chosen by a click, by the focus
 * and by the arrow keys, and for as long as the pointer is on it. A weight of 0, such as that of a masked pair, has no line.
 */
import { html, nothing, svg, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { elementStyles } from "../../elements/element-styles.ts";
import { type CellPlace, send, type TraceStep } from "../../elements/events.ts";
import { styleProperties } from "../../elements/style-properties.ts";
import { categoryCss } from "../../numbers/categories.ts";
import { domainFor } from "../../numbers/color.ts";
import { formatCell, plain } from "../../numbers/format.ts";
import { axisOf, shownIndex, symbolOf, withPosition } from "../base/place.ts";
import { drawingStyles } from "../base/styles.ts";
import { Drawing } from "../drawing.ts";
import { fitted, widest } from "../lettering.ts";
import { sameCell, valueAt } from "../picture.ts";
import type { ArcsSpec } from "../spec.ts";
import { type ArcsShape, columnsShape, lineShape, lineWidth, panelsIn } from "./shape.ts";
import { arcsStyles } from "./styles.ts";

/** The least width of a panel, and the room of its title, in units. */
const PANEL = 250;
const TITLE = 30;

/** What is drawn of a step: the words, and an index for each panel. */
interface Drawn {
  readonly step: TraceStep;
  readonly queryAxis: number;
  readonly keyAxis: number;
  readonly queries: readonly string[];
  readonly keys: readonly string[];
  /** By panel: an index with the position of its head. */
  readonly panels: readonly (readonly number[])[];
}

@customElement("ag-arcs")
export class AgArcs extends Drawing<ArcsSpec> {
  static override styles = [elementStyles, drawingStyles, arcsStyles];

  /** The query that was chosen here, until the page chooses another one. */
  @state() private chosen: { readonly at: number; readonly instead: number } | null = null;

  /** The query under the pointer. */
  @state() private previewed: number | null = null;

  private get drawn(): Drawn | null {
    const step = this.step(this.options.step);
    const rank = step?.shape.length ?? 0;
    if (!step || rank < 2) return null;
    const [queryAxis, keyAxis] = [rank - 2, rank - 1];
    const names = (axis: number) =>
      Array.from({ length: step.shape[axis] ?? 0 }, (_, at) => this.view.labels(step, axis, at));
    const shown = shownIndex(step, this.view);
    const heads = rank > 2 ? this.options.heads : undefined;
    const panels = heads?.length ? heads.map((head) => withPosition(shown, rank - 3, head)) : [shown];
    return { step, queryAxis, keyAxis, queries: names(queryAxis), keys: names(keyAxis), panels };
  }

  /** The query that the page has chosen. */
  private paged({ step, queryAxis }: Drawn): number {
    return this.options.query ?? shownIndex(step, this.view)[queryAxis] ?? 0;
  }

  private query(drawn: Drawn): number {
    const paged = this.paged(drawn);
    const own = this.chosen?.instead === paged ? this.chosen.at : paged;
    return Math.max(0, Math.min(drawn.queries.length - 1, this.previewed ?? own));
  }

  private cell({ step, queryAxis, keyAxis }: Drawn, panel: readonly number[], query: number, key: number): CellPlace {
    return { step: step.id, index: withPosition(withPosition(panel, queryAxis, query), keyAxis, key) };
  }

  protected get marks(): readonly CellPlace[] {
    const { drawn } = this;
    if (!drawn) return [];
    const query = this.query(drawn);
    return drawn.panels.flatMap((panel) => drawn.keys.map((_, key) => this.cell(drawn, panel, query, key)));
  }

  protected get name(): string {
    const { drawn } = this;
    if (!drawn) return "";
    const { step, queryAxis, keyAxis } = drawn;
    const [queries, keys] = [axisOf(this.text, step, queryAxis), axisOf(this.text, step, keyAxis)];
    return this.text("pictures.arcs.name", { name: symbolOf(step), queries, keys });
  }

  /** The numbers of a query in words. */
  private row(drawn: Drawn, panel: readonly number[], query: number): string {
    const items = drawn.keys.map(
      (key, at) => `${key} ${formatCell(valueAt(drawn.step, this.cell(drawn, panel, query, at).index))}`,
    );
    return this.text("pictures.arcs.row", { query: drawn.queries[query] ?? "", weights: items.join(", ") });
  }

  protected get told(): string {
    const { drawn } = this;
    if (!drawn) return "";
    const query = this.query(drawn);
    return drawn.panels
      .map((panel) => `${this.panelName(drawn, panel)} ${this.row(drawn, panel, query)}`.trim())
      .join(" ");
  }

  protected override get keysText(): string {
    return this.text("pictures.arcs.keys");
  }

  private panelName({ step, panels }: Drawn, panel: readonly number[]): string {
    const axis = step.shape.length - 3;
    if (panels.length < 2) return "";
    return `${axisOf(this.text, step, axis)} ${this.view.labels(step, axis, panel[axis] ?? 0)}`;
  }

  private choose(query: number): void {
    const { drawn } = this;
    if (!drawn) return;
    const before = this.query(drawn);
    this.chosen = { at: query, instead: this.paged(drawn) };
    this.previewed = null;
    if (query !== before) {
      send(this, "ag-cursor", { step: drawn.step.id, axis: drawn.step.axes[drawn.queryAxis] ?? "", position: query });
    }
  }

  /** From number to number; to the left, to the words of the queries. */
  protected markAfter(key: string, from: CellPlace): CellPlace | null {
    const { marks } = this;
    const at = marks.findIndex((mark) => sameCell(mark, from));
    if (key === "ArrowDown" || key === "ArrowRight") return marks[at + 1] ?? from;
    if (key === "ArrowUp") return marks[at - 1] ?? from;
    if (key === "Home") return marks[0] ?? null;
    if (key === "End") return marks.at(-1) ?? null;
    if (key === "ArrowLeft") this.focusWord();
    return null;
  }

  private focusWord(): void {
    this.renderRoot.querySelector<SVGElement>('[data-query][tabindex="0"]')?.focus({ preventScroll: true });
  }

  /** On the words of the queries, the arrow keys lead from query to query, and into the numbers of one. */
  private onWordKey(event: KeyboardEvent, drawn: Drawn): void {
    const query = this.query(drawn);
    const last = drawn.queries.length - 1;
    const next: Record<string, number> = {
      ArrowDown: Math.min(last, query + 1),
      ArrowUp: Math.max(0, query - 1),
      Home: 0,
      End: last,
    };
    const to = next[event.key];
    if (to !== undefined) {
      this.choose(to);
      void this.updateComplete.then(() => this.focusWord());
    } else if (event.key === "ArrowRight") {
      const [first] = this.marks;
      if (first) void this.focusMark(first);
    } else if (event.key === "Enter" || event.key === " ") this.choose(query);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  protected override render(): TemplateResult {
    const { drawn } = this;
    if (!drawn) return html`<p class="title">${this.text("pictures.absent")}</p>`;
    const { unit } = this.room;
    const width = this.room.width / unit;
    const words = { queries: drawn.queries, keys: drawn.keys, widest: widest([...drawn.queries, ...drawn.keys]) };
    const panels = panelsIn(width, drawn.panels.length, PANEL);
    const shape = this.options.mode === "columns" ? columnsShape(words, panels.width) : lineShape(words, panels.width);
    const top = drawn.panels.length > 1 ? TITLE : 0;
    const rows = Math.ceil(drawn.panels.length / panels.columns);
    return this.sheet(
      { width: this.room.width, height: Math.ceil(rows * (shape.height + top) * unit) },
      svg`<g transform="scale(${unit})">${drawn.panels.map((panel, at) => {
        const x = (at % panels.columns) * (panels.width + 20);
        const y = Math.floor(at / panels.columns) * (shape.height + top);
        return svg`<g transform="translate(${x} ${y})">
          ${top ? svg`<text class="muted" x="0" y=${TITLE / 2}>${this.panelName(drawn, panel)}</text>` : nothing}
          <g transform="translate(0 ${top})">${this.renderPanel(drawn, panel, shape, at === 0)}</g>
        </g>`;
      })}</g>`,
    );
  }

  private renderPanel(drawn: Drawn, panel: readonly number[], shape: ArcsShape, first: boolean): unknown {
    const { step, queries, keys } = drawn;
    const query = this.query(drawn);
    const domain = this.view.domains.get(step.id) ?? domainFor(step.data, step);
    const lines = (of: number) =>
      keys.map((_, key) => this.renderLine(drawn, { panel, shape, query: of, key, largest: domain.max }, of === query));
    const others = queries.map((_, at) => at).filter((at) => at !== query);
    const line = this.options.mode === "line";
    return svg`${others.map(lines)}${lines(query)}
      ${queries.map((word, at) => this.renderQuery(drawn, { panel, word, at, shape, stop: first }))}
      ${line ? nothing : keys.map((word, at) => svg`<text class="word" x=${shape.keys[at]?.x ?? 0} y=${shape.keys[at]?.y ?? 0}>${fitted(word, shape.wordRoom)}</text>`)}`;
  }

  private renderLine(
    drawn: Drawn,
    {
      panel,
      shape,
      query,
      key,
      largest,
    }: { panel: readonly number[]; shape: ArcsShape; query: number; key: number; largest: number },
    emphasized: boolean,
  ): unknown {
    const cell = this.cell(drawn, panel, query, key);
    const value = valueAt(drawn.step, cell.index);
    const width = lineWidth(value, largest);
    const path = width > 0 ? shape.line(query, key) : null;
    const negative = value < 0 ? "6 4" : "";
    const data = { step: cell.step, index: cell.index.join(","), value: plain(value) };
    if (!emphasized) {
      return path
        ? svg`<g class=${`${this.classOf(cell)} faint`} data-step=${data.step} data-index=${data.index} data-value=${data.value}><path
            class="line"
            d=${path}
            stroke-width=${width}
            stroke-dasharray=${negative || nothing}
          ></path></g>`
        : nothing;
    }
    const number = shape.numbers[key];
    const place = this.text("pictures.arcs.pair", { query: drawn.queries[query] ?? "", key: drawn.keys[key] ?? "" });
    return svg`<g
      class=${this.classOf(cell)}
      role="button"
      tabindex=${this.tabIndexOf(cell)}
      aria-label=${this.text("pictures.value", { place, value: formatCell(value) })}
      data-step=${data.step}
      data-index=${data.index}
      data-value=${data.value}
    >${
      path
        ? svg`<path data-touch class="reach" d=${path}></path><path
            class="line"
            d=${path}
            stroke-width=${width}
            stroke-dasharray=${negative || nothing}
            ${styleProperties({ stroke: categoryCss(query) })}
          ></path>`
        : nothing
    }${this.renderNumber(number, value)}</g>`;
  }

  private renderNumber(place: ArcsShape["numbers"][number] | undefined, value: number): unknown {
    if (!place) return nothing;
    const [width, height] = [54, 26];
    const x = place.anchor === "middle" ? place.x - width / 2 : place.x - width + 3;
    return svg`<rect data-touch class="touch" x=${x} y=${place.y - height / 2} width=${width} height=${height}></rect><rect
      class="ring"
      x=${x}
      y=${place.y - height / 2}
      width=${width}
      height=${height}
      rx="4"
    ></rect><text
      class=${value === 0 || !Number.isFinite(value) ? "number muted" : "number"}
      x=${place.x}
      y=${place.y}
      text-anchor=${place.anchor}
    >${formatCell(value)}</text>`;
  }

  private renderQuery(
    drawn: Drawn,
    {
      panel,
      word,
      at,
      shape,
      stop,
    }: { panel: readonly number[]; word: string; at: number; shape: ArcsShape; stop: boolean },
  ): unknown {
    const place = shape.queries[at];
    if (!place) return nothing;
    const here = at === this.query(drawn);
    const width = shape.wordRoom * 17 + 12;
    const x =
      place.anchor === "end" ? place.x - width + 6 : place.anchor === "middle" ? place.x - width / 2 : place.x - 6;
    return svg`<g
      class=${`query${here ? " here" : ""}`}
      role="button"
      tabindex=${here && stop ? 0 : -1}
      aria-pressed=${here ? "true" : "false"}
      aria-label=${this.row(drawn, panel, at)}
      data-query=${at}
      @click=${() => this.choose(at)}
      @focus=${() => this.choose(at)}
      @pointerenter=${() => {
        this.previewed = at;
      }}
      @pointerleave=${() => {
        this.previewed = null;
      }}
      @keydown=${(event: KeyboardEvent) => this.onWordKey(event, drawn)}
    ><rect class="ground" x=${x} y=${place.y - 15} width=${width} height="30" rx="4" ${styleProperties(here ? { stroke: categoryCss(at) } : {})}></rect><text
      class="word"
      x=${place.x}
      y=${place.y}
      text-anchor=${place.anchor}
    >${fitted(word, shape.wordRoom)}</text></g>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-arcs": AgArcs;
  }
}
