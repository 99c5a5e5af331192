import { html, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { SheetElement } from "../print/sheet.ts";
import { sectionAddress } from "../state/addresses.ts";
import { t } from "../text.ts";
import { weeks } from "./weeks.ts";

/** The syllabus on paper. */
@customElement("ag-syllabus-sheet")
export class SyllabusSheetElement extends SheetElement {
  protected override get heading(): string {
    return t("syllabus.title");
  }

  protected override get address(): string {
    return sectionAddress("syllabus");
  }

  protected override contents(): TemplateResult {
    return html`<div class="syllabus">
      <header class="handout-head">
        <h1>${this.heading}</h1>
        <p>${t("syllabus.lead")}</p>
      </header>
      ${weeks()}
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-syllabus-sheet": SyllabusSheetElement;
  }
}
