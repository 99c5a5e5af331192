import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { LightElement } from "../elements/light-element.ts";
import { sectionAddress } from "../state/addresses.ts";
import { t } from "../text.ts";
import { ERRATA, type ErratumContent } from "./contents.ts";
import { sourceLine } from "./source-line.ts";
import { byTopic } from "./topics.ts";

/** Every erratum by topic: the printed formula, without the right one. */
@customElement("ag-errata")
export class ErrataElement extends LightElement {
  @property({ attribute: false }) language!: string;

  protected override render(): TemplateResult {
    return html`<div class="section">
      <header>
        <h1>${t("ui.errata")}</h1>
        <p class="lead">${t("lecture.errataLead")}</p>
      </header>
      ${byTopic(ERRATA.filter(({ status }) => status !== "withdrawn")).map(
        ([topic, entries]) => html`<section aria-labelledby=${`topic-${topic}`}>
          <h2 id=${`topic-${topic}`}>${t(`ui.topics.${topic}`)}</h2>
          <ul class="exercise-list">${entries.map((entry) => this.#entry(entry))}</ul>
        </section>`,
      )}
      ${this.#withdrawn(ERRATA.filter(({ status }) => status === "withdrawn"))}
    </div>`;
  }

  #withdrawn(entries: readonly ErratumContent[]): TemplateResult | typeof nothing {
    if (entries.length === 0) return nothing;
    return html`<section aria-labelledby="withdrawn">
      <h2 id="withdrawn">${t("lecture.withdrawn")}</h2>
      <ul class="exercise-list">${entries.map((entry) => this.#entry(entry))}</ul>
    </section>`;
  }

  #entry(entry: ErratumContent): TemplateResult {
    const { id } = entry;
    return html`<li data-erratum=${id}>
      <a href=${sectionAddress("errata", id)}>${t(`errata.${id}.title`)}</a>
      <div>
        <p>${t(`errata.${id}.printed`)}</p>
        ${sourceLine(entry)}
      </div>
    </li>`;
  }
}
