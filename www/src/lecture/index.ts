/** The pages of errata. */
import "../../styles/practice.css";
import "../../styles/lecture.css";
import "./ag-errata.ts";
import "./ag-erratum.ts";
import { html } from "lit";
import algorithms from "../../generated/errata.json";
import formulas from "../../generated/lecture-formulas.json";
import { addFormulas, type Formulas } from "../formula/tree.ts";
import type { RoomPages } from "../rooms.ts";
import { t } from "../text.ts";
import { erratumAddress, erratumStepsAddress } from "./addresses.ts";
import { erratumLesson } from "./erratum-lesson.ts";

const byErratum: Readonly<Record<string, readonly string[]>> = algorithms;

export const pages: RoomPages = {
  async prepare() {
    addFormulas(formulas as unknown as Formulas);
  },

  algorithmsOf({ id }) {
    return id === null ? [] : (byErratum[id] ?? []);
  },

  exists: (lab, id) => lab.errata.some((erratum) => erratum.id === id),

  lessonOf: (lab, { id, solution }) => (solution && id !== null ? erratumLesson(lab, id) : null),

  title({ id }) {
    return id === null ? t("ui.errata") : t(`errata.${id}.title`);
  },

  links: ({ id }) => html`<nav class="parts" aria-label=${t("ui.parts")}>
    <a href=${erratumAddress(id ?? "")}>${t("lecture.erratum")}</a>
    <a href=${erratumStepsAddress(id ?? "")} aria-current="page">${t("lecture.right")}</a>
  </nav>`,

  view({ lab, practice, language }) {
    if (practice.id === null) return html`<ag-errata .lab=${lab} .language=${language}></ag-errata>`;
    return html`<ag-erratum .lab=${lab} .erratum=${practice.id} .language=${language}></ag-erratum>`;
  },
};
