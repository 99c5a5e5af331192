/** The home: a sentence that is computed as one reads, the way into the course, its units and the labs. */
import { html, nothing, type TemplateResult } from "lit";
import { UNITS } from "../../units/index.ts";
import { labCards, unitCards } from "../cards/cards.ts";
import { type LastPlace, lastPlace } from "../course/visited.ts";
import type { Lab } from "../library.ts";
import { algorithmAddress, sceneAddress, sectionAddress } from "../state/addresses.ts";
import type { Language } from "../state/language.ts";
import { encodePlace } from "../state/link.ts";
import { FRONTS, type Front, HOME, type Section } from "../state/state.ts";
import { algorithmTitle, t } from "../text.ts";

/** One of the formulas in `text/formulas.json`. */
const ATTENTION = String.raw`\operatorname{softmax}\left(\frac{Q K^\top}{\sqrt{d}}\right) V`;

/** The unit that the course begins with. */
export const [FIRST_UNIT = ""] = UNITS.ids;

const MORE = ["exercises", "polls", "errata", "syllabus", "engines"] as const satisfies readonly Section[];

export interface HomeView {
  readonly lab: Lab;
  readonly language: Language;
  /** The words of the sentence; null are those that it begins with. */
  readonly words: readonly string[] | null;
  readonly front: Front;
  readonly choose: (words: readonly string[]) => void;
}

export function home({ lab, language, words, front, choose }: HomeView): TemplateResult {
  const last = lastPlace();
  return html`<div class="home">
    <section class="front">
      <div class="front-words">
        <h1>${t("ui.tagline")}</h1>
        <p class="lead">${t("home.lead")}</p>
        <div class="front-formula">
          <p>${t("home.formula")}</p>
          <ag-formula block .tex=${ATTENTION}></ag-formula>
        </div>
        <p class="ways">
          <a class="button primary start" href=${sceneAddress(FIRST_UNIT, UNITS.get(FIRST_UNIT)?.scenes[0]?.id)}>${t("home.start")}</a>
          ${last ? html`<a class="button on" href=${last.address}>${t("home.goOn", { place: nameOf(last) })}</a>` : nothing}
        </p>
      </div>
      <div class="living" data-front=${front}>
        <nav class="fronts" aria-label=${t("home.fronts")}>
          ${FRONTS.map((one) => html`<a href=${encodePlace({ ...HOME, words, front: one })} aria-current=${one === front ? "true" : nothing}>${t(`home.${one}`)}</a>`)}
        </nav>
        ${
          front === "graph"
            ? html`<ag-friends .lab=${lab} .language=${language}></ag-friends>`
            : html`<ag-sentence .lab=${lab} .words=${words} .choose=${choose} .language=${language}></ag-sentence>`
        }
      </div>
    </section>
    <section aria-labelledby="units-title">
      <div class="row-head"><h2 id="units-title">${t("ui.units")}</h2><p>${t("course.lead")}</p></div>
      ${unitCards(language, 3)}
    </section>
    <section class="labs" aria-labelledby="labs-title">
      <div class="row-head"><h2 id="labs-title">${t("ui.labs")}</h2><p>${t("course.labsLead")}</p></div>
      ${labCards(language, 3)}
    </section>
    <footer class="more">
      <nav aria-label=${t("home.more")}>
        <a href=${algorithmAddress()}>${t("ui.algorithms")}</a>
        ${MORE.map((section) => html`<a href=${sectionAddress(section)}>${section === "syllabus" ? t("course.syllabus") : t(`ui.${section}`)}</a>`)}
      </nav>
      <p class="engine">${t("ui.engine")} <ag-offline></ag-offline></p>
    </footer>
  </div>`;
}

function nameOf({ kind, id }: LastPlace): string {
  return kind === "algorithms" ? algorithmTitle(id) : t(`course.${kind}.${id}.title`);
}
