import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { LightElement } from "../elements/light-element.ts";
import { caption } from "../lesson/caption.ts";
import type { Erratum, ErratumValue, Lab, TraceStep } from "../library.ts";
import { type Domain, domainFor } from "../numbers/color.ts";
import { formatCell, formatFull } from "../numbers/format.ts";
import { labelOf, labelsOf } from "../numbers/labels.ts";
import { plainSymbol } from "../numbers/symbol.ts";
import { type LabelRules, labelRules } from "../practice/labels.ts";
import { sectionAddress } from "../state/addresses.ts";
import { stepText, t, textOf } from "../text.ts";
import { findErratum } from "./contents.ts";
import { erratumLesson } from "./erratum-lesson.ts";
import { sourceLine } from "./source-line.ts";

/** One error to find: the printed formula; on request the right one next to it, both run on the same numbers. */
@customElement("ag-erratum")
export class ErratumElement extends LightElement {
  @property({ attribute: false }) lab!: Lab;
  /** The id of the erratum. */
  @property({ attribute: false }) erratum!: string;
  @property({ attribute: false }) language!: string;
  /** Both runs, on request. */
  @state() private found: Erratum | null = null;

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("erratum") && changed.get("erratum") !== undefined) this.found = null;
  }

  protected override render(): TemplateResult {
    const { erratum: id, found } = this;
    const entry = findErratum(id);
    const runs = entry?.runs === true;
    return html`<article class="exercise erratum" data-revealed=${found ? "true" : "false"}>
      <header>
        <h1>${t(`errata.${id}.title`)}</h1>
        <p class="task">${t(`errata.${id}.printed`)}</p>
        ${entry ? sourceLine(entry) : nothing}
      </header>
      <div class="sides">
        ${this.#side("printed")}
        ${found ? this.#side("right") : nothing}
      </div>
      ${
        found
          ? html`${this.#difference(found)}${this.#reason(found)}`
          : html`<div class="actions"><button type="button" data-action="reveal" @click=${this.#reveal}>${t(runs ? "lecture.compare" : "lecture.correct")}</button></div>`
      }
    </article>`;
  }

  /** Where both sides are right, each has a name of its own. A withdrawn erratum has nothing to correct. */
  #sideTitle(which: "printed" | "right"): string {
    const own = which === "printed" ? "errata" : "errata-answers";
    const withdrawn = which === "right" && findErratum(this.erratum)?.status === "withdrawn";
    return textOf(`${own}.${this.erratum}.side`) ?? t(withdrawn ? "lecture.withdrawn" : `lecture.${which}`);
  }

  #side(which: "printed" | "right"): TemplateResult | typeof nothing {
    const { erratum: id, found } = this;
    const printed = which === "printed";
    const tex = textOf(`${printed ? "errata" : "errata-answers"}.${id}.formula`);
    if (printed && tex === undefined) return nothing;
    const inWords = printed && findErratum(id)?.quoted === "words";
    const rules = this.#labels();
    return html`<section class="erratum-side" data-side=${which} aria-labelledby=${`side-${which}`}>
      <h2 id=${`side-${which}`}>${this.#sideTitle(which)}</h2>
      ${printed ? nothing : html`<p>${t(`errata-answers.${id}.right`)}</p>`}
      ${
        tex === undefined
          ? nothing
          : html`<div class="formula" role="group" aria-label=${t("ui.formula")} tabindex="0"><ag-formula block .tex=${tex}></ag-formula></div>`
      }
      ${inWords ? html`<p class="fine">${t("lecture.inWords")}</p>` : nothing}
      ${found?.shown.map((pair, at) => {
        const { first } = found;
        const exists = (printed ? first?.wrong : first?.right) !== null;
        const differing = first && at === first.shown && exists ? first.index : null;
        return this.#table(printed ? pair.wrong : pair.right, differing, domainsOf(pair)[which], rules);
      })}
    </section>`;
  }

  #table(value: ErratumValue, differing: readonly number[] | null, domain: Domain, rules: LabelRules): TemplateResult {
    const { shape, axes, data, symbol, step } = value;
    if (step === null) {
      return html`<p class="amount" data-value=${String(data[0])}>${formatFull(data[0] ?? Number.NaN)}</p>`;
    }
    const rank = shape.length;
    // A table needs only the fields of a step that an erratum has.
    const shown = { ...value, id: step } as unknown as TraceStep;
    return html`<figure class="side-table">
      <figcaption>${stepText(step).title}</figcaption>
      <ag-matrix
        .step=${shown}
        .rowLabels=${rank < 2 ? [] : labelsOf(rules, axes[rank - 2], shape[rank - 2] ?? 0)}
        .columnLabels=${rank < 1 ? [] : labelsOf(rules, axes[rank - 1], shape[rank - 1] ?? 0)}
        .domain=${domain}
        .selected=${differing}
      >${caption(symbol)}</ag-matrix>
    </figure>`;
  }

  #labels(): LabelRules {
    const lesson = this.found?.first ? erratumLesson(this.lab, this.erratum) : null;
    return lesson ? lesson.labels : labelRules("", false);
  }

  #difference({ first, shown, right }: Erratum): TemplateResult | typeof nothing {
    if (!first) return nothing;
    const value = shown[first.shown]?.right;
    const rules = this.#labels();
    const place = first.index.map((position, axis) => labelOf(rules, value?.axes[axis], position)).join(", ");
    const symbol = value ? plainSymbol(value.symbol) : "";
    const cell = place === "" ? symbol : `${symbol}[${place}]`;
    const written = (number: number | null) => (number === null ? t("lecture.noCell") : formatCell(number));
    return html`<section class="difference" aria-live="polite">
      <h2>${t("lecture.first")}</h2>
      <dl>
        ${cell === "" ? nothing : html`<div><dt>${t("lecture.cell")}</dt><dd>${cell}</dd></div>`}
        <div data-side="printed"><dt>${this.#sideTitle("printed")}</dt><dd>${written(first.wrong)}</dd></div>
        <div data-side="right"><dt>${this.#sideTitle("right")}</dt><dd>${written(first.right)}</dd></div>
      </dl>
      ${right ? html`<p><a href=${sectionAddress("errata", this.erratum, true)}>${t("lecture.openSteps")}</a></p>` : nothing}
    </section>`;
  }

  /** How serious it is, and why the right statement differs. */
  #reason({ status }: Erratum): TemplateResult {
    const why = textOf(`errata-answers.${this.erratum}.why`);
    return html`<section class="reason">
      ${status === "error" ? nothing : html`<p class="status" data-status=${status}>${t(`lecture.status.${status}`)}</p>`}
      ${why === undefined ? nothing : html`<h2>${t("lecture.why")}</h2><p>${why}</p>`}
    </section>`;
  }

  readonly #reveal = () => {
    this.found = this.lab.erratum(this.erratum);
    // The focused button was removed; the focus moves to the heading of the new content.
    void this.updateComplete.then(() => {
      const heading = this.querySelector<HTMLElement>('[data-side="right"] h2');
      heading?.setAttribute("tabindex", "-1");
      heading?.focus();
    });
  };
}

/** Returns the color scale of each run: the palette is that of the step, and both reach as far, so that one quantity has one scale. */
function domainsOf({ right, wrong }: Erratum["shown"][number]): Readonly<Record<"printed" | "right", Domain>> {
  const both = [...right.data, ...wrong.data];
  const domain = ({ step, shape }: ErratumValue) => domainFor(both, step === null ? undefined : { id: step, shape });
  return { printed: domain(wrong), right: domain(right) };
}
