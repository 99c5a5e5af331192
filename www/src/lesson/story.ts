/** What is said of a step: its place in the lesson with its title and formula, and its explanation. */
import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { chaptersAround } from "../map/chapters.ts";
import { sectionAddress } from "../state/addresses.ts";
import { sourceOf, stepText, t } from "../text.ts";
import type { LessonModel } from "./model.ts";
import { chapterTitle, outlineOf } from "./outline.ts";

/** Returns the head of a step. What it says is made anew for each step: nothing of it moves. */
export function story(model: LessonModel): TemplateResult {
  const { step, steps, player, trace } = model;
  const around = chaptersAround(outlineOf(trace).chapters, step.id).map(chapterTitle);
  const { title } = stepText(step);
  const symbols = [step.symbol, ...step.reads.map((read) => steps.get(read.step)?.symbol ?? null)];
  return html`<section class="story" aria-label=${t("ui.story")}>
    <div class="step-head">
      <p class="where">${keyed(
        step.id,
        html`${around.map((title) => `${title} · `)}<span>${t("ui.stepOf", { position: player.position + 1, count: player.length })}</span>`,
      )}</p>
      <h2 class="step-title" data-step-id=${step.id}>${title}</h2>
    </div>
    ${
      step.formula
        ? html`<div class="formula" role="group" aria-label=${t("ui.formula")} tabindex="0">
            ${keyed(step.id, html`<ag-formula block .tex=${step.formula} .symbols=${symbols}></ag-formula>`)}
          </div>`
        : nothing
    }
  </section>`;
}

/** A sign between two numbers or names, with the spaces around it. */
const BETWEEN = / ([=≈<>≤≥+−·/]) (?=\S)/g;
const NO_BREAK = "\u00a0";

/** Returns a text of which lines break before the signs of its formulas, not after them. */
export const breakingBefore = (text: string): string => text.replace(BETWEEN, ` $1${NO_BREAK}`);

/** Returns the explanation of a step, with its source. */
export function telling({ step, lesson }: LessonModel): TemplateResult {
  const { text } = stepText(step);
  return html`<div class="telling">${keyed(
    step.id,
    html`
      ${text ? html`<p class="explanation">${breakingBefore(text)}</p>` : nothing}
      ${step.source && !step.gradient ? html`<p class="source">${t("ui.source", { source: sourceOf(step.source) })}</p>` : nothing}
      ${lesson.exercise ? html`<p class="practice-link"><a href=${sectionAddress("exercises", lesson.exercise)}>${t("ui.practiceThis")}</a></p>` : nothing}
    `,
  )}</div>`;
}
