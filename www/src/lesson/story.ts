/** The left column: the position in the lesson, an explanation of the step, and its formula. */
import { html, nothing, type TemplateResult } from "lit";
import { chaptersAround } from "../map/chapters.ts";
import { sectionAddress } from "../state/addresses.ts";
import { stepText, t } from "../text.ts";
import type { LessonModel } from "./model.ts";
import { chapterTitle, outlineOf } from "./outline.ts";

export function story(model: LessonModel): TemplateResult {
  const { step, steps, player, lesson, trace } = model;
  const around = chaptersAround(outlineOf(trace).chapters, step.id).map(chapterTitle);
  const { title, text } = stepText(step);
  const symbols = [step.symbol, ...step.reads.map((read) => steps.get(read.step)?.symbol ?? null)];
  return html`
    <p class="where">${around.map((title) => `${title} · `)}<span>${t("ui.stepOf", { position: player.position + 1, count: player.length })}</span></p>
    <h2 class="step-title" data-step-id=${step.id}>${title}</h2>
    ${text ? html`<p class="explanation">${text}</p>` : nothing}
    ${
      step.formula
        ? html`<div class="formula" role="group" aria-label=${t("ui.formula")} tabindex="0">
            <ag-formula block .tex=${step.formula} .symbols=${symbols}></ag-formula>
          </div>`
        : nothing
    }
    ${step.source && !step.gradient ? html`<p class="source">${t("ui.source", { source: step.source })}</p>` : nothing}
    ${lesson.exercise ? html`<p class="practice-link"><a href=${sectionAddress("exercises", lesson.exercise)}>${t("ui.practiceThis")}</a></p>` : nothing}
  `;
}
