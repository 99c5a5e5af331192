/** What the example of an algorithm's page shows, and its other inputs to choose from. */
import { html, nothing, type TemplateResult } from "lit";
import type { Example, Preset } from "../../examples/index.ts";
import { ALGORITHMS } from "../../lessons/index.ts";
import { type Inputs, NO_CHANGES } from "../state/state.ts";
import { algorithmTitle, t } from "../text.ts";
import type { LessonModel } from "./model.ts";

const same = (one: Inputs, other: Inputs) => JSON.stringify(one) === JSON.stringify(other);

export function exampleBar(model: LessonModel, choose: (changes: Inputs) => void): TemplateResult | typeof nothing {
  if (model.lesson.id !== ALGORITHMS) return nothing;
  const { algorithm, presets = [] } = model.part as Example;
  const words = `examples.${algorithm}`;
  const preset = presets.find(({ inputs }) => same(inputs, model.changes));
  const text = preset
    ? t(`${words}.presets.${preset.id}.text`)
    : same(model.changes, NO_CHANGES)
      ? t(`${words}.point`)
      : t("ui.ownInputs");
  const button = (title: string, inputs: Inputs) => html`<button
    type="button"
    aria-pressed=${same(inputs, model.changes) ? "true" : "false"}
    @click=${() => choose(inputs)}
  >${title}</button>`;
  return html`<div class="example-bar">
    <h1>${algorithmTitle(algorithm)}</h1>
    <p>${text}</p>
    ${
      presets.length === 0
        ? nothing
        : html`<div class="presets" role="group" aria-label=${t("ui.presets")}>
            ${button(t("ui.example"), NO_CHANGES)}
            ${presets.map(({ id, inputs }: Preset) => button(t(`${words}.presets.${id}.title`), inputs))}
          </div>`
    }
  </div>`;
}
