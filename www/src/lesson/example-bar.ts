/** What the example of an algorithm's page shows, and its other inputs to choose from. */
import { html, nothing, type TemplateResult } from "lit";
import type { Example, Preset } from "../../examples/index.ts";
import type { Lab } from "../library.ts";
import { type Action, sameInputs } from "../state/reducer.ts";
import { type Inputs, NO_CHANGES } from "../state/state.ts";
import { algorithmTitle, t } from "../text.ts";
import type { Lesson } from "./lesson.ts";
import type { LessonModel } from "./model.ts";
import { run } from "./run.ts";

type Dispatch = (action: Action) => void;

/** Takes over the inputs of the example or of a preset, and opens them where their point is. */
function choose(lab: Lab, { lesson }: LessonModel, dispatch: Dispatch, changes: Inputs, start: Lesson["start"]): void {
  dispatch({ type: "edit", changes });
  const { trace } = run(lab, lesson, changes);
  const position = trace?.steps.findIndex(({ id }) => id === start?.step) ?? -1;
  if (!start || position < 0) return;
  dispatch({ type: "step", position });
  dispatch({ type: "select", cell: start.cell ? { step: start.step, index: start.cell } : null });
}

export function exampleBar(lab: Lab, model: LessonModel, dispatch: Dispatch): TemplateResult | typeof nothing {
  if (model.lesson.fixed) return nothing;
  const { algorithm, start, presets = [] } = model.lesson as Example;
  const words = `examples.${algorithm}`;
  const preset = presets.find(({ inputs }) => sameInputs(inputs, model.changes));
  const text = preset
    ? t(`${words}.presets.${preset.id}.text`)
    : sameInputs(model.changes, NO_CHANGES)
      ? t(`${words}.point`)
      : t("ui.ownInputs");
  const button = (title: string, inputs: Inputs, opening = start) => html`<button
    type="button"
    aria-pressed=${sameInputs(inputs, model.changes) ? "true" : "false"}
    @click=${() => choose(lab, model, dispatch, inputs, opening)}
  >${title}</button>`;
  return html`<div class="example-bar">
    <h1>${algorithmTitle(algorithm)}</h1>
    <p>${text}</p>
    ${
      presets.length === 0
        ? nothing
        : html`<div class="presets" role="group" aria-label=${t("ui.presets")}>
            ${button(t("ui.example"), NO_CHANGES)}
            ${presets.map((preset: Preset) =>
              button(t(`${words}.presets.${preset.id}.title`), preset.inputs, preset.start),
            )}
          </div>`
    }
  </div>`;
}
