/**
 * `<ag-map>`: the steps of a run as boxes, with an arrow from each to those that read it. Parts fold into one box. Nothing is laid out by hand: boxes
 * and arrows come from the steps and what they read.
 *
 * It is contents, progress and navigation: the current step is marked, or the folded part that it is in, what was visited has a bar at its foot, and a
 * chosen step is sent as `ag-map-go`.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { AgElement } from "../elements/ag-element.ts";
import { CutEdge } from "../elements/cut-edge.ts";
import { elementStyles } from "../elements/element-styles.ts";
import { send } from "../elements/events.ts";
import { styleProperties } from "../elements/style-properties.ts";
import "../elements/thumbnail.ts";
import "../formula/ag-formula.ts";
import type { TraceStep } from "../library.ts";
import type { Domain } from "../numbers/color.ts";
import { stepText } from "../text.ts";
import { MAP_ABOVE } from "./above.ts";
import { drawMap } from "./drawing.ts";
import { svgOf } from "./export.ts";
import { fittingLayout, scaleOf } from "./fitting.ts";
import type { Flow, Rect } from "./geometry.ts";
import { graphOf, type MapGraph, type MapSource, sourceOf } from "./graph.ts";
import type { MapLayout } from "./layout.ts";
import { mapStyles } from "./map-styles.ts";
import { moved, wayOf } from "./moves.ts";
import { firstOpen, partsAround, partsWithin } from "./parts.ts";
import { returningOf } from "./returning.ts";
import { type Anchor, bring, hold } from "./sight.ts";
import { canvasMeasure, type Lettering, type Measure, type Spacing } from "./sizes.ts";
import { type Naming, operandsOf, type TitleOf } from "./view.ts";

/** At first parts open until there would be more boxes than this. */
const MOST_AT_FIRST = 24;
const MOVING = 200;

@customElement("ag-map")
export class AgMap extends AgElement {
  static override styles = [elementStyles, mapStyles];
  /** What is below it must not move. */
  protected override readonly aside: boolean = !MAP_ABOVE.matches;

  /** The steps of a trace. */
  @property({ attribute: false }) steps: readonly TraceStep[] = [];
  /** The id of the step where the reader is. */
  @property({ attribute: false }) current: string | null = null;
  /** The ids of the steps where the reader was. */
  @property({ attribute: false }) visited: ReadonlySet<string> = new Set();
  @property({ attribute: false }) domains: ReadonlyMap<string, Domain> = new Map();
  /** The steps of the run and of its way back, where that is shown in the boxes of the run; otherwise null. */
  @property({ attribute: false }) back: ReadonlyMap<string, TraceStep> | null = null;
  /** The step of the way back where the reader is. */
  @property({ attribute: false }) way: TraceStep | null = null;
  /** Returns the title of a step. */
  @property({ attribute: false }) titles: TitleOf = (step) => stepText(step).title;
  /** The language of the texts; a change renders everything again. */
  @property({ attribute: false }) language = "";
  /** `auto`: to the right where there is much room, otherwise down. */
  @property() flow: Flow | "auto" = "auto";

  @state() private open: ReadonlySet<string> = new Set();
  /** The steps whose small steps have boxes of their own. */
  @state() private told: ReadonlySet<string> = new Set();
  /** The box or title that Tab focuses. */
  @state() private focused = "";
  @state() private pointed: string | null = null;
  @state() private room = 0;

  @query(".view") private view!: HTMLElement;

  private source: MapSource = sourceOf([]);
  private graph: MapGraph = graphOf(this.source, this.open, this.told);
  private layout: MapLayout | null = null;
  private spacing: Spacing = "roomy";
  private byId: ReadonlyMap<string, TraceStep> = new Map();
  private outline = "";
  private measure: Measure | null = null;
  /** The box that stays where it is on the screen while others move. */
  private anchor: Anchor | null = null;
  /** Whether the focus was on what changes. */
  private refocus = false;
  private moving = false;
  private bringing = 0;
  private readonly sizes = new ResizeObserver(([entry]) => this.takeRoom(entry?.contentRect.width ?? 0));

  constructor() {
    super();
    new CutEdge(this, () => (this.view ? [this.view] : []));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.sizes.observe(this.view);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.sizes.disconnect();
  }

  protected override firstUpdated(): void {
    this.sizes.observe(this.view);
    // The map is drawn in the first frame, so that nothing below it moves.
    this.takeRoom(this.view.clientWidth);
  }

  private takeRoom(width: number): void {
    if (width >= 1 && Math.round(width) !== this.room) this.room = Math.round(width);
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
    return svgOf({ graph: this.graph, layout: this.layout, naming: this.naming(), spacing: this.spacing, root: this });
  }

  private naming(): Naming {
    return { steps: this.byId, titleOf: this.titles, text: this.text };
  }

  private change(key: string, open: ReadonlySet<string>): void {
    const place = this.element(key)?.getBoundingClientRect();
    if (place) this.anchor = { key, top: place.top, left: place.left };
    this.refocus = (this.renderRoot as ShadowRoot).activeElement?.closest("[data-key]") != null;
    this.open = open;
    this.moving = true;
    setTimeout(() => {
      this.moving = false;
      this.requestUpdate();
    }, MOVING);
  }

