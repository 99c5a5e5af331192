import { html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { LightElement } from "../elements/light-element.ts";
import type { Progress } from "../practice/progress.ts";
import { sectionAddress } from "../state/addresses.ts";
import { t } from "../text.ts";
import { POLLS, type PollContent } from "./contents.ts";
import { choicesOf } from "./poll-answers.ts";
import { sourceLine } from "./source-line.ts";
import { byTopic } from "./topics.ts";

/** Every poll by topic: its question, without its answers. */
@customElement("ag-polls")
export class PollsElement extends LightElement {
  @property({ attribute: false }) progress!: Progress;
  @property({ attribute: false }) language!: string;

  /** How many statements it has, and how many of them are answered. */
  #state({ id, options }: PollContent): string {
    const answered = Object.keys(choicesOf(this.progress, id, options)).length;
    return answered > 0
      ? t("lecture.answered", { answered, count: options.length })
      : t("lecture.statements", { count: options.length });
  }

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
                <p class="fine">${this.#state(entry)}</p>
              </li>`,
            )}
          </ul>
        </section>`,
      )}
    </div>`;
  }
}
