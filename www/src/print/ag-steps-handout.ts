import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { labelsAt } from "../lesson/labels.ts";
import type { LessonModel } from "../lesson/model.ts";
import type { TraceStep } from "../library.ts";
import { labelOf } from "../numbers/labels.ts";
import { currentInputs } from "../state/inputs.ts";
import { sourceOf, stepText, t, textOf } from "../text.ts";
import { graphFigure } from "./graph-figure.ts";
import { SheetElement } from "./sheet.ts";
import { printedTables } from "./tables.ts";

/** The handout of a run: its graph, and every step with its formula and its numbers. */
@customElement("ag-steps-handout")
export class StepsHandoutElement extends SheetElement {
  @property({ attribute: false }) model!: LessonModel;
  @property({ attribute: false }) override title!: string;

  protected override get heading(): string {
    return this.title;
  }

  protected override get address(): string {
    return location.hash.replace(/\?.*$/, (query) => kept(query));
  }

  protected override contents(): TemplateResult {
    const { lesson, changes, trace } = this.model;
    // What is said of the example holds for its own inputs, and for no scene.
    const point =
      !lesson.fixed && Object.keys(changes).length === 0 ? textOf(`examples.${lesson.algorithm}.point`) : undefined;
    return html`<header class="handout-head">
        <h1>${this.heading}</h1>
        ${point ? html`<p>${point}</p>` : nothing}
      </header>
      ${graphFigure(lesson, currentInputs(lesson, changes))}
      <ol class="print-steps">${trace.steps.map((step, at) => this.#step(step, at + 1))}</ol>`;
  }

  #step(step: TraceStep, number: number): TemplateResult {
    const { title, text } = stepText(step);
    const { symbol, axes, shape, data, formula, source } = step;
    const labels = {
      ...labelsAt(this.model.lesson, this.model.changes, step.id, this.model.entry),
      ...messages(this.model),
    };
    const tensor = { step: step.id, symbol, axes, shape, data };
    return html`<li class="print-step" data-step-id=${step.id}>
      <div class="print-told">
        <h2>${number} ${title}</h2>
        ${formula ? html`<div class="formula"><ag-formula block .tex=${formula}></ag-formula></div>` : nothing}
        ${text ? html`<p>${text}</p>` : nothing}
        ${source ? html`<p class="fine">${t("ui.source", { source: sourceOf(source) })}</p>` : nothing}
      </div>
      ${printedTables(tensor, { label: (axis, position) => labelOf(labels, axis, position) })}
    </li>`;
  }
}

/** Returns the query of an address without what only the screen shows. */
function kept(query: string): string {
  const left = query
    .slice(1)
    .split("&")
    .filter((piece) => !/^(?:step|cell|path|view)=/.test(piece));
  return left.length > 0 ? `?${left.join("&")}` : "";
}

/** The names of messages, which follow the run. */
function messages({ labels }: LessonModel) {
  const { message, end } = labels;
  return { ...(message ? { message } : {}), ...(end ? { end } : {}) };
}
