/**
 * `<ag-map>`: the steps of a run as boxes, with an arrow from each to those that read it. Parts fold into one box. Nothing is laid out by hand: boxes
 * and arrows come from the steps and what they read.
 *
 * It is contents, progress and navigation: the current step is marked, or the folded part that it is in, what was visited has a bar at its foot, and a
 * chosen step is sent as `ag-map-go`.
 */
import { html, nothing, type PropertyValues, svg, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { AgElement } from "../elements/ag-element.ts";
import { elementStyles } from "../elements/element-styles.ts";
import { send } from "../elements/events.ts";
import { styleProperties } from "../elements/style-properties.ts";
import "../elements/thumbnail.ts";
import "../formula/ag-formula.ts";
import type { TraceStep } from "../library.ts";
import type { Domain } from "../numbers/color.ts";
import { plainSymbol } from "../numbers/symbol.ts";
import { stepText } from "../text.ts";
import { svgOf } from "./export.ts";
import type { Flow, Rect } from "./geometry.ts";
import {
  type Arrow,
  arrowKey,
  type Box,
  type Frame,
  graphOf,
  type MapGraph,
  type MapSource,
  sourceOf,
} from "./graph.ts";
import { layOut, type MapLayout } from "./layout.ts";
import type { DagreModule } from "./level.ts";
import { mapStyles } from "./map-styles.ts";
import { moved, wayOf } from "./moves.ts";
import { firstOpen, partsAround, partsWithin } from "./parts.ts";
import { headOf, pathOf } from "./path.ts";
import { canvasMeasure, type Measure, type Spacing, sizeOfBox, sizeOfTitle } from "./sizes.ts";
import { partTitle } from "./titles.ts";
import {
  labelOfBox,
  type Naming,
  operandsOf,
  spokenBox,
  standingOf,
  symbolOfBox,
  type TitleOf,
  titleOfBox,
} from "./view.ts";

/** At first parts open until there would be more boxes than this. */
const MOST_AT_FIRST = 24;
/** A map that is too wide shrinks to this, and scrolls beyond. */
const LEAST_SCALE = 0.8;
/** From this width on the map flows to the right. */
const WIDE = 1080;
const HEAD = 7;
const MOVING = 200;

@customElement("ag-map")
export class AgMap extends AgElement {
  static override styles = [elementStyles, mapStyles];

  /** The steps of a trace. */
  @property({ attribute: false }) steps: readonly TraceStep[] = [];
  /** The id of the step where the reader is. */
  @property({ attribute: false }) current: string | null = null;
  /** The ids of the steps where the reader was. */
  @property({ attribute: false }) visited: ReadonlySet<string> = new Set();
  @property({ attribute: false }) domains: ReadonlyMap<string, Domain> = new Map();
  /** Returns the title of a step. */
  @property({ attribute: false }) titles: TitleOf = (step) => stepText(step).title;
  /** The language of the texts; a change renders everything again. */
  @property({ attribute: false }) language = "";
  /** `auto`: to the right where there is much room, otherwise down. */
  @property({ attribute: false }) flow: Flow | "auto" = "auto";

  @state() private open: ReadonlySet<string> = new Set();
  /** The steps whose small steps have boxes of their own. */
  @state() private told: ReadonlySet<string> = new Set();
  /** The box or title that Tab focuses. */
  @state() private focused = "";
  @state() private pointed: string | null = null;
  @state() private room = 0;
  @state() private dagre: DagreModule | null = null;

  @query(".view") private view!: HTMLElement;

  private source: MapSource = sourceOf([]);
  private graph: MapGraph = graphOf(this.source, this.open, this.told);
  private layout: MapLayout | null = null;
  private byId: ReadonlyMap<string, TraceStep> = new Map();
  private outline = "";
  private measure: Measure | null = null;
  /** The box that stays where it is on the screen while others move. */
  private anchor: { readonly key: string; readonly top: number; readonly left: number } | null = null;
  private moving = false;
  private readonly sizes = new ResizeObserver(([entry]) => {
    const width = Math.round(entry?.contentRect.width ?? 0);
    if (width > 0 && width !== this.room) this.room = width;
  });

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.sizes.observe(this.view);
    if (!this.dagre) void import("@dagrejs/dagre").then((module) => (this.dagre = module));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.sizes.disconnect();
  }

  protected override firstUpdated(): void {
    this.sizes.observe(this.view);
  }

  /** Opens the part with a key, and those around it; an empty key opens all. */
  openPart(key: string): void {
    const { whole } = this.source;
    const parts = partsWithin(whole).filter((part) => key === "" || part.key === key || key.startsWith(`${part.key}/`));
    this.change(key, new Set([...this.open, ...parts.map((part) => part.key)]));
  }

  /** Folds the part with a key, and those in it; an empty key folds all. */
  foldPart(key: string): void {
    const left = [...this.open].filter((part) => key !== "" && part !== key && !part.startsWith(`${key}/`));
    this.change(key, new Set(left));
  }

  /** Opens every part around a step, so that it has a box. */
  reveal(step: string): void {
    const parts = partsAround(this.source.whole, step).map(({ key }) => key);
    this.change(step, new Set([...this.open, ...parts]));
  }

  /** Returns the map as it is shown, as a picture of its own. */
  toSVG(): string {
    if (!this.layout) return "";
    return svgOf({ graph: this.graph, layout: this.layout, naming: this.naming(), domains: this.domains, root: this });
  }

  private naming(): Naming {
    return { steps: this.byId, titleOf: this.titles, text: this.text };
  }

  private change(key: string, open: ReadonlySet<string>): void {
    const place = this.element(key)?.getBoundingClientRect();
    if (place) this.anchor = { key, top: place.top, left: place.left };
    this.open = open;
    this.moving = true;
    setTimeout(() => {
      this.moving = false;
      this.requestUpdate();
    }, MOVING);
  }

  private element(key: string): HTMLElement | null {
    const found = this.renderRoot.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
    return found?.querySelector<HTMLElement>(":scope > .frame > .title") ?? found;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("steps")) this.takeSteps();
    const drawn = ["steps", "open", "told", "dagre", "room", "flow", "titles", "language", "text"];
    if (this.dagre && this.room > 0 && drawn.some((name) => changed.has(name))) this.draw(this.dagre);
    const boxes = new Set([...this.graph.boxes, ...this.graph.frames].map(({ key }) => key));
    if (boxes.has(this.focused)) return;
    const here = this.current === null ? undefined : this.graph.boxOf.get(this.current);
    this.focused = here ?? this.graph.boxes[0]?.key ?? "";
  }

  private takeSteps(): void {
    this.byId = new Map(this.steps.map((step) => [step.id, step]));
    const outline = this.steps.map(({ id }) => id).join("\n");
    if (outline === this.outline) return;
    this.outline = outline;
    this.source = sourceOf(this.steps);
    this.open = firstOpen(this.source.whole, MOST_AT_FIRST);
    this.told = new Set();
  }

  private draw(dagre: DagreModule): void {
    const flow = this.flow === "auto" ? (this.room >= WIDE ? "right" : "down") : this.flow;
    this.graph = graphOf(this.source, this.open, this.told);
    const naming = this.naming();
    this.measure ??= canvasMeasure(this.fonts());
    const measure = this.measure;
    const boxes = new Map(this.graph.boxes.map((box) => [box.key, box]));
    const frames = new Map(this.graph.frames.map((frame) => [frame.key, frame]));
    const sizeOf = (spacing: Spacing) => (key: string) => {
      const box = boxes.get(key);
      if (!box) return { width: 0, height: 0 };
      const texts = {
        title: titleOfBox(box, naming),
        symbol: plainSymbol(symbolOfBox(box, naming)),
        label: labelOfBox(box, naming),
        shape: this.byId.get(box.step)?.shape ?? [],
        part: box.kind === "part",
      };
      return sizeOfBox(texts, measure, spacing);
    };
    const titleOf = (key: string) => sizeOfTitle(partTitle(frames.get(key)?.names ?? [], this.text), measure);
    const request = { graph: this.graph, flow, titleOf };
    const roomy = layOut(dagre, { ...request, sizeOf: sizeOf("roomy") });
    const fits = roomy.width * LEAST_SCALE <= this.room;
    this.layout = fits || flow === "right" ? roomy : layOut(dagre, { ...request, sizeOf: sizeOf("close") });
  }

  private fonts(): Record<"title" | "symbol" | "label", string> {
    const { fontFamily } = getComputedStyle(this);
    const math = getComputedStyle(this).getPropertyValue("--ag-font-math") || "math";
    return { title: `600 13px ${fontFamily}`, symbol: `italic 14px ${math}`, label: `12px ${fontFamily}` };
  }

  protected override updated(changed: PropertyValues): void {
    this.holdAnchor();
    if (changed.has("current") || changed.has("dagre")) this.showCurrent();
  }

  /** Scrolls so that the box that was opened or folded stays where it was. */
  private holdAnchor(): void {
    const { anchor } = this;
    if (!anchor) return;
    this.anchor = null;
    const place = this.placeOf(anchor.key);
    if (!place) return;
    const { top, left } = this.view.getBoundingClientRect();
    const scale = this.scale();
    this.view.scrollTo({
      top: place.y * scale - (anchor.top - top),
      left: place.x * scale - (anchor.left - left),
      behavior: "instant",
    });
    const active = (this.renderRoot as ShadowRoot).activeElement;
    if (active === null && this.matches(":focus-within")) this.focusOn(this.focused);
  }

  private placeOf(key: string): Rect | undefined {
    return this.layout?.boxes.get(key) ?? this.layout?.frames.get(key);
  }

  /** Scrolls the map, never the page, to the current step. */
  private showCurrent(): void {
    const key = this.current === null ? undefined : this.graph.boxOf.get(this.current);
    const place = key === undefined ? undefined : this.placeOf(key);
    if (!place || !this.view) return;
    const scale = this.scale();
    const { clientHeight, clientWidth, scrollTop, scrollLeft } = this.view;
    const away = (start: number, length: number, from: number, room: number) =>
      start < from + 24 || start + length > from + room - 24 ? start + length / 2 - room / 2 : from;
    this.view.scrollTo({
      top: away(place.y * scale, place.height * scale, scrollTop, clientHeight),
      left: away(place.x * scale, place.width * scale, scrollLeft, clientWidth),
      behavior: "instant",
    });
  }

  private scale(): number {
    const { layout, room } = this;
    return layout ? Math.min(1, Math.max(LEAST_SCALE, room / layout.width)) : 1;
  }

  protected override render(): TemplateResult {
    const { text, layout } = this;
    const scale = this.scale();
    const parts = this.source.whole.members.some((member) => "part" in member);
    const size = layout ?? { width: 0, height: 0 };
    return html`
      ${
        parts
          ? html`<div class="tools">
              <button type="button" @click=${() => this.openPart("")}>${text("map.openAll")}</button>
              <button type="button" @click=${() => this.foldPart("")}>${text("map.foldAll")}</button>
            </div>`
          : nothing
      }
      <div class="view">
        <div
          class=${this.moving ? "sizer moving" : "sizer"}
          ${styleProperties({ "inline-size": `${size.width * scale}px`, "block-size": `${size.height * scale}px` })}
        >
          <div
            class="canvas"
            role="tree"
            aria-label=${text("map.name")}
            aria-describedby="keys"
            ${styleProperties({ transform: scale === 1 ? "none" : `scale(${scale})`, "inline-size": `${size.width}px`, "block-size": `${size.height}px` })}
            @click=${this.choose}
            @keydown=${this.press}
            @focusin=${this.take}
            @focusout=${() => this.point(null)}
            @pointerover=${(event: Event) => this.point(this.keyOf(event))}
            @pointerleave=${() => this.point(null)}
          >${layout ? this.drawing(layout) : nothing}</div>
        </div>
      </div>
      <p id="keys" class="unseen">${text("map.keys")}</p>
    `;
  }

  private drawing(layout: MapLayout): TemplateResult {
    return html`
      ${this.frames("", layout)}
      <svg class="arrows" aria-hidden="true" width=${layout.width} height=${layout.height}>
        ${repeat(this.arrowsInOrder(), arrowKey, (arrow) => this.arrow(arrow, layout))}
      </svg>
      ${this.members("", layout)}
    `;
  }

  /** The frames of open parts, below the arrows; what belongs to them follows above. */
  private frames(part: string, layout: MapLayout): TemplateResult[] {
    return this.graph.frames.filter((frame) => frame.part === part).map((frame) => this.frame(frame, layout));
  }

  private frame(frame: Frame, layout: MapLayout): TemplateResult {
    const { key, steps } = frame;
    const title = partTitle(frame.names, this.text);
    const rect = layout.frames.get(key);
    const { current } = this.standing(frame);
    const inner = this.graph.frames.some((other) => other.part === key);
    return html`<div
      class="part"
      role="treeitem"
      aria-expanded="true"
      aria-label=${this.text("map.frame", { title, count: steps.length })}
      data-key=${key}
      data-part=${key}
      tabindex=${this.focused === key ? 0 : -1}
    >
      <div class=${current ? "frame here" : "frame"} ${styleProperties(placed(rect))}>
        <span class="title" title=${this.text("map.fold", { title })}>${title}</span>
      </div>
      ${inner ? html`<div role="group">${this.frames(key, layout)}</div>` : nothing}
    </div>`;
  }

  private members(_part: string, layout: MapLayout): TemplateResult {
    const naming = this.naming();
    const operands = operandsOf(this.graph, naming, this.current);
    return html`${repeat(
      this.graph.boxes,
      ({ key }) => key,
      (box) => this.box(box, layout, naming, operands),
    )}`;
  }

  private standing(box: Box | Frame, operands: ReadonlySet<string> = new Set()) {
    return standingOf(box, { current: this.current, visited: this.visited }, operands);
  }

  private box(box: Box, layout: MapLayout, naming: Naming, operands: ReadonlySet<string>): TemplateResult {
    const { key, kind } = box;
    const step = this.byId.get(box.step);
    const { current, operand, visited } = this.standing(box, operands);
    const title = titleOfBox(box, naming);
    const symbol = symbolOfBox(box, naming);
    const folded = kind === "part";
    const classes = ["box", folded ? "folded" : "", step?.op === "given" ? "given" : ""];
    classes.push(current ? "current" : "", operand ? "operand" : "");
    const small = folded ? 0 : box.steps.length - 1;
    const told = this.told.has(key);
    const share = Math.round((100 * visited) / Math.max(1, box.steps.length));
    return html`<div
      class=${classes.filter(Boolean).join(" ")}
      role="treeitem"
      aria-label=${spokenBox(box, this.graph, naming, { current: this.current, visited: this.visited })}
      aria-expanded=${folded ? "false" : nothing}
      aria-current=${current ? "step" : nothing}
      title=${folded ? this.text("map.open", { title, count: box.steps.length }) : title}
      data-key=${key}
      data-step-id=${box.step}
      data-shape=${step?.shape.join() ?? ""}
      tabindex=${this.focused === key ? 0 : -1}
      ${styleProperties(placed(layout.boxes.get(key)))}
    >
      <span class="name">${title}</span>
      <span class="below" aria-hidden="true">
        ${symbol === "" ? nothing : html`<span class="symbol"><ag-formula .tex=${symbol}></ag-formula></span>`}
        <span class="shape">${labelOfBox(box, naming)}</span>
      </span>
      <ag-thumbnail .step=${step ?? null} .domain=${this.domains.get(box.step) ?? null}></ag-thumbnail>
      ${visited > 0 ? html`<span class="progress"><span ${styleProperties({ "inline-size": `${share}%` })}></span></span>` : nothing}
      ${small > 0 || told ? this.small(key, title, told ? 0 : small) : nothing}
    </div>`;
  }

  /** The sign that small steps are folded into a box; it shows them, or folds them again. */
  private small(key: string, title: string, count: number): TemplateResult {
    const { text } = this;
    const label = count > 0 ? text("map.tellSmall", { count, title }) : text("map.foldSmall", { title });
    return html`<button type="button" class="small" tabindex="-1" data-small=${key} aria-label=${label} title=${label}
      ><span aria-hidden="true">${count > 0 ? text("map.small", { count }) : "−"}</span></button>`;
  }

  /** Arrows that are lit are drawn last, over the others. */
  private arrowsInOrder(): Arrow[] {
    const weight = (arrow: Arrow) => (this.isPointed(arrow) ? 3 : this.isLit(arrow) ? 2 : arrow.quiet ? 0 : 1);
    return [...this.graph.arrows].sort((one, other) => weight(one) - weight(other));
  }

  private isPointed({ from, to }: Arrow): boolean {
    return this.pointed !== null && (this.pointed === from || this.pointed === to);
  }

  private isLit({ from, to }: Arrow): boolean {
    if (this.current === null || this.graph.boxOf.get(this.current) !== to) return false;
    return (this.byId.get(this.current)?.reads ?? []).some(({ step }) => this.graph.boxOf.get(step) === from);
  }

  private arrow(arrow: Arrow, { ways, flow }: MapLayout): TemplateResult {
    const points = ways.get(arrowKey(arrow)) ?? [];
    const classes = ["arrow", arrow.quiet ? "quiet" : ""];
    classes.push(this.isLit(arrow) ? "lit" : "", this.isPointed(arrow) ? "pointed" : "");
    return svg`<g class=${classes.filter(Boolean).join(" ")} data-from=${arrow.from} data-to=${arrow.to}>
      <path d=${pathOf(points, flow, HEAD)}></path><path d=${headOf(points, flow, HEAD)}></path>
    </g>`;
  }

  private point(key: string | null): void {
    this.pointed = key;
  }

  private keyOf(event: Event): string | null {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-key]") : null;
    return target?.dataset.key ?? null;
  }

  private readonly take = (event: Event): void => {
    const key = this.keyOf(event);
    if (key === null) return;
    this.focused = key;
    this.pointed = key;
  };

  private readonly choose = (event: Event): void => {
    const target = event.target instanceof Element ? event.target : null;
    const small = target?.closest<HTMLElement>("[data-small]")?.dataset.small;
    if (small !== undefined) this.toggleSmall(small);
    else {
      const key = this.keyOf(event);
      if (key !== null) this.act(key);
    }
  };

  /** Goes to a step, opens a folded part, folds an open one. */
  private act(key: string): void {
    const box = this.graph.boxes.find((known) => known.key === key);
    this.focused = key;
    if (!box) this.foldPart(key);
    else if (box.kind === "part") this.openPart(key);
    else send(this, "ag-map-go", { step: box.step });
  }

  private toggleSmall(key: string): void {
    const told = new Set(this.told);
    if (!told.delete(key)) told.add(key);
    this.change(key, this.open);
    this.told = told;
  }

  private readonly press = (event: KeyboardEvent): void => {
    const key = this.keyOf(event);
    if (key === null || event.altKey || event.ctrlKey || event.metaKey || !this.layout) return;
    const way = wayOf(event.key, this.layout.flow);
    if (way) {
      const next = moved(key, way, this.graph, this.layout);
      if (next !== null) this.focusOn(next);
    } else if (event.key === "Enter" || event.key === " ") {
      if (event.target instanceof Element && event.target.closest("[data-small]")) return;
      this.act(key);
    } else if (event.key === "+" || event.key === "=") this.more(key);
    else if (event.key === "-" || event.key === "−") this.less(key);
    else return;
    event.preventDefault();
  };

  private more(key: string): void {
    const box = this.graph.boxes.find((known) => known.key === key);
    if (box?.kind === "part") this.openPart(key);
    else if (box && box.steps.length > 1) this.toggleSmall(key);
  }

  private less(key: string): void {
    if (this.told.has(key)) {
      this.toggleSmall(key);
      return;
    }
    const around = this.graph.boxes.find((known) => known.key === key)?.part ?? key;
    if (around === "") return;
    this.focused = around;
    this.foldPart(around);
  }

  private focusOn(key: string): void {
    this.focused = key;
    const found = this.renderRoot.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
    found?.focus({ preventScroll: true });
    this.element(key)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

function placed(rect: Rect | undefined): Record<string, string> {
  if (!rect) return {};
  return {
    translate: `${Math.round(rect.x)}px ${Math.round(rect.y)}px`,
    "inline-size": `${Math.round(rect.width)}px`,
    "block-size": `${Math.round(rect.height)}px`,
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-map": AgMap;
  }
}
