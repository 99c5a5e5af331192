/** Switches, choices and single numbers of an algorithm as the browser's own controls. */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { CatalogInput } from "../library.ts";
import { parseNumber } from "../numbers/parse.ts";
import type { InputValue } from "../state/state.ts";
import { t, textOf } from "../text.ts";

export type OptionChange = (input: CatalogInput, value: InputValue | { readonly typed: string }) => void;

export interface OptionsView {
  readonly inputs: readonly CatalogInput[];
  readonly values: Readonly<Record<string, InputValue>>;
  readonly errors: Readonly<Record<string, string>>;
  /** Further changes caused by the last change; empty where there are none. */
  readonly note: string;
  readonly change: OptionChange;
}

/** Returns the label of an input; its name where the texts have none. */
export function inputLabel(name: string): string {
  return textOf(`inputs.${name}`) ?? name;
}

/** Returns the label of one option of a choice: of this input, or of every input that has it. The option itself where the texts have none. */
export function choiceLabel(input: string, choice: string): string {
  return textOf(`inputs.choices.${input}.${choice}`) ?? textOf(`inputs.choices.${choice}`) ?? choice;
}

export function isOption(input: CatalogInput): boolean {
  return input.kind !== "tensor" && input.kind !== "graph";
}

export function options(view: OptionsView): TemplateResult | typeof nothing {
  const inputs = view.inputs.filter(isOption);
  if (inputs.length === 0) return nothing;
  return html`<fieldset class="options">
    <legend>${t("ui.options")}</legend>
    ${inputs.map((input) => option(view, input))}
    <p class="note" role="status">${view.note}</p>
  </fieldset>`;
}

function option(view: OptionsView, input: CatalogInput): TemplateResult {
  const error = view.errors[input.name];
  const id = `option-${input.name}`;
  return html`<div class="option">
    <label for=${id}>${inputLabel(input.name)}</label>
    ${control(view, input, id, error !== undefined)}
    ${error === undefined ? nothing : html`<p class="problem" id=${`${id}-problem`} role="alert">${error}</p>`}
  </div>`;
}

function control(view: OptionsView, input: CatalogInput, id: string, wrong: boolean): TemplateResult {
  const value = view.values[input.name] ?? input.default;
  const describedBy = wrong ? `${id}-problem` : nothing;
  const target = (event: Event) => event.currentTarget as HTMLInputElement;
  if (input.kind === "flag") {
    return html`<input
      type="checkbox"
      id=${id}
      .checked=${live(value === true)}
      @change=${(event: Event) => view.change(input, target(event).checked)}
    />`;
  }
  if (input.kind === "choice") {
    return html`<select id=${id} @change=${(event: Event) => view.change(input, target(event).value)}>
      ${input.choices.map((choice) => html`<option value=${choice} .selected=${choice === value}>${choiceLabel(input.name, choice)}</option>`)}
    </select>`;
  }
  return html`<input
    type=${input.kind === "integer" ? "number" : "text"}
    inputmode=${input.kind === "integer" ? "numeric" : "decimal"}
    min=${input.kind === "integer" && input.minimum !== null ? input.minimum : nothing}
    step=${input.kind === "integer" ? 1 : nothing}
    id=${id}
    aria-invalid=${wrong ? "true" : nothing}
    aria-describedby=${describedBy}
    .value=${live(value === null ? "" : String(value))}
    @change=${(event: Event) => view.change(input, { typed: target(event).value })}
  />`;
}

const LARGEST_SIZE = 1024;

/** Returns a typed number, or why it is invalid. */
export function readOption(input: CatalogInput, text: string): InputValue | { readonly refused: string } {
  if (text.trim() === "" && !input.required) return null;
  const parsed = parseNumber(text);
  if (!parsed.ok) return { refused: t(`problems.number.${parsed.code}`, { text }) };
  if (input.kind !== "integer") return parsed.value;
  if (!Number.isInteger(parsed.value)) return { refused: t("problems.number.not-an-integer", { text }) };
  if (input.minimum !== null && parsed.value < input.minimum) {
    return { refused: t("problems.number.too-small", { minimum: input.minimum }) };
  }
  // An input with a minimum is a size, and tables of many thousand rows would be too slow.
  if (input.minimum !== null && parsed.value > LARGEST_SIZE) {
    return { refused: t("problems.number.too-large", { maximum: LARGEST_SIZE }) };
  }
  return parsed.value;
}
