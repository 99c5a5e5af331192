import { html, type TemplateResult } from "lit";
import type { ErratumEntry, Lab } from "../library.ts";
import { LightElement } from "../shell/light-element.ts";
import { t } from "../text.ts";
import { erratumAddress } from "./addresses.ts";
import { byTopic } from "./topics.ts";

/** Every erratum by topic: what is printed, and nothing of what is right. */
export class ErrataElement extends LightElement {
  static override properties = {
    lab: { attribute: false },
    language: { attribute: false },
  };

  declare lab: Lab;
  declare language: string;

  protected override render(): TemplateResult {
    return html`<div class="room">
      <header>
        <h1>${t("ui.errata")}</h1>
        <p class="lead">${t("lecture.errataLead")}</p>
      </header>
      ${byTopic(this.lab.errata).map(
        ([topic, entries]) => html`<section aria-labelledby=${`topic-${topic}`}>
          <h2 id=${`topic-${topic}`}>${t(`ui.topics.${topic}`)}</h2>
          <ul class="exercise-list">${entries.map((entry) => this.#entry(entry))}</ul>
        </section>`,
      )}
    </div>`;
  }

  #entry({ id }: ErratumEntry): TemplateResult {
    return html`<li data-erratum=${id}>
      <a href=${erratumAddress(id)}>${t(`errata.${id}.title`)}</a>
      <p>${t(`errata.${id}.printed`)}</p>
    </li>`;
  }
}

customElements.define("ag-errata", ErrataElement);
