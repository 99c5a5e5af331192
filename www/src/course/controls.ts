/** What a reader may change in a scene, once the answer is shown. */
import { html, type TemplateResult } from "lit";
import type { Control, Values } from "../../units/scene.ts";
import { formatCell } from "../numbers/format.ts";
import { t } from "../text.ts";
import { slider } from "./slider.ts";

export interface ControlsView {
  readonly controls: readonly Control[];
  readonly words: string;
  readonly values: Values;
  readonly change: (id: string, value: number | string) => void;
}

export function controls({ controls: all, words, values, change }: ControlsView): TemplateResult {
  return html`<div class="controls">${all.map((control) => {
    const label = t(`${words}.controls.${control.id}`);
    const value = values[control.id] ?? control.start;
    return control.kind === "slider"
      ? html`<label class="slider">
          <span>${label}</span>
          ${slider({ ...control, control: control.id, value: Number(value), change: (next) => change(control.id, next) })}
          <output>${formatCell(Number(value))}</output>
        </label>`
      : html`<fieldset class="switch">
          <legend>${label}</legend>
          ${Object.keys(control.choices).map(
            (choice) => html`<label>
              <input
                type="radio"
                name=${control.id}
                value=${choice}
                .checked=${choice === value}
                data-control=${control.id}
                @change=${() => change(control.id, choice)}
              />
              <span>${t(`${words}.choices.${choice}`)}</span>
            </label>`,
          )}
        </fieldset>`;
  })}</div>`;
}
