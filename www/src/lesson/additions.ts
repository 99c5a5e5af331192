/** The inputs that can be added: a button each, or, of many, a list and one button. */
import { html, nothing, type TemplateResult } from "lit";
import type { CatalogInput } from "../library.ts";
import { t } from "../text.ts";
import { inputLabel } from "./options.ts";

/** Up to this number each has a button. */
const MOST_BUTTONS = 4;

export interface Additions {
  readonly inputs: readonly CatalogInput[];
  /** The name of the input that is chosen in the list; the first one where it has none of that name. */
  readonly chosen: string | null;
  readonly choose: (name: string) => void;
  readonly add: (input: CatalogInput) => void;
}

/** Returns a selector of what adds the input again. */
export const additionOf = (name: string): string => `[data-add="${name}"], [data-setting="addition"]`;

export function additions({ inputs, chosen, choose, add }: Additions): TemplateResult | typeof nothing {
  const current = inputs.find(({ name }) => name === chosen) ?? inputs[0];
  if (current === undefined) return nothing;
  if (inputs.length <= MOST_BUTTONS) {
    const button = (input: CatalogInput) =>
      html`<button type="button" data-add=${input.name} @click=${() => add(input)}>${t("ui.add", { input: inputLabel(input.name) })}</button>`;
    return html`<div class="absent">${inputs.map(button)}</div>`;
  }
  return html`<div class="absent">
    <label>${t("ui.addChoose")}
      <select data-setting="addition" @change=${(event: Event) => choose((event.currentTarget as HTMLSelectElement).value)}>
        ${inputs.map(({ name }) => html`<option value=${name} .selected=${name === current.name}>${inputLabel(name)}</option>`)}
      </select>
    </label>
    <button type="button" data-action="add-input" @click=${() => add(current)}>${t("ui.addChosen")}</button>
  </div>`;
}
