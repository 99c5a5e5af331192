/** The lengths of the inputs' axes, each of which can be changed for all inputs that have the axis. */
import { html, nothing, type TemplateResult } from "lit";
import { NODE_AXES } from "../elements/graph-axes.ts";
import type { CatalogEntry } from "../library.ts";
import { withoutGloss } from "../numbers/gloss.ts";
import { t, textOf } from "../text.ts";
import { lettersOf } from "./arrangement.ts";
import { inputLabel } from "./options.ts";
import { letterSizes, tensorInputs, type Values } from "./resize.ts";

export interface SizeSteppers {
  readonly entry: CatalogEntry;
  readonly values: Values;
  /** Whether the number of nodes is part of a graph. */
  readonly drawn: boolean;
  readonly resize: (letter: string, size: number) => void;
}

/** One stepper for each letter that is an axis of an input. */
export function sizeSteppers({ entry, values, drawn, resize }: SizeSteppers): TemplateResult | typeof nothing {
  const axis = (letter: string) => axisOf(entry, letter);
  const sizes = [...letterSizes(entry, values)].filter(([letter]) => !(drawn && NODE_AXES.has(axis(letter))));
  if (sizes.length === 0) return nothing;
  return html`<fieldset class="sizes">
    <legend>${t("ui.sizes")}</legend>
    ${sizes.map(([letter, size]) => {
      const shared = sizes.filter(([other]) => axis(other) === axis(letter)).length > 1;
      const owner = shared ? ` (${withoutGloss(inputLabel(ownerOf(entry, letter)))})` : "";
      const name = `${textOf(`axes.${axis(letter)}`) ?? axis(letter)}${owner}`;
      return html`<span class="stepper" role="group" aria-label=${name}>
        <span class="stepper-name">${name}</span>
        <button type="button" aria-label=${t("ui.fewer", { axis: name })} ?disabled=${size <= 1} @click=${() => resize(letter, size - 1)}>−</button>
        <output>${size}</output>
        <button type="button" aria-label=${t("ui.more", { axis: name })} @click=${() => resize(letter, size + 1)}>+</button>
      </span>`;
    })}
  </fieldset>`;
}

/** Returns the first input with the axis, to distinguish axes of the same name. */
function ownerOf(entry: CatalogEntry, letter: string): string {
  return tensorInputs(entry).find(({ index }) => lettersOf(index ?? "").includes(letter))?.name ?? letter;
}

function axisOf(entry: CatalogEntry, letter: string): string {
  for (const { index, axes } of tensorInputs(entry)) {
    const at = lettersOf(index ?? "").indexOf(letter);
    if (at >= 0) return axes[at] ?? letter;
  }
  return letter;
}
