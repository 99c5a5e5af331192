import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { UNITS } from "../../units/index.ts";
import { guessOf, hasGuesses } from "../course/kept.ts";
import type { Unit } from "../course/scene.ts";
import { hasSeen, wasSeen } from "../course/visited.ts";
import { LightElement } from "../elements/light-element.ts";
import { t } from "../text.ts";

/** What this browser has seen and answered of a unit: a dot for each scene. Nothing where that is nothing. */
@customElement("ag-unit-progress")
export class UnitProgressElement extends LightElement {
  @property({ attribute: false }) unit!: string;
  /** The language of the texts; a change renders everything again. */
  @property({ attribute: false }) language!: string;

  @state() private opened: Unit | null = null;

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("unit")) return;
    this.opened = null;
    // What a unit has is loaded only where there is something to say of it.
    if (!hasSeen(this.unit) && !hasGuesses(this.unit)) return;
    void UNITS.open(this.unit)
      .catch(() => null)
      .then((unit) => {
        this.opened = unit;
      });
  }

  protected override render(): TemplateResult | typeof nothing {
    const { opened: unit } = this;
    if (!unit) return nothing;
    const dots = unit.scenes.map(({ id, question }) =>
      guessOf(unit.id, id, question) !== null ? "answered" : wasSeen(unit.id, id) ? "seen" : "new",
    );
    const answered = dots.filter((dot) => dot === "answered").length;
    if (dots.every((dot) => dot === "new")) return nothing;
    return html`<p class="progress">
      <span class="progress-dots" aria-hidden="true">${dots.map((dot) => html`<i data-state=${dot}></i>`)}</span>
      <span>${t("home.progress", { answered, count: dots.length })}</span>
    </p>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-unit-progress": UnitProgressElement;
  }
}
