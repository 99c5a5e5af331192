import { html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { run } from "../lesson/run.ts";
import type { Exercise, Trace } from "../library.ts";
import { labelOf } from "../numbers/labels.ts";
import { exerciseAddress } from "../practice/exercise-head.ts";
import { givenName, givenOnce, options } from "../practice/given.ts";
import { ofNodes } from "../practice/labels.ts";
import { exerciseKey, isOwn, shownLesson } from "../practice/own-inputs.ts";
import { exerciseLesson } from "../practice/solution.ts";
import { type Inputs, NO_CHANGES, type Practice } from "../state/state.ts";
import { askedText, t } from "../text.ts";
import { graphFigure } from "./graph-figure.ts";
import { SheetElement, shortAddress } from "./sheet.ts";
import { type PrintedTensor, printedTables } from "./tables.ts";

/** An exercise on paper: what is given and blank tables; on another sheet the solution. */
@customElement("ag-exercise-sheet")
export class ExerciseSheetElement extends SheetElement {
  @property({ attribute: false }) practice!: Practice;
  @property({ attribute: false }) seed!: number;
  /** Inputs of one's own. */
  @property({ attribute: false }) changes: Inputs = NO_CHANGES;

  protected override get heading(): string {
    return t(`exercises.${this.practice.id}.title`);
  }

  protected override get address(): string {
    return exerciseAddress(this.practice, this.seed, this.changes);
  }

  protected override contents(): TemplateResult {
    const { lab, practice, seed, changes } = this;
    const { id, difficulty } = practice;
    const drawn = exerciseLesson(lab, practice, seed);
    const entry = lab.catalog.find((one) => one.id === drawn?.algorithm);
    if (id === null || !drawn || !entry) throw new Error("an exercise without an algorithm");
    const lesson = shownLesson(drawn, entry, changes);
    const exercise = lab.exercise(exerciseKey(practice, seed, changes));
    const label = (axis: string | undefined, position: number) => labelOf(lesson.labels, axis, position);
    const write = (value: number) => decimal(value, exercise.decimals);
    const { steps } = run(lab, drawn, changes).trace as Trace;
    const dataOf = (step: string) => steps.find((one) => one.id === step)?.data ?? [];
    const facts = { seed, difficulty: t(`practice.difficulties.${difficulty}`) };
    const { tables, inputs } = givenOnce({ exercise, lesson, steps });
    const asked = exercise.asked.map((step) => ofNodes(step, lesson.graph !== undefined));
    const which = html`<p class="fine">${isOwn(changes) ? t("practice.own.printed") : t("ui.printSeed", facts)} · ${shortAddress(this.address)}</p>`;
    return html`<section class="print-task">
        <header class="handout-head">
          <p class="print-lines"><span>${t("ui.printName")}</span><span>${t("ui.printDate")}</span></p>
          <h1>${this.heading}</h1>
          <p>${t(`exercises.${id}.task`)}</p>
          <p>${t("practice.how", { decimals: exercise.decimals })}</p>
          ${which}
        </header>
        <h2>${t("practice.given")}</h2>
        ${options({ inputs })}
        ${graphFigure(lesson, lesson.inputs)}
        <div class="print-row">${tables.map(
          (step) => html`<figure>
            <figcaption>${givenName(step)}</figcaption>
            ${printedTables({ ...ofNodes(step, lesson.graph !== undefined), step: step.id }, { label })}
          </figure>`,
        )}</div>
        <ol class="print-asks">${asked.map((step, at) => ask(step, at + 1, printedTables(step, { label })))}</ol>
      </section>
      <section class="print-solution">
        <h1>${t("practice.solutionOf", { title: this.heading })}</h1>
        ${which}
        <ol class="print-asks">${asked.map((step, at) => {
          const tensor: PrintedTensor = { ...step, data: dataOf(step.step) };
          return ask(step, at + 1, printedTables(tensor, { label, write }));
        })}</ol>
      </section>`;
  }
}

function ask(step: Exercise["asked"][number], number: number, tables: TemplateResult): TemplateResult {
  return html`<li data-step-id=${step.step}><h2>${number} ${askedText(step).title}</h2>${tables}</li>`;
}

/** A number as it is asked for: whole, or with so many decimals. */
function decimal(value: number, decimals: number): string {
  if (value === Number.NEGATIVE_INFINITY) return "−∞";
  const text = Number.isInteger(value) ? String(value) : value.toFixed(decimals);
  return text.replace("-", "−");
}
