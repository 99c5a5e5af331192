/** The menu with which what is shown is taken out of the page; it is loaded when it is opened. */
import { html, type TemplateResult } from "lit";
import { t } from "../text.ts";
import type { ShownRun } from "./shown-run.ts";

/** `root` has the drawings; `runs` returns the runs that are shown now; `open`: whether it is open from the beginning. */
export function exportPanel(root: Element, runs: () => readonly ShownRun[], open = false): TemplateResult {
  return html`<details class="export" ?open=${open} @toggle=${() => import("../export/ag-export.ts")}>
    <summary>${t("ui.export")}</summary>
    <ag-export .root=${root} .runs=${runs}></ag-export>
  </details>`;
}
