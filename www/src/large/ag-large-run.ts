import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { send } from "../elements/events.ts";
import "../elements/thumbnail.ts";
import { LightElement } from "../elements/light-element.ts";
import { noticeText, problemText } from "../lesson/problem-text.ts";
import type { LargeRun, Problem, Tensor, TraceStep } from "../library.ts";
import { formatCell } from "../numbers/format.ts";
import { saveFile } from "../practice/files.ts";
import { t } from "../text.ts";
import type { Report, Results } from "./report.ts";
import { startLargeRun } from "./start.ts";

/** How often the elapsed time is shown anew, in milliseconds. */
const TICK = 250;

/**
 * Asks whether a run that would take long is to be computed, and computes it in a worker: with the time that has passed and a way to stop, and the results
 * as pictures and as a file. Results that are not too large to be stepped through are drawn by the page where the reader waits for that, which it asks for by `ag-wait`.
 */
@customElement("ag-large-run")
export class LargeRunElement extends LightElement {
  /** The refusal, with the run and its estimate. */
  @property({ attribute: false }) problem!: Problem;
  @property({ attribute: false }) language = "";
  /** Seconds since the start; null while nothing is computed. */
  @state() private elapsed: number | null = null;
  @state() private results: Results | null = null;
  @state() private failure: Problem | null = null;

  #stop: (() => void) | null = null;
  #timer: ReturnType<typeof setInterval> | null = null;
  #shown: LargeRun | undefined;

  protected override willUpdate(): void {
    if (this.problem.run === this.#shown) return;
    this.#shown = this.problem.run;
    this.#end();
    this.results = null;
    this.failure = null;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#end();
  }

  /** Ends the worker, whether it is done or not. */
  #end(): void {
    this.#stop?.();
    this.#stop = null;
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.elapsed = null;
  }

  readonly #start = () => {
    const { run } = this.problem;
    if (!run) return;
    this.#end();
    this.failure = null;
    const began = performance.now();
    this.elapsed = 0;
    this.#timer = setInterval(() => {
      this.elapsed = (performance.now() - began) / 1000;
    }, TICK);
    this.#stop = startLargeRun(run, (report) => this.#hear(report));
  };

  #hear(report: Report): void {
    this.#end();
    if ("results" in report) this.results = report.results;
    else this.failure = report.problem;
  }

  readonly #save = () => {
    const { results } = this;
    const { run } = this.problem;
    if (!results || !run) return;
    const outputs = Object.fromEntries(
      tensorsOf(results).map(([name, { shape, data }]) => [name, { shape, data: Array.from(data, written) }]),
    );
    saveFile(`${run.algorithm}.json`, `${JSON.stringify({ algorithm: run.algorithm, outputs })}\n`);
  };

  protected override render(): TemplateResult {
    return html`<div class="large-run">${this.#content()}</div>`;
  }

  #content(): TemplateResult {
    if (this.results) return this.#done(this.results);
    if (this.elapsed !== null) return this.#running(this.elapsed);
    return html`
      ${this.failure ? html`<p class="problem" role="alert">${problemText(this.failure)}</p>` : nothing}
      <button type="button" data-action="compute" @click=${this.#start}>${t("ui.large.compute")}</button>
      ${
        this.problem.run?.waits
          ? html`<button type="button" data-action="wait" @click=${() => send(this, "ag-wait", null)}>${t("ui.large.wait")}</button>`
          : nothing
      }
    `;
  }

  #running(elapsed: number): TemplateResult {
    const expected = Number(this.problem.facts.seconds);
    const text = t("ui.large.running", { elapsed: Math.floor(elapsed), expected: formatCell(expected) });
    return html`
      <label>${text} <progress max=${expected} .value=${Math.min(elapsed, expected)}></progress></label>
      <button type="button" data-action="cancel" @click=${() => this.#end()}>${t("ui.large.cancel")}</button>
    `;
  }

  #done(results: Results): TemplateResult {
    const { notices, milliseconds } = results;
    return html`
      <p role="status">${t("ui.large.done", { seconds: formatCell(milliseconds / 1000) })}</p>
      ${notices.map((notice) => html`<p class="notice">${noticeText(notice, String)}</p>`)}
      <ul class="large-outputs">${tensorsOf(results).map(([name, tensor]) => this.#output(name, tensor))}</ul>
      <button type="button" data-action="save" @click=${this.#save}>${t("ui.large.save")}</button>
    `;
  }

  #output(name: string, { shape, data }: Tensor): TemplateResult {
    // A picture of the cells needs the shape and the numbers of a step alone.
    const step = { id: name, shape, data } as TraceStep;
    return html`<li data-output=${name}>
      <code>${name}</code> <span class="fine">${shape.join(" × ")}</span>
      <ag-thumbnail .step=${step}></ag-thumbnail>
    </li>`;
  }
}

function tensorsOf({ outputs }: Results): [string, Tensor][] {
  return Object.entries(outputs).flatMap(([name, tensor]) => (tensor ? [[name, tensor]] : []));
}

/** JSON has no number for what is not finite. */
function written(value: number): number | string {
  return Number.isFinite(value) ? value : String(value);
}
