/** The end of an exercise: the remaining mistakes, the worked solution, other numbers, and the file to hand in. */
import { html, nothing, type TemplateResult } from "lit";
import type { Marked } from "../library.ts";
import type { Practice } from "../state/state.ts";
import { t } from "../text.ts";
import { exerciseAddress } from "./exercise-head.ts";
import { isToRetry, isWrong } from "./marks.ts";

export interface EndView {
  readonly practice: Practice;
  readonly seed: number;
  readonly marked: Marked;
  readonly retry: () => void;
  readonly handIn: () => void;
}

export function exerciseEnd({ practice, seed, marked, retry, handIn }: EndView): TemplateResult {
  const cells = marked.steps.flatMap((step) => step.cells);
  const right = cells.filter(({ kind }) => kind === "right").length;
  const wrong = cells.filter(isWrong).length;
  const again = cells.filter(isToRetry).length;
  return html`<section class="exercise-end" aria-labelledby="end-title">
    <h2 id="end-title">${t("practice.end")}</h2>
    <p class="sum">${
      marked.complete
        ? t("practice.complete", { count: cells.length })
        : t("practice.sum", { right, count: cells.length, wrong })
    }</p>
    <div class="actions">
      ${again > 0 ? html`<button type="button" data-action="retry" @click=${retry}>${t("practice.retry", { count: again })}</button>` : nothing}
      <a class="button" data-action="solution" href=${exerciseAddress({ ...practice, solution: true }, seed)}>${t("practice.solution")}</a>
      <a class="button" href=${exerciseAddress(practice, seed + 1)}>${t("practice.newNumbers")}</a>
      <button type="button" data-action="hand-in" @click=${handIn}>${t("practice.handIn")}</button>
    </div>
    <p class="fine">${t("practice.solutionLead")}</p>
    <p class="fine">${t("practice.handInLead")}</p>
  </section>`;
}
