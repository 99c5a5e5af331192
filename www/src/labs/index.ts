/** The pages of the labs. */
import "../../styles/course.css";
import "../../styles/labs.css";
import "../../styles/track.css";
import "../elements/inspector.ts";
import "./ag-lab.ts";
import { html } from "lit";
import { LABS } from "../../labs/index.ts";
import { loadPicture } from "../pictures/draw.ts";
import type { SectionPages } from "../section-pages.ts";
import { kindsOf } from "../stage/figures.ts";
import { algorithmsOf, StageRuns } from "../stage/runs.ts";
import { t } from "../text.ts";
import type { LabSpec } from "./lab.ts";
import { readState } from "./lab-state.ts";

const specOf = (id: string | null): LabSpec | null => LABS.get(id);

export const pages: SectionPages = {
  prepare: ({ id }) => (LABS.has(id) ? LABS.open(id) : import("../cards/ag-labs.ts")),

  algorithmsOf({ id }) {
    const spec = specOf(id);
    return spec ? algorithmsOf(spec) : [];
  },

  textsOf: ({ id }) => ["labs/frame", ...(LABS.has(id) ? [`labs/${id}`] : [])],

  ready: ({ id }) => Promise.allSettled(kindsOf(specOf(id)?.shown ?? []).map(loadPicture)),

  exists: (id) => LABS.has(id),

  accepts(lab, { id }, changes) {
    const spec = specOf(id);
    return spec !== null && readState(new StageRuns(lab, spec), changes) !== null;
  },

  lessonOf: () => null,

  title: ({ id }) => (id === null ? t("ui.labs") : t(`course.labs.${id}.title`)),

  links: () => html``,

  presentable: ({ id }) => id !== null,

  view({ lab, practice, language, changes, change, history, travel, shown }) {
    const spec = specOf(practice.id);
    if (spec)
      return html`<ag-lab .lab=${lab} .spec=${spec} .changes=${changes} .change=${change} .history=${history} .travel=${travel} .shown=${shown} .language=${language}></ag-lab>`;
    return html`<ag-labs .language=${language}></ag-labs>`;
  },
};
