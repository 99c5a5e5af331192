/** The pages of the labs. */
import "../../styles/course.css";
import "../../styles/labs.css";
import "../elements/inspector.ts";
import "./ag-lab.ts";
import { html } from "lit";
import { LABS } from "../../labs/index.ts";
import type { LabSpec } from "../../labs/lab.ts";
import { loadPicture } from "../pictures/draw.ts";
import type { PictureKind } from "../pictures/spec.ts";
import type { SectionPages } from "../section-pages.ts";
import { t } from "../text.ts";
import { labList } from "./lab-list.ts";
import { algorithmsOf, LabRuns } from "./lab-runs.ts";
import { readState } from "./lab-state.ts";

function specOf(id: string | null): LabSpec | null {
  return LABS.find((spec) => spec.id === id) ?? null;
}

/** The kinds of pictures that a lab opens with, as far as they are the same for all values. */
function kindsOf(spec: LabSpec | null): PictureKind[] {
  return (spec?.shown ?? []).flatMap((one) => ("picture" in one ? one.picture.kind : []));
}

export const pages: SectionPages = {
  async prepare() {},

  algorithmsOf({ id }) {
    const spec = specOf(id);
    return spec ? algorithmsOf(spec) : [];
  },

  ready: ({ id }) => Promise.allSettled(kindsOf(specOf(id)).map(loadPicture)),

  exists: (id) => specOf(id) !== null,

  accepts(lab, { id }, changes) {
    const spec = specOf(id);
    if (!spec) return false;
    return readState(spec, changes, new LabRuns(lab, spec).own) !== null;
  },

  lessonOf: () => null,

  title: ({ id }) => (id === null ? t("ui.labs") : t(`course.labs.${id}.title`)),

  links: () => html``,

  presentable: ({ id }) => id !== null,

  view({ lab, practice, language, changes, change, history, travel, shown }) {
    const spec = specOf(practice.id);
    if (spec)
      return html`<ag-lab .lab=${lab} .spec=${spec} .changes=${changes} .change=${change} .history=${history} .travel=${travel} .shown=${shown} .language=${language}></ag-lab>`;
    return html`<div class="section">
      <header>
        <h1>${t("ui.labs")}</h1>
        <p class="lead">${t("course.labsLead")}</p>
      </header>
      ${labList()}
    </div>`;
  },
};
