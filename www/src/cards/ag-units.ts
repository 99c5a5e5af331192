import { html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import "../../styles/cards.css";
import { LightElement } from "../elements/light-element.ts";
import { sectionAddress } from "../state/addresses.ts";
import { t } from "../text.ts";
import { unitCards } from "./cards.ts";

/** Every unit of the course. */
@customElement("ag-units")
export class UnitsElement extends LightElement {
  /** The language of the texts; a change renders everything again. */
  @property({ attribute: false }) language!: string;

  protected override render(): TemplateResult {
    return html`<div class="section">
      <header>
        <h1>${t("ui.units")}</h1>
        <p class="lead">${t("course.lead")}</p>
      </header>
      ${unitCards(this.language, 2)}
      <p><a href=${sectionAddress("syllabus")}>${t("course.syllabus")}</a></p>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-units": UnitsElement;
  }
}
