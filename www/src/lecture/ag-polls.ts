import { html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { LightElement } from "../elements/light-element.ts";
import type { Lab } from "../library.ts";
import type { Progress } from "../practice/progress.ts";
import { sectionAddress } from "../state/addresses.ts";
import { t } from "../text.ts";
import { answeredText } from "./answered-text.ts";
import { POLLS } from "./contents.ts";
import { sourceLine } from "./source-line.ts";
import { byTopic } from "./topics.ts";

/** Every poll by topic: its question, without its answers. */
@customElement("ag-polls")
export class PollsElement extends LightElement {
  @property({ attribute: false }) lab!: Lab;
  @property({ attribute: false }) progress!: Progress;
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
              (entry) => html`<li data-poll=${entry.id}>
                <div>
                  <a href=${sectionAddress("polls", entry.id)}>${t(`polls.${entry.id}.question`)}</a>
                  ${sourceLine(entry)}
                </div>
                <p class="fine">${answeredText(this.progress, entry)}</p>
              </li>`,
            )}
          </ul>
        </section>`,
      )}
      <ag-own-polls .lab=${this.lab} .progress=${this.progress} .language=${this.language}></ag-own-polls>
    </div>`;
  }
}
