/** Units and labs as cards: a picture, what it is about, and what this browser has done of it. */
import { html, type TemplateResult } from "lit";
import { LABS } from "../../labs/index.ts";
import { UNITS } from "../../units/index.ts";
import { labAddress, sceneAddress } from "../state/addresses.ts";
import { t } from "../text.ts";

/** Pictures and progress come after the words. */
function bringPictures(): void {
  void import("./ag-card-picture.ts");
  void import("./ag-unit-progress.ts");
}

/** `level`: of the headings, one below that of what they stand in. */
export function unitCards(language: string, level: 2 | 3): TemplateResult {
  bringPictures();
  return html`<ol class="cards">
    ${UNITS.ids.map(
      (id, at) => html`<li class="card" data-unit=${id}>
        <ag-card-picture .kind=${"units"} .entry=${id} .language=${language}></ag-card-picture>
        <div class="card-words">
          <p class="card-title" role="heading" aria-level=${level}><span class="card-number">${at + 1}</span> <a href=${sceneAddress(id)}>${t(`course.units.${id}.title`)}</a></p>
          <p>${t(`course.units.${id}.question`)}</p>
          <ag-unit-progress .unit=${id} .language=${language}></ag-unit-progress>
        </div>
      </li>`,
    )}
  </ol>`;
}

export function labCards(language: string, level: 2 | 3): TemplateResult {
  bringPictures();
  return html`<ol class="cards">
    ${LABS.ids.map(
      (id) => html`<li class="card" data-lab-link=${id}>
        <ag-card-picture .kind=${"labs"} .entry=${id} .language=${language}></ag-card-picture>
        <div class="card-words">
          <p class="card-title" role="heading" aria-level=${level}><a href=${labAddress(id)}>${t(`course.labs.${id}.title`)}</a></p>
          <p>${t(`course.labs.${id}.question`)}</p>
        </div>
      </li>`,
    )}
  </ol>`;
}
