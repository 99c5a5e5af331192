import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { LightElement } from "../elements/light-element.ts";
import { problemText } from "../lesson/problem-text.ts";
import type { Problem } from "../library.ts";
import { formatCell } from "../numbers/format.ts";
import { sectionAddress } from "../state/addresses.ts";
import { t } from "../text.ts";
import { COMPUTATIONS, type Computation, findComputation } from "./computations.ts";
import { engineRow, scale } from "./engine-row.ts";
import { ENGINES, type EngineId, type Progress, type Report } from "./report.ts";
import { startMeasuring } from "./start.ts";

const WAITING: Progress = { state: "waiting" };

/** One computation on every available engine: the time of each, and its largest difference from f64. */
@customElement("ag-engines")
export class EnginesElement extends LightElement {
  /** Null is the first. */
  @property({ attribute: false }) computation!: string | null;
  @property({ attribute: false }) language!: string;
  /** Null is the smallest. */
  @state() private size: number | null = null;
  @state() private progress: ReadonlyMap<EngineId, Progress> = new Map();
  @state() private auto: EngineId | null = null;
  @state() private problem: Problem | null = null;
  #stop: (() => void) | null = null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.();
    this.#stop = null;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("computation")) this.size = null;
    if (changed.has("computation") || changed.has("size")) this.#measure();
  }

  get #chosen(): { readonly computation: Computation; readonly size: number } {
    const computation = findComputation(this.computation);
    return { computation, size: this.size ?? computation.sizes[0] };
  }

  readonly #measure = (): void => {
    this.#stop?.();
    const { computation, size } = this.#chosen;
    this.progress = new Map();
    this.auto = null;
    this.problem = null;
    this.#stop = startMeasuring(computation.id, size, (report) => this.#hear(report));
  };

  #hear(report: Report): void {
    if ("problem" in report) this.problem = report.problem;
    else if ("auto" in report) this.auto = report.auto;
    else this.progress = new Map(this.progress).set(report.engine, report.progress);
  }

  protected override render(): TemplateResult {
    const { computation, size } = this.#chosen;
    const about = t(`engines.computations.${computation.id}.about`, { size: formatCell(size) });
    return html`<div class="section engines">
      <header>
        <h1>${t("engines.title")}</h1>
        <p class="lead">${t("engines.lead")}</p>
      </header>
      <div class="choices">
        <nav class="computations" aria-label=${t("engines.computation")}>
          ${COMPUTATIONS.map((choice) => this.#link(choice, choice === computation))}
        </nav>
        <div class="size-choice segments" role="group" aria-label=${t("engines.size")}>
          ${computation.sizes.map((choice) => this.#sizeButton(choice, choice === size))}
        </div>
      </div>
      <section aria-labelledby="measured">
        <h2 id="measured">${about}</h2>
        ${this.problem ? html`<p class="problem" role="alert">${problemText(this.problem)}</p>` : nothing}
        <ul class="engine-list" data-finished=${this.auto === null ? "false" : "true"}>
          ${ENGINES.map((engine) => engineRow(engine, this.progress.get(engine) ?? WAITING))}
        </ul>
        ${scale()}
        <p class="auto" role="status">${this.auto === null ? t("engines.measuring") : t(`engines.auto.${this.auto}`)}</p>
        <p class="actions"><button type="button" data-action="again" @click=${this.#measure}>${t("engines.again")}</button></p>
      </section>
    </div>`;
  }

  #link({ id }: Computation, current: boolean): TemplateResult {
    return html`<a href=${sectionAddress("engines", id)} aria-current=${current ? "page" : "false"}>${t(`engines.computations.${id}.name`)}</a>`;
  }

  #sizeButton(size: number, current: boolean): TemplateResult {
    return html`<button
      type="button"
      data-size=${size}
      aria-pressed=${current ? "true" : "false"}
      @click=${() => {
        this.size = size;
      }}
    >${formatCell(size)}</button>`;
  }
}
