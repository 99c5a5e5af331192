/** The page of the engines: how fast each is, and how far from f64. */
import "../../styles/practice.css";
import "../../styles/engines.css";
import "./ag-engines.ts";
import { html } from "lit";
import type { RoomPages } from "../room-pages.ts";
import { t } from "../text.ts";
import { COMPUTATIONS, topicOf } from "./computations.ts";

export const pages: RoomPages = {
  async prepare() {},

  fileOf: ({ id }) => topicOf(id),

  algorithmsOf: () => [],

  exists: (id) => COMPUTATIONS.some((computation) => computation.id === id),

  lessonOf: () => null,

  title: () => t("engines.title"),

  presentable: () => true,

  links: () => html``,

  view: ({ lab, practice, language }) =>
    html`<ag-engines .wasm=${lab.engine.wasm} .computation=${practice.id} .language=${language}></ag-engines>`,
};
