/** A table of the stage without digits. */
import { html, type TemplateResult } from "lit";
import type { TableView } from "../lesson/table-view.ts";
import "./heat-map.ts";
import type { AgHeatMap } from "./heat-map.ts";

export { looking } from "./heat-look.ts";

/** `span`: the largest number of rows or columns of all heat maps of the step. */
export function table(
  view: TableView,
  { span, size, bare }: Pick<AgHeatMap, "span" | "size" | "bare">,
): TemplateResult {
  return html`<ag-heat-map
    class=${view.role}
    .step=${view.step}
    .slice=${view.slice}
    ?fixed=${view.fixed}
    .sliceLabels=${view.sliceLabels}
    .rowLabels=${view.rowLabels}
    .columnLabels=${view.columnLabels}
    .domain=${view.domain}
    .selected=${view.selected}
    .pointed=${view.pointed}
    .marked=${view.marked}
    .error=${view.error}
    .filled=${view.filled}
    ?editable=${view.editable}
    ?transposed=${view.transposed}
    ?vertical=${view.vertical}
    .span=${span}
    .size=${size}
    ?bare=${bare}
  >${view.caption}</ag-heat-map>`;
}

/** A table elsewhere, such as an input or what a lab shows. */
export function alone(
  view: Pick<
    TableView,
    "step" | "rowLabels" | "columnLabels" | "domain" | "selected" | "error" | "editable" | "caption"
  >,
): TemplateResult {
  return html`<ag-heat-map
    ?editable=${view.editable}
    .step=${view.step}
    .rowLabels=${view.rowLabels}
    .columnLabels=${view.columnLabels}
    .domain=${view.domain}
    .selected=${view.selected}
    .error=${view.error}
  >${view.caption}</ag-heat-map>`;
}
