/** Fields for the names of tokens, nodes and features: a list for each axis. */
import { html, nothing, type TemplateResult } from "lit";
import { axisName } from "../elements/lookup.ts";
import { type Labels, labelsOf } from "../numbers/labels.ts";
import { readNames } from "../state/names.ts";
import { t } from "../text.ts";
import type { NamedAxis } from "./labels.ts";

/** The most positions that are named in a field. */
const MOST_NAMES = 64;

interface NamesField {
  readonly label: string;
  readonly names: readonly string[];
  readonly rename: (names: readonly string[]) => void;
}

export function namesField({ label, names, rename }: NamesField): TemplateResult {
  const shown = names.join(", ");
  return html`<label class="names-field">${label}
    <input type="text" autocomplete="off" spellcheck="false" .value=${shown} @change=${(event: Event) => {
      const field = event.currentTarget as HTMLInputElement;
      const { value } = field;
      // What is typed stays until then, whatever is drawn meanwhile; names that are refused, or are as before, are written as they are.
      field.value = shown;
      if (value.trim() !== shown) rename(readNames(value));
    }} />
  </label>`;
}

/** The names of all axes of the inputs, each where the first input has it. */
export function namesFields(
  axes: readonly NamedAxis[],
  labels: Labels,
  rename: (axis: NamedAxis, names: readonly string[]) => void,
): TemplateResult | typeof nothing {
  const shown = axes.filter(
    ({ axis, length }, at) =>
      length <= MOST_NAMES && length > 0 && axis !== "" && axes.findIndex((one) => one.axis === axis) === at,
  );
  if (shown.length === 0) return nothing;
  return html`<details class="names-fields">
    <summary>${t("ui.naming.title")}</summary>
    <p class="fine">${t("ui.naming.hint")}</p>
    ${shown.map((one) =>
      namesField({
        label: axisName(t, one.axis),
        names: labelsOf(labels, one.axis, one.length),
        rename: (names) => rename(one, names),
      }),
    )}
  </details>`;
}
