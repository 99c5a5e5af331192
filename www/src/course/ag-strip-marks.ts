/** The marks below a strip of pictures: which of how many is in sight. They bring each picture there, and so does the focus. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { LightElement } from "../elements/light-element.ts";
import { isStill } from "../motion/still.ts";
import { STRIP } from "../pictures/fitting.ts";
import { t } from "../text.ts";

/** Stands after the pictures of a stage, which become a strip where they cannot be read beside each other. */
@customElement("ag-strip-marks")
export class StripMarksElement extends LightElement {
  /** Names what the pictures are about: another one begins at its first. */
  @property({ attribute: false }) of!: string;
  /** The place of the picture that is seen first. */
  @property({ attribute: false }) first: number = 0;
  /** The language of the texts; a change renders everything again. */
  @property({ attribute: false }) language!: string;

  /** How many pictures are in the strip; none where they are none. */
  @state() private count: number = 0;
  @state() private at: number = 0;

  #around: HTMLElement | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.hidden = true;
    this.#around = this.parentElement;
    this.#around?.addEventListener(STRIP, this.#turn);
    this.#around?.addEventListener("focusin", this.#focus);
    // What scrolls says so to itself alone.
    this.#around?.addEventListener("scroll", this.#scroll, { capture: true, passive: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#around?.removeEventListener(STRIP, this.#turn);
    this.#around?.removeEventListener("focusin", this.#focus);
    this.#around?.removeEventListener("scroll", this.#scroll, { capture: true });
    this.#around = null;
  }

  /** The pictures, where they are a strip. */
  get #strip(): HTMLElement | null {
    return this.#around?.querySelector<HTMLElement>(":scope > .figures[data-strip]") ?? null;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("of")) return;
    this.at = this.first;
    this.#count();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("of")) this.#go(this.at, "instant");
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.count === 0) return nothing;
    return html`<div class="strip-marks" role="group" aria-label=${t("course.strip")}>${Array.from(
      { length: this.count },
      (_, at) => html`<button
        type="button"
        aria-current=${at === this.at ? "true" : "false"}
        aria-label=${t("course.stripPicture", { position: at + 1, count: this.count })}
        @click=${() => this.#go(at)}
      ></button>`,
    )}</div>`;
  }

  /** The pictures have become a strip, or are none any more. */
  readonly #turn = (): void => {
    this.#count();
    this.#go(this.at, "instant");
  };

  #count(): void {
    this.count = this.#strip?.childElementCount ?? 0;
    // At once: pictures that share a room have all of it.
    this.hidden = this.count === 0;
  }

  readonly #scroll = (): void => {
    const strip = this.#strip;
    const step = strip ? stepOf(strip) : 0;
    if (strip && step > 0) this.at = Math.min(strip.childElementCount - 1, Math.round(strip.scrollLeft / step));
  };

  /** Whatever has the focus is in sight with its whole picture. */
  readonly #focus = ({ target }: FocusEvent): void => {
    const figure = target instanceof Element ? target.closest(".figures[data-strip] > *") : null;
    if (figure) this.#go([...(figure.parentElement?.children ?? [])].indexOf(figure));
  };

  #go(at: number, behavior: ScrollBehavior = isStill() ? "instant" : "smooth"): void {
    const strip = this.#strip;
    strip?.scrollTo({ left: at * stepOf(strip), behavior });
  }
}

/** How far it is from a picture of a strip to the next one, in its own pixels. */
function stepOf(strip: HTMLElement): number {
  const [first, second] = [...strip.children].map((figure) => figure.getBoundingClientRect().left);
  const zoom = strip.getBoundingClientRect().width / Math.max(1, strip.offsetWidth);
  return first === undefined || second === undefined ? 0 : (second - first) / zoom;
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-strip-marks": StripMarksElement;
  }
}
