/** The list of the labs. */
import { html, type TemplateResult } from "lit";
import { LABS } from "../../labs/index.ts";
import { labAddress } from "../state/addresses.ts";
import { t } from "../text.ts";

export function labList(): TemplateResult {
  return html`<ol class="unit-list">
    ${LABS.ids.map(
      (id) => html`<li data-lab-link=${id}>
        <a href=${labAddress(id)}>${t(`course.labs.${id}.title`)}</a>
        <p>${t(`course.labs.${id}.question`)}</p>
      </li>`,
    )}
  </ol>`;
}
