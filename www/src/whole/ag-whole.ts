import { html, nothing, type PropertyValues, svg, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import "../../styles/stage.css";
import "../../styles/whole.css";
import "../../styles/whole-writing.css";
import "../../styles/word.css";
import "../elements/inspector.ts";
import "../elements/matrix.ts";
import "../elements/thumbnail.ts";
import "../formula/ag-formula.ts";
import { UNITS } from "../../units/index.ts";
import type { CellPlace } from "../elements/events.ts";
import { LightElement } from "../elements/light-element.ts";
import { styleProperties } from "../elements/style-properties.ts";
import { caption } from "../lesson/caption.ts";
import { exportPanel } from "../lesson/export-panel.ts";
import { domainsOf } from "../lesson/scale.ts";
import type { Lab, Trace, TraceStep } from "../library.ts";
import { categoryCss } from "../numbers/categories.ts";
import type { Domain } from "../numbers/color.ts";
import { formatCell } from "../numbers/format.ts";
import { controlFields } from "../stage/controls.ts";
import { type Computed, StageRuns, shownRuns } from "../stage/runs.ts";
import { startValues } from "../stage/setting.ts";
import type { Setting, Value, Values } from "../stage/stage.ts";
import { algorithmAddress, sceneAddress } from "../state/addresses.ts";
import { algorithmTitle, stepText, t } from "../text.ts";
import { drawFigure } from "./drawing.ts";
import { type Measures, ownWidth } from "./shape.ts";
import { laneNames, type Part, type Whole } from "./whole.ts";
import { wholeSvg } from "./whole-svg.ts";
import { chosenOf, drawLine, sectionsOf, sharesOf, type Written } from "./writing.ts";

/** Below this the parts stand below each other. */
const BESIDE = 940;
const WIDE: Measures = { pitch: 40, top: 54, bottom: 30, cell: 11, digits: 30, named: 0 };
/** The widths of cells, of which the first is taken that leaves lanes room to cross; from the second on there is none for digits. */
const CELLS = [34, 22, 18, 14, 11];
const CROSSING = 170;
/** The least width of a part, for its title. */
const TITLE = 100;
/** From name to name below each other, for fingers. */
const TOUCH = 44;
const NARROW: Measures = { pitch: 27, top: 40, bottom: 18, cell: 34, digits: 30, named: 62 };
/** More lanes than these are closer to each other. */
const FEW_LANES = 4;
const CLOSE = 32;
/** A cell is visible, however narrow its place. */
const LEAST = 6;
/** The line of what may come next is no longer than this. */
const WIDEST_LINE = 720;
/** The widths of the lanes' names and of the shares, and of the edges between lanes. */
const [NAMES, SHARES, EDGES] = [128, 206, 52];

/** A step with the run that computed it. */
interface Found {
  readonly run: string;
  readonly computed: Computed;
  readonly step: TraceStep;
}

/** A whole network as one picture: its parts open into their steps, a step into its table, a number into its arithmetic. */
@customElement("ag-whole")
export class WholeElement extends LightElement {
  @property({ attribute: false }) lab!: Lab;
  @property({ attribute: false }) whole!: Whole;
  /** The values of its controls; by default those that it begins with. */
  @property({ attribute: false }) values: Values | null = null;
  @property({ attribute: false }) change: (values: Values) => void = (values) => {
    this.values = values;
  };
  /** The language of the texts; a change renders everything again. */
  @property({ attribute: false }) language!: string;

  @state() private setting!: Setting;
  @state() private lane = 0;
  /** The part that is open, its step, and the cells that were opened from one another. */
  @state() private open: string | null = null;
  @state() private step = "";
  @state() private trail: readonly CellPlace[] = [];
  @state() private room = 0;
  /** What was written last, and how many numbers were drawn: the same ones on each visit. */
  @state() private written: Written | null = null;
  #draws = 0;

  #runs!: StageRuns;
  #found: ReadonlyMap<string, Found> = new Map();
  #steps: ReadonlyMap<string, TraceStep> = new Map();
  #domains: ReadonlyMap<string, Domain> = new Map();

  readonly #sizes = new ResizeObserver(([entry]) => this.#take(entry?.contentRect.width ?? 0));

  #take(given: number): void {
    const width = Math.floor(given);
    if (width > 0 && width !== this.room) this.room = width;
  }

  protected override firstUpdated(): void {
    // It is drawn in the first frame, so that nothing below it moves.
    this.#take(this.clientWidth);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sizes.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sizes.disconnect();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("whole") || changed.has("lab")) {
      this.#runs = new StageRuns(this.lab, this.whole.stage);
      this.lane = this.whole.lane;
    }
    if (changed.has("whole") || changed.has("values"))
      this.setting = { values: this.values ?? startValues(this.whole.stage), inputs: {} };
    this.#compute();
  }

  /** The steps of all runs: no two have one id. */
  #compute(): void {
    const runs = Object.keys(this.whole.stage.runs);
    const found = runs.flatMap((run) => {
      const computed = this.#runs.at(this.setting, run);
      return computed.trace.steps.map((step) => [step.id, { run, computed, step }] as const);
    });
    this.#found = new Map(found);
    this.#steps = new Map(found.map(([id, { step }]) => [id, step]));
    this.#domains = domainsOf([...this.#steps.values()]);
  }

  /** The runs whose numbers are shown. */
  get traces(): readonly Trace[] {
    return Object.keys(this.whole.stage.runs).map((run) => this.#runs.at(this.setting, run).trace);
  }

  /** The picture as a file. */
  toSVG(): string {
    return wholeSvg(this, this.#text("title"));
  }

  get #names(): readonly string[] {
    return laneNames(this.whole, this.setting.values);
  }

  protected override render(): TemplateResult {
    const { whole, room } = this;
    const narrow = room < BESIDE;
    return html`<section class="whole" data-whole=${whole.id} data-narrow=${narrow ? "true" : "false"} ${styleProperties({ "--pitch": `${narrow ? TOUCH : this.#measures(false).pitch}px` })} aria-labelledby=${`whole-${whole.id}`}>
      <div class="row-head"><h2 id=${`whole-${whole.id}`}>${this.#text("title")}</h2><p>${this.#text("lead")}</p></div>
      <ol class="whole-parts" ${styleProperties(narrow ? {} : { "grid-template-columns": this.#columns() })} @click=${this.#press}>
        ${room > 0 ? whole.parts.map((part, at) => this.#part(part, at, narrow)) : nothing}
        ${narrow || room === 0 ? nothing : this.#layer()}
      </ol>
      ${whole.writes && room > 0 ? this.#writing(whole.writes) : nothing}
      ${exportPanel(this, () => shownRuns(this.#runs, [this.setting]))}
    </section>`;
  }

  #text(key: string, facts: Readonly<Record<string, string | number>> = {}): string {
    return t(`whole.${this.whole.id}.${key}`, facts);
  }

  /** The frame around the parts that are repeated. */
  #layer(): TemplateResult {
    const { parts } = this.whole;
    const first = parts.findIndex(({ repeated }) => repeated);
    const last = parts.findLastIndex(({ repeated }) => repeated);
    return html`<li class="whole-layer" aria-hidden="true" ${styleProperties({ "grid-column": `${first + 1} / ${last + 2}` })}><span>${this.#text("layer")}</span></li>`;
  }

  #part(part: Part, at: number, narrow: boolean): TemplateResult {
    const open = this.open === part.id;
    const column = styleProperties({ "grid-column": String(at + 1) });
    const detail = `whole-${this.whole.id}-${part.id}`;
    return html`<li class="whole-part" data-part=${part.id} data-open=${open ? "true" : "false"}>
      <button
        type="button"
        class="whole-head"
        aria-expanded=${open ? "true" : "false"}
        aria-controls=${detail}
        ${column}
        @click=${() => this.#toggle(part)}
      ><span>${this.#text(`parts.${part.id}.title`)}</span></button>
      <div class="whole-drawn" data-kind=${part.figure.kind} ${column}>${part.figure.kind === "names" ? this.#lanes() : this.#figure(part, at, narrow)}</div>
      ${part.units ? this.#units(part.units, at) : nothing}
      ${open ? this.#detail(part, detail) : nothing}
    </li>`;
  }

  #units({ ids, parts }: NonNullable<Part["units"]>, at: number): TemplateResult {
    return html`<ul class="whole-units" aria-label=${t("ui.units")} ${styleProperties({ "grid-column": `${at + 1} / span ${parts}` })}>${ids.map(
      (id) =>
        html`<li><a href=${sceneAddress(id)}><span class="card-number">${UNITS.ids.indexOf(id) + 1}</span> ${t(`course.units.${id}.title`)}</a></li>`,
    )}</ul>`;
  }

  /** A number that is chosen in a figure, or on the line, opens its part, and its arithmetic. */
  readonly #press = ({ target }: Event): void => {
    const mark =
      target instanceof Element ? target.closest<SVGElement>(":is(.whole-figure, .whole-line) [data-step]") : null;
    const { step, index } = mark?.dataset ?? {};
    if (step === undefined || index === undefined) return;
    this.#show(step);
    this.trail = [{ step, index: index.split(",").map(Number) }];
  };

  /** Which lane is followed, and its word. */
  #lanes(): TemplateResult {
    const { whole, lane } = this;
    const controls = "controls" in whole.lanes ? whole.lanes.controls : [];
    const edges = whole.edges ? this.#edges(whole.edges) : nothing;
    return html`${edges}<ol class="whole-lanes" aria-label=${this.#text("lanes")}>${this.#names.map((name, at) => {
      const control = whole.stage.controls.find(({ id }) => id === controls[at]);
      return html`<li ${styleProperties({ "--lane": categoryCss(at) })}>
        <input
          type="radio"
          name=${`whole-${whole.id}`}
          aria-label=${this.#text("follow", { name })}
          .checked=${at === lane}
          @change=${() => this.#follow(at)}
        />
        ${
          control?.kind === "choice"
            ? html`<select class="word" lang="en" aria-label=${t("home.word", { position: at + 1 })} @change=${(event: Event) => this.#exchange(control.id, event)}>${control.choices.map(
                (word) => html`<option value=${word} .selected=${word === name}>${word}</option>`,
              )}</select>`
            : html`<span>${name}</span>`
        }
      </li>`;
    })}</ol>`;
  }

  /** The edges of a graph beside its lanes: those of the followed one are marked. */
  #edges(edges: NonNullable<Whole["edges"]>): TemplateResult {
    const pitch = this.room < BESIDE ? TOUCH : this.#measures(false).pitch;
    const y = (at: number) => (at + 0.5) * pitch;
    const [touching, others] = [
      edges.filter((edge) => edge.includes(this.lane)),
      edges.filter((edge) => !edge.includes(this.lane)),
    ];
    return html`<svg class="whole-edges" width=${EDGES} height=${pitch * this.#names.length} aria-hidden="true">${[
      ...others,
      ...touching,
    ].map(([from, to]) => {
      const far = EDGES - 8 - 14 * Math.abs(to - from);
      return svg`<path class=${from === this.lane || to === this.lane ? "followed" : ""} d="M${EDGES - 4} ${y(from)}C${far} ${y(from)} ${far} ${y(to)} ${EDGES - 4} ${y(to)}" ${styleProperties({ "--lane": categoryCss(this.lane) })}></path>`;
    })}</svg>`;
  }

  #exchange(control: string, event: Event): void {
    const { value } = event.currentTarget as HTMLSelectElement;
    this.#set(control, value);
  }

  /** Changes a control. What was written before followed from other numbers. */
  #set(control: string, value: Value): void {
    this.written = null;
    this.change({ ...this.setting.values, [control]: value });
  }

  #follow(lane: number): void {
    this.lane = lane;
    this.written = null;
  }

  /** The sentence up to the followed word, what may come next, and the ways to go on. */
  #writing({ step: id, end, temperature }: NonNullable<Whole["writes"]>): TemplateResult {
    const step = this.#steps.get(id);
    if (!step) return html``;
    const { written } = this;
    const nameOf = (at: number) => this.#labels(step, 1, at);
    const lane = written?.lane ?? this.lane;
    const shares = sharesOf(step, lane);
    const chosen = written ? chosenOf(sectionsOf(shares), written.drawn) : undefined;
    const next = chosen && nameOf(chosen.at);
    const [ends, isFull] = [next === end, written !== null && lane === this.#names.length - 1];
    const facts = {
      ...{ name: this.#names[lane] ?? "", next: next ?? "", drawn: formatCell(written?.drawn ?? 0) },
      ...{ from: formatCell(chosen?.from ?? 0), to: formatCell(chosen?.to ?? 0) },
      share: formatCell(chosen ? (shares[chosen.at] ?? 0) : 0),
    };
    const how = written === null ? "ready" : written.drawn === null ? "most" : "drawn";
    const heading = `whole-${this.whole.id}-writing`;
    return html`<section class="whole-writing" aria-labelledby=${heading}>
      <h3 id=${heading}>${this.#text("writing.title")}</h3>
      <p class="whole-sentence" lang="en">${this.#names.slice(0, lane + 1).map((name, at) => html`<span ${styleProperties({ "--lane": categoryCss(at) })}>${name}</span> `)}<span class="next" ${styleProperties({ "--lane": categoryCss(lane + 1) })} data-written=${next ?? ""}>${next ?? "?"}</span></p>
      <div class="whole-chances" @click=${this.#press}>${drawLine({ ...{ step, lane, nameOf, written }, width: this.#lineWidth, says: this.#text("writing.says", facts) })}</div>
      <p aria-live="polite">${this.#text(`writing.${how}`, facts)}${ends ? html` ${this.#text("writing.ended")}` : isFull ? html` ${this.#text("writing.full")}` : nothing}</p>
      <div class="whole-moves">
        ${
          ends || isFull
            ? html`<button type="button" class="primary" data-action="anew" @click=${() => this.#follow(0)}>${this.#text("writing.anew", { name: this.#names[0] ?? "" })}</button>`
            : html`<button type="button" class="primary" data-action="draw" @click=${() => this.#write(step, this.#drawn())}>${this.#text("writing.draw")}</button>
              <button type="button" data-action="most" @click=${() => this.#write(step, null)}>${this.#text("writing.take")}</button>`
        }
      </div>
      <div class="whole-temperature">
        ${controlFields({
          controls: this.whole.stage.controls.filter(({ id }) => id === temperature),
          words: `whole.${this.whole.id}`,
          values: this.setting.values,
          change: (id, value) => this.#set(id, value),
        })}
        <p>${this.#text("writing.temperature")}</p>
      </div>
    </section>`;
  }

  get #lineWidth(): number {
    return Math.min(this.room, WIDEST_LINE);
  }

  /** The next of the numbers between 0 and 1. */
  #drawn(): number {
    this.#draws += 1;
    return this.lab.random([1], { seed: this.#draws, distribution: "uniform" }).data[0] ?? 0;
  }

  /** Writes what comes after the followed word in the next lane, which is followed then; what ends the sentence, or has no lane, stands behind it alone. */
  #write(step: TraceStep, drawn: number | null): void {
    const { lane, whole } = this;
    const chosen = chosenOf(sectionsOf(sharesOf(step, lane)), drawn);
    const control = "controls" in whole.lanes ? whole.lanes.controls[lane + 1] : undefined;
    const word = chosen && this.#labels(step, 1, chosen.at);
    this.written = { lane, drawn };
    if (control === undefined || word === undefined || word === whole.writes?.end) return;
    this.change({ ...this.setting.values, [control]: word });
    this.lane = lane + 1;
  }

  #figure(part: Part, at: number, narrow: boolean): TemplateResult {
    const { parts } = this.whole;
    const measures = narrow ? this.#fitting(part) : this.#measures(narrow);
    const nameOf = (position: number) => this.#labels(this.#stepOf(part), 1, position);
    return drawFigure({
      ...{ part, steps: this.#steps, domains: this.#domains, names: this.#names, lane: this.lane, measures, nameOf },
      ...{ before: parts[at - 1], after: parts[at + 1] },
      width: this.#width(part, measures, narrow),
      says: this.#says(part),
    });
  }

  #measures(narrow: boolean): Measures {
    if (narrow) return NARROW;
    const pitch = this.#names.length > FEW_LANES ? CLOSE : WIDE.pitch;
    const fits = (cell: number) => this.#left({ ...WIDE, cell }) >= CROSSING;
    return { ...WIDE, pitch, cell: CELLS.find(fits) ?? WIDE.cell };
  }

  /** The measures of a figure that has the whole width: its cells are as wide as there is room for. */
  #fitting(part: Part): Measures {
    const left = this.room - NARROW.named - ownWidth({ part, steps: this.#steps, measures: { ...NARROW, cell: 0 } });
    const columns =
      ownWidth({ part, steps: this.#steps, measures: { ...NARROW, cell: 1 } }) - (this.room - NARROW.named - left);
    return { ...NARROW, cell: Math.max(LEAST, Math.min(NARROW.cell, Math.floor(left / Math.max(1, columns)))) };
  }

  #columns(): string {
    const measures = this.#measures(false);
    return this.whole.parts.map((part) => `${this.#width(part, measures, false)}px`).join(" ");
  }

  /** What is left beside the others is where lanes cross. */
  #width(part: Part, measures: Measures, narrow: boolean): number {
    if (narrow) return this.room;
    const own = this.#own(part, measures);
    return part.figure.kind === "crossing" ? Math.max(own, own + this.#left(measures)) : own;
  }

  /** The width that a part needs; where lanes cross, without their lines. */
  #own(part: Part, measures: Measures): number {
    if (part.figure.kind === "names") return NAMES + (this.whole.edges ? EDGES : 0);
    if (part.figure.kind === "shares") return SHARES;
    return Math.max(TITLE, ownWidth({ part, steps: this.#steps, measures }));
  }

  /** The room for the lines of a crossing. */
  #left(measures: Measures): number {
    const { parts } = this.whole;
    const crossings = parts.filter(({ figure }) => figure.kind === "crossing").length;
    const needed = parts.reduce((sum, part) => sum + this.#own(part, measures), 0);
    return Math.floor((this.room - needed) / Math.max(1, crossings));
  }

  /** The step whose numbers a figure ends with. */
  #stepOf({ figure }: Part): TraceStep | undefined {
    const id = "step" in figure ? figure.step : "steps" in figure ? figure.steps.at(-1) : undefined;
    return id === undefined ? undefined : this.#steps.get(id);
  }

  #labels = (step: TraceStep | undefined, axis: number, position: number): string => {
    const found = step && this.#found.get(step.id);
    return found ? this.#runs.labelsAt(this.setting, found.run)(found.step, axis, position) : String(position + 1);
  };

  /** What a figure shows, in words with its numbers. */
  #says(part: Part): string {
    const { figure } = part;
    const name = this.#names[this.lane] ?? "";
    const key = `parts.${part.id}.says`;
    const id = figure.kind === "crossing" ? figure.weights : this.#stepOf(part)?.id;
    const step = id === undefined ? undefined : this.#steps.get(id);
    if (!step) return this.#text(key, { name });
    const columns = step.shape.at(-1) ?? 1;
    const rows = step.shape.at(-2) ?? 1;
    const matrices = Math.max(1, step.data.length / (rows * columns));
    let best = { value: Number.NEGATIVE_INFINITY, at: 0 };
    for (let matrix = 0; matrix < matrices; matrix += 1)
      for (let at = 0; at < columns; at += 1) {
        const value = step.data[(matrix * rows + this.lane) * columns + at] ?? Number.NEGATIVE_INFINITY;
        if (value > best.value) best = { value, at };
      }
    const axis = step.shape.length - 1;
    return this.#text(key, { name, most: this.#labels(step, axis, best.at), value: formatCell(best.value) });
  }

  /** The steps that a part opens into. */
  #stepsOf({ of }: Part): readonly TraceStep[] {
    const { steps } = this.#runs.at(this.setting, of.run).trace;
    return steps.filter(({ id }) =>
      of.steps.some((begin) => (begin.endsWith("/") ? id.startsWith(begin) : id === begin)),
    );
  }

  #toggle(part: Part): void {
    this.open = this.open === part.id ? null : part.id;
    this.step =
      part.figure.kind === "crossing"
        ? part.figure.weights
        : (this.#stepOf(part)?.id ?? this.#stepsOf(part).at(-1)?.id ?? "");
    this.trail = [];
  }

  #detail(part: Part, id: string): TemplateResult {
    const steps = this.#stepsOf(part);
    const step = this.#steps.get(this.step);
    const { algorithm } = this.whole.stage.runs[part.of.run] ?? { algorithm: "" };
    return html`<div class="whole-detail" id=${id}>
      <p class="whole-explains">${this.#text(`parts.${part.id}.text`)}</p>
      <ol class="whole-steps" aria-label=${t("whole.steps")}>${steps.map((one) => this.#chip(one))}</ol>
      ${step ? this.#table(step) : nothing}
      <p class="fine"><a href=${algorithmAddress(algorithm)}>${t("whole.page", { title: algorithmTitle(algorithm) })}</a></p>
    </div>`;
  }

  #chip(step: TraceStep): TemplateResult {
    const { title } = stepText(step.id);
    return html`<li><button
      type="button"
      data-step-id=${step.id}
      aria-pressed=${step.id === this.step ? "true" : "false"}
      title=${title}
      @click=${() => {
        this.step = step.id;
        this.trail = [];
      }}
    ><span class="unseen">${title}</span><ag-thumbnail .step=${step} .domain=${this.#domains.get(step.id) ?? null}></ag-thumbnail><ag-formula aria-hidden="true" .tex=${step.symbol}></ag-formula></button></li>`;
  }

  #table(step: TraceStep): TemplateResult {
    const { title, text } = stepText(step.id);
    const place = this.trail.at(-1);
    const selected = place?.step === step.id ? place.index : null;
    const names = (axis: number) =>
      Array.from({ length: step.shape[axis] ?? 1 }, (_, position) => this.#labels(step, axis, position));
    return html`<div class="whole-step" @ag-select=${({ detail }: CustomEvent<CellPlace>) => {
      this.trail = [detail];
    }}>
      <div class="whole-words"><h3>${title}</h3><ag-formula block .tex=${step.formula}></ag-formula><p>${text}</p></div>
      <ag-matrix
        .step=${step}
        .rowLabels=${names(step.shape.length - 2)}
        .columnLabels=${names(step.shape.length - 1)}
        .domain=${this.#domains.get(step.id) ?? null}
        size="small"
        .selected=${selected}
      >${caption(step.symbol)}</ag-matrix>
      ${this.#arithmetic()}
    </div>`;
  }

  /** What the chosen number was computed from. An input that another run has computed opens there. */
  #arithmetic(): TemplateResult {
    const place = this.trail.at(-1);
    const found = place && this.#found.get(place.step);
    if (!place || !found) return html`<p class="hint">${t("ui.pickCell")}</p>`;
    const go = (next: readonly CellPlace[]) => {
      this.trail = next;
      const last = next.at(-1);
      if (last) this.#show(last.step);
    };
    return html`<section
      class="arithmetic"
      aria-label=${t("ui.arithmetic")}
      @ag-open=${({ detail: { step, index } }: CustomEvent<CellPlace>) =>
        go([...this.trail, { step: this.whole.from[step] ?? step, index }])}
      @ag-back=${({ detail }: CustomEvent<{ depth: number }>) => go(this.trail.slice(0, detail.depth + 1))}
    ><ag-inspector
      .trail=${this.trail}
      .cell=${this.lab.cell(found.computed.trace, place.step, place.index)}
      .steps=${this.#steps}
      .labels=${this.#labels}
      .text=${t}
    ></ag-inspector></section>`;
  }

  /** Opens the part that has a step, where that is another one. */
  #show(step: string): void {
    const has = (part: Part) => this.#stepsOf(part).some(({ id }) => id === step);
    const now = this.whole.parts.find(({ id }) => id === this.open);
    if (!now || !has(now)) this.open = this.whole.parts.find(has)?.id ?? this.open;
    this.step = step;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-whole": WholeElement;
  }
}