  private element(key: string): HTMLElement | null {
    const found = this.renderRoot.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
    return found?.querySelector<HTMLElement>(":scope > .head > .title") ?? found;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("steps")) this.takeSteps();
    const drawn = ["steps", "open", "told", "room", "flow", "titles", "language", "text"];
    if (this.room > 0 && drawn.some((name) => changed.has(name))) this.draw();
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

  private draw(): void {
    const { flow, room } = this;
    this.graph = graphOf(this.source, this.open, this.told);
    this.measure ??= canvasMeasure(this.fonts());
    const request = { graph: this.graph, naming: this.naming(), measure: this.measure, flow, room };
    const { layout, spacing } = fittingLayout(request);
    this.layout = layout;
    this.spacing = spacing;
  }

  private fonts(): Record<Lettering, string> {
    const { fontFamily } = getComputedStyle(this);
    const math = getComputedStyle(this).getPropertyValue("--ag-font-math") || "math";
    const title = `13px ${fontFamily}`;
    return { title, part: `600 ${title}`, symbol: `italic 14px ${math}`, label: `12px ${fontFamily}` };
  }

  protected override updated(changed: PropertyValues): void {
    const { anchor } = this;
    const held = anchor ? this.placeOf(anchor.key) : undefined;
    this.anchor = null;
    if (anchor && held) hold(this.view, held, this.scale(), anchor);
    if (this.refocus) this.focusOn(this.focused);
    this.refocus = false;
    if (!changed.has("current") && !changed.has("room")) return;
    // In the next frame: to ask now what is in sight would lay out the page once more.
    cancelAnimationFrame(this.bringing);
    this.bringing = requestAnimationFrame(() => {
      const here = this.current === null ? undefined : this.graph.boxOf.get(this.current);
      const place = here === undefined ? undefined : this.placeOf(here);
      if (place) bring(this.view, place, this.scale());
    });
  }

  private placeOf(key: string): Rect | undefined {
    return this.layout?.boxes.get(key) ?? this.layout?.frames.get(key);
  }

  private scale(): number {
    return this.layout ? scaleOf(this.layout, this.room) : 1;
  }

  protected override render(): TemplateResult {
    const { text, layout } = this;
    const parts = this.source.whole.members.some((member) => "part" in member);
    const [width, height] = [layout?.width ?? 0, layout?.height ?? 0];
    const scale = this.scale();
    const shown = styleProperties({ "inline-size": `${width * scale}px`, "block-size": `${height * scale}px` });
    return html`
      ${parts ? this.tools() : nothing}
      <div class="view">
        <div class=${this.moving ? "sizer moving" : "sizer"} ${shown}>${layout ? this.tree(layout, scale) : nothing}</div>
      </div>
      <p id="keys" class="unseen">${text("map.keys")}</p>
    `;
  }

  private tools(): TemplateResult {
    return html`<div class="tools">
      <button type="button" @click=${() => this.openPart("")}>${this.text("map.openAll")}</button>
      <button type="button" @click=${() => this.foldPart("")}>${this.text("map.foldAll")}</button>
    </div>`;
  }

  private tree(layout: MapLayout, scale: number): TemplateResult {
    const naming = this.naming();
    const progress = { current: this.current, visited: this.visited };
    const { graph, domains, told, focused, pointed } = this;
    const returning = this.back && this.way ? returningOf(graph, this.back, this.way) : null;
    const operands = returning?.operands ?? operandsOf(graph, naming, this.current);
    const size = { "inline-size": `${layout.width}px`, "block-size": `${layout.height}px` };
    return html`<div
      class="canvas ${this.spacing}"
      role="tree"
      aria-label=${this.text("map.name")}
      aria-describedby="keys"
      ${styleProperties({ ...size, transform: scale === 1 ? "none" : `scale(${scale})` })}
      @click=${this.choose}
      @keydown=${this.press}
      @focusin=${this.take}
      @focusout=${() => this.point(null)}
      @pointerover=${(event: Event) => this.point(this.keyOf(event))}
      @pointerleave=${() => this.point(null)}
    >${drawMap({ graph, layout, naming, progress, domains, operands, returning, told, focused, pointed })}</div>`;
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
    const box = this.graph.byKey.get(key);
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
      this.act(key);
    } else if (event.key === "+" || event.key === "=") this.more(key);
    else if (event.key === "-" || event.key === "−") this.less(key);
    else return;
    event.preventDefault();
  };

  private more(key: string): void {
    const box = this.graph.byKey.get(key);
    if (box?.kind === "part") this.openPart(key);
    else if (box && box.steps.length > 1) this.toggleSmall(key);
  }

  private less(key: string): void {
    if (this.told.has(key)) {
      this.toggleSmall(key);
      return;
    }
    const around = this.graph.byKey.get(key)?.part ?? key;
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

declare global {
  interface HTMLElementTagNameMap {
    "ag-map": AgMap;
  }
}
