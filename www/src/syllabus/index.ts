/** The page of the syllabus. */
import "../../styles/section.css";
import "../../styles/syllabus.css";
import "./ag-syllabus.ts";
import "./ag-syllabus-sheet.ts";
import { html } from "lit";
import { WEEKS } from "../../syllabus/plan.ts";
import type { SectionPages } from "../section-pages.ts";
import { t } from "../text.ts";

export const pages: SectionPages = {
  textsOf: () => ["syllabus"],
  algorithmsOf: () => [],
  /** It is one page, which an id opens at its week. */
  exists: (id) => WEEKS.some((week) => week.id === id),
  lessonOf: () => null,
  title: () => t("syllabus.title"),
  printable: () => true,
  links: () => html``,
  view({ lab, practice, language, shown }) {
    return shown === "print"
      ? html`<ag-syllabus-sheet .lab=${lab} .language=${language}></ag-syllabus-sheet>`
      : html`<ag-syllabus .week=${practice.id} .language=${language}></ag-syllabus>`;
  },
};
