/**
 * `<ag-arcs>`: weights between labelled tokens as lines that are as wide as the weights, between two columns of words, or as arcs over one line of words.
 *
 * The lines of one query are emphasized, and their numbers stand beside the keys; those of the others are faint. A query is chosen by a click, by the focus
 * and by the arrow keys, and for as long as the pointer is on it. A weight of 0, such as that of a masked pair, has no line.
 */
import { css, nothing, svg } from "lit";
import { customElement, state } from "lit/decorators.js";
import { elementStyles } from "../../elements/element-styles.ts";
import { send, type TraceStep } from "../../elements/events.ts";
import { styleProperties } from "../../elements/style-properties.ts";
import { counted } from "../../motion/counted.ts";
import { categoryCss } from "../../numbers/categories.ts";
import { type Domain, domainFor } from "../../numbers/color.ts";
import { formatCell } from "../../numbers/format.ts";
import { fitted, widest } from "../../numbers/lettering.ts";
import { paintOf } from "../../numbers/paint.ts";
import { alongList, type Declared, type Mark, type Panel, type ShownCell, shownCell } from "../base/marks.ts";
import { Picture } from "../base/picture.ts";
import { axisOf, shownIndex, symbolOf, withPosition } from "../base/place.ts";
import { pictureStyles } from "../base/styles.ts";
import { type ArcsShape, columnsShape, lineShape, lineWidth, panelsIn } from "./shape.ts";
import type { ArcsSpec } from "./spec.ts";

/** The least width of a panel, and the room of its title, in units. */
const PANEL = 250;
const TITLE = 30;
/** The size of the field around a number. */
const FIELD = { width: 54, height: 26 };

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

const arcsStyles = css`
  .word {
    font-size: 17px;
  }
  .line,
  .reach {
    fill: none;
    stroke-linecap: butt;
  }
  .reach {
    stroke: transparent;
    stroke-width: 16;
    pointer-events: stroke;
  }
  .faint .line {
    stroke: var(--muted);
    opacity: 0.28;
  }
  .faint:is(:hover, .lit, .chosen) .line {
    opacity: 0.7;
  }
  .mark:focus-visible .number,
  .mark.lit .number,
  .mark.chosen .number {
    font-weight: 700;
  }
  .query {
    cursor: pointer;
    outline: none;
  }
  .ground {
    fill: transparent;
    stroke: transparent;
    stroke-width: 2;
  }
  .query.here .word {
    font-weight: 700;
  }
  .query:hover .ground {
    fill: color-mix(in srgb, var(--act) 10%, transparent);
  }
  .query:focus-visible .ground {
    stroke-width: 4;
  }
`;

const known = new WeakMap<TraceStep["data"], number>();

/** The width of a step's widest number: which query is chosen moves nothing. */
function widestNumber({ data }: TraceStep): number {
  const found = known.get(data) ?? widest(Array.from(data, formatCell));
  known.set(data, found);
  return found;
}

@customElement("ag-arcs")
export class AgArcs extends Picture<ArcsSpec, Drawn> {
  static override styles = [elementStyles, pictureStyles, arcsStyles];

  /** The query that was chosen here, until the page chooses another one. */
  @state() private chosen: { readonly at: number; readonly instead: number } | null = null;

  /** The query under the pointer. */
  @state() private previewed: number | null = null;

  private drawn: Drawn | null = null;

  protected read(): Drawn | null {
    this.drawn = this.readWeights();
    return this.drawn;
  }

