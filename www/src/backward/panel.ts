/** What is asked of the way back: what L is, and which forms its steps have; or why there is no way back. */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { LessonModel } from "../lesson/model.ts";
import { inputLabel } from "../lesson/options.ts";
import { problemText } from "../lesson/problem-text.ts";
import { isStill } from "../lesson/turning.ts";
import type { Notice, Problem, TraceStep } from "../library.ts";
import { labelOf } from "../numbers/labels.ts";
import { cellCount } from "../numbers/shape.ts";
import type { Backward } from "../state/state.ts";
import { stepText, t } from "../text.ts";
import { resultOf } from "./result.ts";

export interface BackwardPanelView {
  readonly model: LessonModel;
  readonly change: (backward: Backward) => void;
  /** The reader wants to wait for a way back that takes long. */
  readonly wait: (problem: Problem) => void;
}

export function panel({ model, change, wait }: BackwardPanelView): TemplateResult | typeof nothing {
  const { backward } = model;
  if (!backward) return nothing;
  const told = backward.none
    ? html`<p>${t("backward.none")}</p>`
    : backward.problem
      ? refused(backward.problem, wait)
      : asked(model, backward, change);
  return html`<section class="backward" aria-label=${t("backward.name")}>
    ${told}
    ${backward.stopped.length === 0 ? nothing : html`<ul class="stopped">${backward.stopped.map(stopped)}</ul>`}
  </section>`;
}

function refused(problem: Problem, wait: (problem: Problem) => void): TemplateResult {
  const { run } = problem;
  const told = run ? t(run.waits ? "backward.long" : "backward.large") : problemText(problem);
  return html`<p role="alert">${told}</p>
    ${run?.waits ? html`<button type="button" @click=${() => wait(problem)}>${t("backward.wait")}</button>` : nothing}`;
}

function stopped({ input, step, why }: Notice): TemplateResult {
  const facts = { input: inputLabel(String(input)), step: stepText(String(step)).title };
  return html`<li>${t("backward.stopped", facts)} ${t(`backward.why.${why}`)}</li>`;
}

function asked(model: LessonModel, { at, every }: Backward, change: (backward: Backward) => void): TemplateResult {
  const result = resultOf(model);
  return html`
    <p class="says">${t("backward.says")}</p>
    ${result && cellCount(result.shape) > 1 ? loss(model, result, { at, every }, change) : nothing}
    ${at === null && isStill(model.trace) ? html`<p class="note" role="status">${t("backward.still")}</p>` : nothing}
    ${
      every || model.trace.steps.some(({ gradient }) => CLOSED.has(gradient?.role ?? ""))
        ? html`<label class="pick"><input
            type="checkbox"
            .checked=${live(every)}
            @change=${() => change({ at, every: !every })}
          /><span>${t("backward.every")}</span></label>`
        : nothing
    }
  `;
}

/** What a closed form does. */
const CLOSED: ReadonlySet<string> = new Set(["softmax", "normalization"]);

function loss(
  model: LessonModel,
  result: TraceStep,
  { at, every }: Backward,
  change: (backward: Backward) => void,
): TemplateResult {
  const { title } = stepText(result);
  const choice = (checked: boolean, chosen: Backward["at"], text: unknown) => html`<label class="pick"><input
      type="radio"
      name="backward-loss"
      .checked=${live(checked)}
      @change=${() => change({ at: chosen, every })}
    /><span>${text}</span></label>`;
  const shown = at ?? chosenCell(model, result);
  const named = shown.map((position, axis) => labelOf(model.labels, result.axes[axis], position)).join(", ");
  return html`<fieldset class="loss">
    <legend>${t("backward.loss")}</legend>
    ${choice(at === null, null, t("backward.sum", { title }))}
    ${choice(
      at !== null,
      shown,
      at === null
        ? t("backward.one", { title })
        : html`${t("backward.oneAt")} <ag-formula .tex=${result.symbol}></ag-formula>[${named}]`,
    )}
    ${at === null ? nothing : html`<p class="fine">${t("backward.click")}</p>`}
  </fieldset>`;
}

/** The number of the result that is open, or its first. */
function chosenCell({ trail }: LessonModel, { id, shape }: TraceStep): readonly number[] {
  return trail.findLast(({ step }) => step === id)?.index ?? shape.map(() => 0);
}
