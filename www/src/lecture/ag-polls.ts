import { html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { LightElement } from "../shell/light-element.ts";
import { t } from "../text.ts";
import { pollAddress } from "./addresses.ts";
import { POLLS } from "./contents.ts";
import { byTopic } from "./topics.ts";

/** Every poll by topic: its question, without its answers. */
@customElement("ag-polls")
export class PollsElement extends LightElement {
  @property({ attribute: false }) language!: string;

  protected override render(): TemplateResult {
    return html`<div class="section">
      <header>
        <h1>${t("ui.polls")}</h1>
        <p class="lead">${t("lecture.pollsLead")}</p>
      </header>
      ${byTopic(POLLS).map(
        ([topic, entries]) => html`<section aria-labelledby=${`topic-${topic}`}>
          <h2 id=${`topic-${topic}`}>${t(`ui.topics.${topic}`)}</h2>
          <ul class="exercise-list wide">
            ${entries.map(
              ({ id, options }) => html`<li data-poll=${id}>
                <a href=${pollAddress(id)}>${t(`polls.${id}.question`)}</a>
                <p class="fine">${t("lecture.statements", { count: options.length })}</p>
              </li>`,
            )}
          </ul>
        </section>`,
      )}
    </div>`;
  }
}