  private readWeights(): Drawn | null {
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

  private cell({ step, queryAxis, keyAxis }: Drawn, panel: readonly number[], query: number, key: number): ShownCell {
    return shownCell(step, withPosition(withPosition(panel, queryAxis, query), keyAxis, key));
  }

  protected declare(drawn: Drawn): Declared {
    const { step, queryAxis, keyAxis, queries, keys } = drawn;
    const { across: width } = this;
    const { unit } = this.room;
    const words = { queries, keys, widest: widest([...queries, ...keys]), widestNumber: widestNumber(step) };
    const panels = panelsIn(width, drawn.panels.length, PANEL);
    const shape = this.options.mode === "columns" ? columnsShape(words, panels.width) : lineShape(words, panels.width);
    const top = drawn.panels.length > 1 ? TITLE : 0;
    const rows = Math.ceil(drawn.panels.length / panels.columns);
    const query = this.query(drawn);
    const axes = { queries: axisOf(this.text, step, queryAxis), keys: axisOf(this.text, step, keyAxis) };
    return {
      width,
      least: shape.least,
      height: Math.ceil(rows * (shape.height + top) * unit) / unit,
      name: this.text("pictures.arcs.name", { name: symbolOf(step), ...axes }),
      told: () =>
        drawn.panels
          .map((panel) => `${this.panelName(drawn, panel)} ${this.row(drawn, panel, query)}`.trim())
          .join(" "),
      keys: this.text("pictures.arcs.keys"),
      panels: drawn.panels.map((panel, at): Panel => {
        const title = svg`<text class="muted" x="0" y=${TITLE / 2 - top}>${this.panelName(drawn, panel)}</text>`;
        const x = (at % panels.columns) * (panels.width + 20);
        const y = Math.floor(at / panels.columns) * (shape.height + top) + top;
        return { at: { x, y }, ...(top ? { under: title } : {}), ...this.panel(drawn, panel, shape, at === 0) };
      }),
    };
  }

  /** The numbers of a query in words. */
  private row(drawn: Drawn, panel: readonly number[], query: number): string {
    const items = drawn.keys.map((key, at) => `${key} ${formatCell(this.cell(drawn, panel, query, at).value)}`);
    return this.text("pictures.arcs.row", { query: drawn.queries[query] ?? "", weights: items.join(", ") });
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
  protected override markAfter(key: string, from: Mark): Mark | null {
    if (key !== "ArrowLeft") return alongList(this.marks, from, key);
    this.focusWord();
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
      if (first) void this.focusMark(first.cell);
    } else if (event.key === "Enter" || event.key === " ") this.choose(query);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private panel(
    drawn: Drawn,
    panel: readonly number[],
    shape: ArcsShape,
    first: boolean,
  ): Pick<Panel, "marks" | "over"> {
    const { step, queries, keys } = drawn;
    const query = this.query(drawn);
    const domain = this.view.domains.get(step.id) ?? domainFor(step.data, step);
    const words = counted(queries).map((word) => `query:${word}`);
    const others = queries.map((_, at) => at).filter((at) => at !== query);
    const ends = { of: words, to: this.options.mode === "line" ? words : counted(keys).map((word) => `key:${word}`) };
    const marks = [...others, query].flatMap((of) =>
      keys.flatMap((_, key) => {
        const joins = [ends.of[of] ?? "", ends.to[key] ?? ""];
        return this.mark(drawn, { panel, shape, query: of, key, domain, ends: joins }, of === query);
      }),
    );
    const askers = queries.map((word, at) => this.renderQuery(drawn, { panel, word, at, shape, stop: first }));
    const names = keys.map(
      (word, at) =>
        svg`<text class="word" data-move=${`key:${word}`} x=${shape.keys[at]?.x ?? 0} y=${shape.keys[at]?.y ?? 0}>${fitted(word, shape.wordRoom)}</text>`,
    );
    return { marks, over: svg`${askers}${this.options.mode === "line" ? nothing : names}` };
  }

  /** The line of a weight. Those of other queries stand back, and a weight of 0 has none there. */
  private mark(
    drawn: Drawn,
    at: {
      panel: readonly number[];
      shape: ArcsShape;
      query: number;
      key: number;
      domain: Domain;
      ends: readonly string[];
    },
    emphasized: boolean,
  ): readonly Mark[] {
    const { panel, shape, query, key, domain, ends } = at;
    const cell = this.cell(drawn, panel, query, key);
    const { value } = cell;
    const width = lineWidth(value, domain.max);
    const path = width > 0 ? shape.line(query, key) : null;
    const line = (color: Readonly<Record<string, string>>) =>
      svg`<path class="line" d=${path} stroke-width=${width} stroke-dasharray=${value < 0 ? "6 4" : nothing} ${styleProperties(color)}></path>`;
    if (!emphasized) return path ? [{ cell, ends, kind: "faint", draw: () => line({}) }] : [];
    const names = { query: drawn.queries[query] ?? "", key: drawn.keys[key] ?? "" };
    const number = shape.numbers[key];
    return [
      {
        cell,
        ends,
        label: () =>
          this.text("pictures.value", { place: this.text("pictures.arcs.pair", names), value: formatCell(value) }),
        draw: () =>
          svg`${path ? svg`<path data-touch class="reach" d=${path}></path>${line({ stroke: colorOf(query, value, domain) })}` : nothing}${
            number ? renderNumber(number, value) : nothing
          }`,
      },
    ];
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
      data-move=${`query:${word}`}
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

/** The color of a query; a gradient has that of its sign, and its width says how much. */
function colorOf(query: number, value: number, domain: Domain): string {
  const bySign = domain.kind === "gradient" ? paintOf(Math.sign(value) * domain.max, domain) : null;
  return bySign?.ground ?? categoryCss(query);
}

function renderNumber({ x, y, anchor }: ArcsShape["numbers"][number], value: number): unknown {
  const { width, height } = FIELD;
  const left = anchor === "middle" ? x - width / 2 : x - width + 3;
  return svg`<rect data-touch class="touch" x=${left} y=${y - height / 2} width=${width} height=${height}></rect><rect
    class="ring" x=${left} y=${y - height / 2} width=${width} height=${height} rx="4"></rect><text
    class=${value === 0 || !Number.isFinite(value) ? "number muted" : "number"} x=${x} y=${y} text-anchor=${anchor}>${formatCell(value)}</text>`;
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-arcs": AgArcs;
  }
}
