import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { rightAnswer, sceneFacts } from "../course/answers.ts";
import { furtherText } from "../course/further.ts";
import type { Scene, Unit } from "../course/scene.ts";
import { sceneFigures } from "../course/scene-figures.ts";
import { settingOf, stageOf } from "../course/scene-stage.ts";
import type { TraceStep } from "../library.ts";
import { formatCell } from "../numbers/format.ts";
import { shownFacts } from "../stage/facts.ts";
import type { TableView } from "../stage/figures.ts";
import { StageRuns } from "../stage/runs.ts";
import { sceneAddress } from "../state/addresses.ts";
import { t } from "../text.ts";
import { SheetElement, shortAddress } from "./sheet.ts";
import { printedTables } from "./tables.ts";

/** The handout of a unit: each scene with its pictures, its question, and what it shows. */
@customElement("ag-unit-handout")
export class UnitHandoutElement extends SheetElement {
  @property({ attribute: false }) unit!: Unit;

  #runs: ReadonlyMap<Scene, StageRuns> = new Map();

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("unit") || changed.has("lab"))
      this.#runs = new Map(this.unit.scenes.map((scene) => [scene, new StageRuns(this.lab, stageOf(scene))]));
  }

  protected override get heading(): string {
    return t(`units.${this.unit.id}.title`);
  }

  protected override get address(): string {
    return sceneAddress(this.unit.id);
  }

  protected override contents(): TemplateResult {
    const { unit } = this;
    return html`<header class="handout-head">
        <p class="fine">${t("course.unitNumber", { number: unit.number })}</p>
        <h1>${this.heading}</h1>
        <p>${t(`units.${unit.id}.question`)}</p>
      </header>
      ${unit.scenes.map((scene, at) => this.#scene(scene, at + 1))}`;
  }

  #scene(scene: Scene, number: number): TemplateResult {
    const runs = this.#runs.get(scene);
    if (!runs) throw new Error(`the scene ${scene.id} has no runs`);
    const words = `units.${this.unit.id}.scenes.${scene.id}`;
    const facts = sceneFacts(scene, runs);
    const numbers = shownFacts(facts, scene);
    const right = rightAnswer(scene, runs, facts);
    const further = furtherText(words, numbers);
    const figures = (answered: boolean) =>
      sceneFigures({
        ...{ scene, runs, words, facts, answered, table, asked: answered ? right : null },
        setting: settingOf(scene, answered ? "answer" : "start"),
      });
    return html`<section class="print-scene" data-scene=${scene.id}>
      <header>
        <h2>${number} ${t(`${words}.title`)}</h2>
        <p class="fine">${shortAddress(sceneAddress(this.unit.id, scene.id))}</p>
        <p>${t(`${words}.text`, numbers)}</p>
      </header>
      ${figures(false)}
      <div class="print-question">
        <p class="print-asked">${t(`${words}.question`)}</p>
        ${this.#options(scene, words, right)}
      </div>
      ${changesWithAnswer(scene) ? figures(true) : nothing}
      <div class="print-answer">
        <p class="shows">${t(`${words}.shows`, numbers)}</p>
        <p class="remember">${t(`${words}.remember`)}</p>
        ${further ? html`<p><strong>${further.title}.</strong> ${further.text}</p>` : nothing}
      </div>
    </section>`;
  }

  #options({ question }: Scene, words: string, right: unknown): TemplateResult | typeof nothing {
    if (question.kind !== "choose") return nothing;
    return html`<ul class="print-options">${Object.keys(question.options).map(
      (id) => html`<li data-right=${id === right ? "true" : "false"}>
        <span aria-hidden="true">${id === right ? "●" : "○"}</span> ${t(`${words}.options.${id}`)}
        ${id === right ? html`<span class="fine">${t("course.holds")}</span>` : nothing}
      </li>`,
    )}</ul>`;
  }
}

function table(step: TraceStep, { labels, values, marked }: TableView): TemplateResult {
  const label = (axis: string | undefined, position: number) => labels(step, step.axes.indexOf(axis ?? ""), position);
  const write = (value: number) => {
    const name = values[value];
    return name === undefined ? formatCell(value) : `${name} (${formatCell(value)})`;
  };
  return printedTables({ ...step, step: step.id }, { label, write, marked: marked?.index ?? null });
}

/** Whether the pictures differ before and after the answer. */
function changesWithAnswer({ controls = [], shown }: Scene): boolean {
  const moved = controls.some(({ start, answer }) => start !== answer);
  return moved || shown.some(({ when }) => when !== undefined);
}
