/** The home: an introduction, the course, and all algorithms. */
import { html, nothing, type TemplateResult } from "lit";
import { findLesson } from "../../lessons/index.ts";
import { unitList } from "../course/unit-list.ts";
import { caption } from "../lesson/caption.ts";
import { labelsOf } from "../lesson/labels.ts";
import { run } from "../lesson/run.ts";
import { domainsOf } from "../lesson/scale.ts";
import { type Lab, stepsById } from "../library.ts";
import { encodePlace } from "../state/link.ts";
import { HOME, NO_CHANGES } from "../state/state.ts";
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
    </section>
    <section aria-labelledby="catalog-title">
      <h2 id="catalog-title">${t("ui.catalogTitle")}</h2>
      <p>${t("ui.catalogLead")}</p>
      ${catalogue(search)}
    </section>
    <p class="engine">${t("ui.engine")}</p>
  </div>`;
}

/** The weights of the first lesson's own example, computed by the library. */
function example(lab: Lab): TemplateResult | typeof nothing {
  const part = findLesson("self-attention")?.parts[0];
  const trace = part ? run(lab, part, NO_CHANGES).trace : null;
  if (!part || !trace) return nothing;
  const steps = stepsById(trace);
  const domains = domainsOf(trace.steps);
  const parts = ["attention.weights", "attention.value", "attention.output"].flatMap((id) => steps.get(id) ?? []);
  const link = encodePlace({ ...HOME, lesson: "self-attention" });
  return html`<figure class="example">
    <ag-formula class="example-formula" block .tex=${ATTENTION}></ag-formula>
    <div class="example-matrices">
      ${parts.map((step, position) => {
        const [rows = 0, columns = 0] = step.shape;
        return html`${position > 0 ? html`<span class="sign">${position === 1 ? "·" : "="}</span>` : nothing}<ag-matrix
            .step=${step}
            .rowLabels=${labelsOf(part.labels, step.axes[0], rows)}
            .columnLabels=${labelsOf(part.labels, step.axes[1], columns)}
            .domain=${domains.get(step.id) ?? null}
            size="small"
          >${caption(step.symbol)}</ag-matrix>`;
      })}
    </div>
    <figcaption>${t("ui.homeExample")}. <a href=${link}>${t("ui.exampleLink")}</a></figcaption>
  </figure>`;
}
