/** The home: an introduction, the course, and all algorithms. */
import { html, nothing, type TemplateResult } from "lit";
import { findExample } from "../../examples/index.ts";
import { UNITS } from "../../units/index.ts";
import { HOME_EXAMPLE } from "../content.ts";
import { unitList } from "../course/unit-list.ts";
import { labList } from "../labs/lab-list.ts";
import { run } from "../lesson/run.ts";
import { domainsOf } from "../lesson/scale.ts";
import { type Lab, stepsById } from "../library.ts";
import { labelOf } from "../numbers/labels.ts";
import { drawPicture } from "../pictures/draw.ts";
import type { PictureView } from "../pictures/picture.ts";
import { sceneAddress, sectionAddress } from "../state/addresses.ts";
import { NO_CHANGES } from "../state/state.ts";
import { t } from "../text.ts";
import { type CatalogueView, catalogue } from "./catalogue.ts";

/** One of the formulas in `text/formulas.json`. */
const ATTENTION = String.raw`\operatorname{softmax}\left(\frac{Q K^\top}{\sqrt{d}}\right) V`;

export function home(lab: Lab, search: CatalogueView): TemplateResult {
  return html`<div class="home">
    <section class="opening">
      <div class="opening-words">
        <h1>${t("ui.tagline")}</h1>
        <p class="lead">${t("ui.lead")}</p>
      </div>
      ${example(lab)}
    </section>
    <section aria-labelledby="units-title">
      <h2 id="units-title">${t("ui.units")}</h2>
      <p>${t("course.lead")}</p>
      ${unitList()}
      <p><a href=${sectionAddress("syllabus")}>${t("course.syllabus")}</a></p>
    </section>
    <section aria-labelledby="labs-title">
      <h2 id="labs-title">${t("ui.labs")}</h2>
      <p>${t("course.labsLead")}</p>
      ${labList()}
    </section>
    <section aria-labelledby="catalog-title">
      <h2 id="catalog-title">${t("ui.catalogTitle")}</h2>
      <p>${t("ui.catalogLead")}</p>
      ${catalogue(search)}
    </section>
    <p class="engine">${t("ui.engine")} <ag-offline></ag-offline></p>
  </div>`;
}

/** The weights between the words of an example, computed by the library and drawn as lines. */
function example(lab: Lab): TemplateResult | typeof nothing {
  const lesson = findExample(HOME_EXAMPLE);
  const trace = lesson ? run(lab, lesson, NO_CHANGES).trace : null;
  if (!lesson || !trace) return nothing;
  const view: PictureView = {
    steps: stepsById(trace),
    labels: (step, axis, position) => labelOf(lesson.labels, step.axes[axis], position),
    domains: domainsOf(trace.steps),
    slices: {},
    selected: null,
    lit: [],
  };
  const query = lesson.start?.cell[0] ?? 0;
  return html`<figure class="example">
    <ag-formula class="example-formula" block .tex=${ATTENTION}></ag-formula>
    ${drawPicture({ kind: "arcs", step: "attention.weights", mode: "columns", query }, view)}
    <figcaption>${t("ui.homeExample")}. <a href=${sceneAddress(UNITS.ids[0] ?? "")}>${t("ui.exampleLink")}</a></figcaption>
  </figure>`;
}
