import { html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import "../../styles/cards.css";
import "../whole/ag-whole.ts";
import { WHOLES } from "../../wholes/index.ts";
import { LightElement } from "../elements/light-element.ts";
import type { Lab } from "../library.ts";
import type { Values } from "../stage/stage.ts";
import { sectionAddress } from "../state/addresses.ts";
import { type Inputs, NO_CHANGES } from "../state/state.ts";
import { t } from "../text.ts";
import { changesWith, valuesIn } from "../whole/whole.ts";
import { unitCards } from "./cards.ts";

/** The course: what it is about, as pictures that lead to the units, and every unit. */
@customElement("ag-units")
export class UnitsElement extends LightElement {
  @property({ attribute: false }) lab!: Lab;
  /** The words that were exchanged, as they stand in the address. */
  @property({ attribute: false }) changes: Inputs = NO_CHANGES;
  @property({ attribute: false }) change!: (changes: Inputs, gesture: number) => void;
  /** The language of the texts; a change renders everything again. */
  @property({ attribute: false }) language!: string;

  /** Each word that is exchanged is a change of its own. */
  #gesture = 0;

  #change(changes: Inputs): void {
    this.#gesture -= 1;
    this.change(changes, this.#gesture);
  }

  protected override render(): TemplateResult {
    return html`<div class="section">
      <header>
        <h1>${t("ui.units")}</h1>
        <p class="lead">${t("course.lead")}</p>
      </header>
      ${WHOLES.map((whole) => {
        const change = (values: Values) => this.#change(changesWith(whole, this.changes, values));
        return html`<ag-whole .lab=${this.lab} .whole=${whole} .values=${valuesIn(whole, this.changes)} .change=${change} .language=${this.language}></ag-whole>`;
      })}
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
