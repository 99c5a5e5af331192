import { html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import "../../styles/cards.css";
import "../whole/ag-whole.ts";
import { WHOLES } from "../../wholes/index.ts";
import { LightElement } from "../elements/light-element.ts";
import type { Lab } from "../library.ts";
import { sectionAddress } from "../state/addresses.ts";
import { t } from "../text.ts";
import { unitCards } from "./cards.ts";

/** The course: what it is about, as pictures that lead to the units, and every unit. */
@customElement("ag-units")
export class UnitsElement extends LightElement {
  @property({ attribute: false }) lab!: Lab;
  /** The language of the texts; a change renders everything again. */
  @property({ attribute: false }) language!: string;

  protected override render(): TemplateResult {
    return html`<div class="section">
      <header>
        <h1>${t("ui.units")}</h1>
        <p class="lead">${t("course.lead")}</p>
      </header>
      ${WHOLES.map((whole) => html`<ag-whole .lab=${this.lab} .whole=${whole} .language=${this.language}></ag-whole>`)}
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
