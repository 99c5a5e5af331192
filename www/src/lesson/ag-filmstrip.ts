import { html, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import type { TraceStep } from "../library.ts";
import type { Domain } from "../numbers/color.ts";
import { LightElement } from "../shell/light-element.ts";
import { stepText, t } from "../text.ts";

/** Every step as a small heat map with its symbol: table of contents, progress and scrubber. Sends `step` with a position. */
@customElement("ag-filmstrip")
export class FilmstripElement extends LightElement {
  @property({ attribute: false }) steps: readonly TraceStep[] = [];
  @property({ attribute: false }) position: number = 0;
  @property({ attribute: false }) language!: string;
  @property({ attribute: false }) domains: ReadonlyMap<string, Domain> = new Map();

  protected override render(): TemplateResult {
    return html`<ol @pointerover=${this.#scrub}>
      ${repeat(
        this.steps,
        ({ id }) => id,
        (step, position) => {
          const { title } = stepText(step.id);
          const label = t("ui.stepAnnounced", { position: position + 1, count: this.steps.length, title });
          return html`<li>
            <button
              type="button"
              data-step-id=${step.id}
              data-position=${position}
              class=${step.op === "given" ? "given" : ""}
              aria-current=${position === this.position ? "step" : "false"}
              title=${title}
              @click=${() => this.#go(position)}
            ><span class="unseen">${label}</span><ag-thumbnail .step=${step} .domain=${this.domains.get(step.id) ?? null}></ag-thumbnail><ag-formula .tex=${step.symbol}></ag-formula></button>
          </li>`;
        },
      )}
    </ol>`;
  }

  protected override updated(changed: PropertyValues): void {
    if (!changed.has("position") && !changed.has("steps")) return;
    this.#center();
    // New images have a width only from here on.
    if (changed.has("steps")) requestAnimationFrame(() => requestAnimationFrame(() => this.#center()));
  }

  #center(): void {
    const list = this.querySelector("ol");
    const current = this.querySelector<HTMLElement>("[aria-current=step]");
    if (!list || !current) return;
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
