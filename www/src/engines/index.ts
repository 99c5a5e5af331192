/** The page of the engines: the time of each, and its difference from f64. */
import "../../styles/practice.css";
import "../../styles/engines.css";
import "./ag-engines.ts";
import { html } from "lit";
import type { SectionPages } from "../section-pages.ts";
import { t } from "../text.ts";
import { COMPUTATIONS } from "./computations.ts";

export const pages: SectionPages = {
  textsOf: () => ["engines"],

  algorithmsOf: () => [],

  exists: (id) => COMPUTATIONS.some((computation) => computation.id === id),

  lessonOf: () => null,

  title: () => t("engines.title"),

  presentable: () => true,

  links: () => html``,

  view: ({ practice, language }) => html`<ag-engines .computation=${practice.id} .language=${language}></ag-engines>`,
};
