import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { keyed } from "lit/directives/keyed.js";
import { repeat } from "lit/directives/repeat.js";
import { focusedNear } from "../elements/around.ts";
import { LightElement } from "../elements/light-element.ts";
import type { Trace, TraceStep } from "../library.ts";
import { type Chapter, chaptersAround, isChapter } from "../map/chapters.ts";
import type { Domain } from "../numbers/color.ts";
import { stepText, t } from "../text.ts";
import { chapterTitle, outlineOf } from "./outline.ts";

/**
 * Every step as a small heat map with its symbol: table of contents, progress and scrubber. The steps of a long run are in chapters, of which that with
 * the current step is open, and those that the reader opens. Sends `step` with a position.
 */
@customElement("ag-filmstrip")
export class FilmstripElement extends LightElement {
  @property({ attribute: false }) trace!: Trace;
  @property({ attribute: false }) position: number = 0;
  @property({ attribute: false }) language!: string;
  @property({ attribute: false }) domains: ReadonlyMap<string, Domain> = new Map();
  /** The keys of the chapters that the reader opened, and of those that were folded although the current step is in them. */
  @state() private opened: ReadonlySet<string> = new Set();
  @state() private folded: ReadonlySet<string> = new Set();
  /** The steps whose folded steps are shown. */
  @state() private told: ReadonlySet<string> = new Set();
  #positions: ReadonlyMap<string, number> = new Map();
  /** The step that has the focus. */
  #focused: string | null = null;
  /** The current step stays in sight when a window gets narrower. */
  readonly #resizing = new ResizeObserver(() => this.#center());

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resizing.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resizing.disconnect();
  }

  private get current(): string {
    return this.trace.steps[this.position]?.id ?? "";
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("trace")) {
      const before = this.#positions;
      this.#positions = new Map(this.trace.steps.map(({ id }, position) => [id, position]));
      if ([...this.#positions.keys()].join() !== [...before.keys()].join()) {
        this.opened = new Set();
        this.told = new Set();
      }
    }
    if (changed.has("trace") || changed.has("position")) this.folded = new Set();
    const focused = focusedNear(this);
    this.#focused = focused && this.contains(focused) ? focused.getAttribute("data-step-id") : null;
  }

  protected override render(): TemplateResult {
    const { chapters } = outlineOf(this.trace);
    const items = chapters.length > 0 ? chapters : this.trace.steps.map(({ id }) => id);
    // Made anew where another chapter opens by itself: nothing of the strip moves then.
    return html`${keyed(this.#chapters, html`<ol @pointerover=${this.#scrub}>${this.#items(items)}</ol>`)}`;
  }

  /** The chapters that the current step is in. */
  get #chapters(): string {
    const { chapters, hosts } = outlineOf(this.trace);
    const around = chaptersAround(chapters, this.current).map(({ key }) => key);
    return [...around, hosts.has(this.current) ? this.current : ""].join("\n");
  }

  #items(items: readonly (Chapter | string)[]): unknown {
    const { hosts } = outlineOf(this.trace);
    const shown = items.filter((item) => {
      const host = isChapter(item) ? undefined : hosts.get(item);
      return host === undefined || item === this.current || this.told.has(host);
    });
    const keyOf = (item: Chapter | string) => (isChapter(item) ? `chapter ${item.key}` : item);
    return repeat(shown, keyOf, (item) => (isChapter(item) ? this.#chapter(item) : this.#step(item)));
  }

  #isOpen({ key, steps }: Pick<Chapter, "key" | "steps">): boolean {
    return this.opened.has(key) || (steps.includes(this.current) && !this.folded.has(key));
  }

  #chapter(chapter: Chapter): TemplateResult {
    const open = this.#isOpen(chapter);
    const here = chapter.steps.includes(this.current);
    const result = this.#stepOf(chapter.steps.at(-1) ?? "");
    const title = chapterTitle(chapter);
    return html`<li class="chapter">
      <button
        type="button"
        class="chapter-head"
        data-chapter=${chapter.key}
        aria-expanded=${open ? "true" : "false"}
        aria-current=${here ? "true" : "false"}
        title=${title}
        @click=${() => this.#toggle(chapter)}
      >
        ${open ? html`<span class="chapter-mark" aria-hidden="true">‹</span>` : this.#thumbnail(result)}
        <span class="chapter-title">${title}</span>
        <span class="unseen">${t("map.steps", { count: chapter.steps.length })}</span>
      </button>
      ${open ? html`<ol>${this.#items(chapter.items)}</ol>` : nothing}
    </li>`;
  }

  #step(id: string): TemplateResult | typeof nothing {
    const step = this.#stepOf(id);
    const position = this.#positions.get(id) ?? 0;
    const { title } = stepText(step ?? id);
    const label = t("ui.stepAnnounced", { position: position + 1, count: this.trace.steps.length, title });
    return html`<li>
      <button
        type="button"
        data-step-id=${id}
        data-position=${position}
        class=${step?.gradient ? "back" : step?.op === "given" ? "given" : ""}
        aria-current=${position === this.position ? "step" : "false"}
        title=${title}
        @click=${() => this.#go(position)}
      ><span class="unseen">${label}</span>${this.#thumbnail(step)}<ag-formula .tex=${step?.symbol ?? ""}></ag-formula></button>
      ${this.#small(id, title)}
    </li>`;
  }

  /** Shows or folds the small steps of a step. */
  #small(id: string, title: string): TemplateResult | typeof nothing {
    const count = outlineOf(this.trace).folded.get(id) ?? 0;
    if (count === 0) return nothing;
    const told = this.told.has(id);
    return html`<button
      type="button"
      class="small-steps"
      aria-expanded=${told ? "true" : "false"}
      aria-label=${told ? t("map.foldSmall", { title }) : t("map.tellSmall", { title, count })}
      @click=${() => {
        const next = new Set(this.told);
        if (!next.delete(id)) next.add(id);
        this.told = next;
      }}
    >${told ? "−" : t("map.small", { count })}</button>`;
  }

  #thumbnail(step: TraceStep | undefined): TemplateResult {
    return html`<ag-thumbnail .step=${step ?? null} .domain=${this.domains.get(step?.id ?? "") ?? null}></ag-thumbnail>`;
  }

  #stepOf(id: string): TraceStep | undefined {
    return this.trace.steps[this.#positions.get(id) ?? -1];
  }

  #toggle({ key, steps }: Chapter): void {
    const open = this.#isOpen({ key, steps });
    const opened = new Set(this.opened);
    const folded = new Set(this.folded);
    if (open) {
      opened.delete(key);
      folded.add(key);
    } else {
      opened.add(key);
      folded.delete(key);
    }
    this.opened = opened;
    this.folded = folded;
  }

  protected override updated(changed: PropertyValues): void {
    if (this.#focused !== null && !this.contains(focusedNear(this)))
      this.querySelector<HTMLElement>(`[data-step-id="${CSS.escape(this.#focused)}"]`)?.focus({ preventScroll: true });
    if (!changed.has("position") && !changed.has("trace")) return;
    // In the next frame: to ask now where the step is would lay out the page once more. New images have a width only after it.
    requestAnimationFrame(() => {
      this.#center();
      if (changed.has("trace")) requestAnimationFrame(() => this.#center());
    });
  }

  #center(): void {
    const list = this.querySelector("ol");
    const current = this.querySelector<HTMLElement>("[aria-current=step]");
    if (!list || !current) return;
    // Lists within the list are not positioned, so that this is the offset within the outermost one.
    list.scrollTo({ left: current.offsetLeft + (current.offsetWidth - list.clientWidth) / 2, behavior: "instant" });
  }

  #go(position: number): void {
    this.dispatchEvent(new CustomEvent("step", { detail: position }));
  }

  /** Dragging with the mouse scrubs; a finger scrolls. */
  readonly #scrub = (event: PointerEvent) => {
    if (event.pointerType !== "mouse" || (event.buttons & 1) === 0) return;
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-position]") : null;
    if (target) this.#go(Number(target.dataset.position));
  };
}
