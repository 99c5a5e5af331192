import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { UNITS } from "../../units/index.ts";
import { LightElement } from "../elements/light-element.ts";
import type { Lab } from "../library.ts";
import { labAddress, sceneAddress, sectionAddress } from "../state/addresses.ts";
import { t } from "../text.ts";
import { whereIs } from "../whole/where.ts";
import type { Whole } from "../whole/whole.ts";
import { guessOf } from "./kept.ts";
import { openingPicture } from "./opening-picture.ts";
import type { Unit } from "./scene.ts";
import { END, sceneBar } from "./scene-bar.ts";

/** The first page of a unit: its question, one picture, what it builds on, and its scenes. Or its last: what it showed, an exercise, and the next unit. */
@customElement("ag-unit")
export class UnitElement extends LightElement {
  @property({ attribute: false }) lab!: Lab;
  @property({ attribute: false }) unit!: Unit;
  @property({ attribute: false }) wholes: readonly Whole[] = [];
  @property({ attribute: false }) page: "opening" | "end" = "opening";
  /** The language of the texts; a change renders everything again. */
  @property({ attribute: false }) language!: string;

  protected override render(): TemplateResult {
    return this.page === "opening" ? this.#opening() : this.#ending();
  }

  #opening(): TemplateResult {
    const { unit } = this;
    const words = `units.${unit.id}`;
    return html`<article class="unit opening">
      <header>
        <p class="where">${t("course.unitNumber", { number: unit.number })}</p>
        <h1>${t(`${words}.title`)}</h1>
        ${whereIs(unit.id, this.wholes)}
        <p class="lead">${t(`${words}.question`)}</p>
        <p class="builds-on">${t(`${words}.buildsOn`)} ${unit.after.map((id, at) => html`${at === 0 ? nothing : " · "}<a href=${sceneAddress(id)}>${t("course.comesAfter", { title: t(`course.units.${id}.title`) })}</a>`)}</p>
      </header>
      ${openingPicture(this.lab, unit)}
      <ol class="scene-list">
        ${unit.scenes.map(
          ({ id, question }) => html`<li data-scene=${id}>
            <a href=${sceneAddress(unit.id, id)}>${t(`${words}.scenes.${id}.title`)}</a>
            ${guessOf(unit.id, id, question) === null ? nothing : html`<span class="fine">${t("course.answered")}</span>`}
          </li>`,
        )}
      </ol>
      ${sceneBar(unit, null, false)}
    </article>`;
  }

  #ending(): TemplateResult {
    const { unit } = this;
    const words = `units.${unit.id}`;
    const next = UNITS.ids[UNITS.ids.indexOf(unit.id) + 1];
    const ways = [
      [sectionAddress("exercises", unit.exercise), t("course.exerciseNow")],
      ...(unit.labs ?? []).map((id) => [labAddress(id), t("course.labNow", { title: t(`course.labs.${id}.title`) })]),
      ...(next === undefined
        ? []
        : [[sceneAddress(next), t("course.nextUnit", { title: t(`course.units.${next}.title`) })]]),
    ];
    return html`<article class="unit">
      <header>
        <p class="where">${t(`${words}.title`)}</p>
        <h1>${t("course.ending")}</h1>
      </header>
      <ul class="remembered">
        ${unit.scenes.map(({ id }) => html`<li><a href=${sceneAddress(unit.id, id)}>${t(`${words}.scenes.${id}.title`)}</a><span>${t(`${words}.scenes.${id}.remember`)}</span></li>`)}
      </ul>
      <div class="unit-foot">
        <ul class="onwards">
          ${ways.map(([address, text]) => html`<li><a class="onward" href=${address}>${text}</a></li>`)}
        </ul>
        ${sceneBar(unit, END, false)}
      </div>
    </article>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-unit": UnitElement;
  }
}
