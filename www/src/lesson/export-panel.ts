/** The menu with which what is shown is taken out of the page; it is loaded when it is opened. */
import { html, type TemplateResult } from "lit";
import type { Cell } from "../library.ts";
import { t } from "../text.ts";
import type { LessonModel } from "./model.ts";

export function exportPanel(lesson: Element, model: LessonModel, cell: Cell | null): TemplateResult {
  return html`<details class="export" @toggle=${() => import("../export/ag-export.ts")}>
    <summary>${t("ui.export")}</summary>
    <ag-export .lesson=${lesson} .model=${model} .cell=${cell}></ag-export>
  </details>`;
}
