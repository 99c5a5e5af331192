import { html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import "../../styles/cards.css";
import { LightElement } from "../elements/light-element.ts";
import { t } from "../text.ts";
import { labCards } from "./cards.ts";

/** Every lab. */
@customElement("ag-labs")
export class LabsElement extends LightElement {
  /** The language of the texts; a change renders everything again. */
  @property({ attribute: false }) language!: string;

  protected override render(): TemplateResult {
    return html`<div class="section">
      <header>
        <h1>${t("ui.labs")}</h1>
        <p class="lead">${t("course.labsLead")}</p>
      </header>
      ${labCards(this.language, 2)}
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-labs": LabsElement;
  }
}
