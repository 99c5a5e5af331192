import type { TemplateResult } from "lit";
import type { TableElement } from "../elements/table.ts";
import type { TraceStep } from "../library.ts";

/** What a table shows, with digits or without. */
export interface TableView
  extends Pick<TableElement, "slice" | "fixed" | "editable" | "transposed" | "vertical" | "sliceLabels" | "rowLabels">,
    Pick<TableElement, "columnLabels" | "domain" | "selected" | "pointed" | "marked" | "error" | "filled"> {
  readonly step: TraceStep;
  /** Whether it is the result or which operand it is, as classes. */
  readonly role: string;
  readonly caption: TemplateResult;
}
