/** The list of the units, in the order of the course. */
import { html, type TemplateResult } from "lit";
import { UNITS } from "../../units/index.ts";
import { sceneAddress } from "../state/addresses.ts";
import { t } from "../text.ts";

export function unitList(): TemplateResult {
  return html`<ol class="unit-list">
    ${UNITS.ids.map(
      (id) => html`<li data-unit=${id}>
        <a href=${sceneAddress(id)}>${t(`course.units.${id}.title`)}</a>
        <p>${t(`course.units.${id}.question`)}</p>
      </li>`,
    )}
  </ol>`;
}
