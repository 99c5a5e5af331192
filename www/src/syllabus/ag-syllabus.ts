import { html, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { LightElement } from "../elements/light-element.ts";
import { sectionAddress } from "../state/addresses.ts";
import { t } from "../text.ts";
import { weeks } from "./weeks.ts";

/** The course as a term of twelve weeks. */
@customElement("ag-syllabus")
export class SyllabusElement extends LightElement {
  /** The language of the texts; a change renders everything again. */
  @property({ attribute: false }) language!: string;

  /** The week at which the address opens it; null is the beginning. */
  @property({ attribute: false }) week: string | null = null;

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has("week") || this.week === null) return;
    this.querySelector(`[data-week="${this.week}"]`)?.scrollIntoView({ block: "start", behavior: "instant" });
  }

  protected override render(): TemplateResult {
    return html`<div class="section syllabus">
      <header>
        <h1>${t("syllabus.title")}</h1>
        <p class="lead">${t("syllabus.lead")}</p>
        <p><a href=${sectionAddress("units")}>${t("syllabus.back")}</a></p>
      </header>
      ${weeks()}
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-syllabus": SyllabusElement;
  }
}
