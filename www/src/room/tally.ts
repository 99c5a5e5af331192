/** The counts of a poll as bars: for each statement how often each choice was made. */
import { html, nothing, type TemplateResult } from "lit";
import { styleProperties } from "../elements/style-properties.ts";
import type { Revealed } from "../lecture/own.ts";
import { CHOICES } from "../lecture/poll-answers.ts";
import { statementLetter } from "../lecture/statement-letter.ts";
import { t } from "../text.ts";
import type { CodedPoll } from "./code.ts";

export function tally(
  { id, options }: CodedPoll,
  counts: readonly (readonly number[])[],
  answer: Revealed | null,
): TemplateResult {
  const most = Math.max(1, ...counts.map((row) => row.reduce((sum, count) => sum + count, 0)));
  return html`<ol class="votes">
    ${options.map((option, place) => {
      const key = answer?.statements[place]?.key;
      return html`<li data-tally=${option}>
        <p><span class="letter" aria-hidden="true">${statementLetter(options, option)}</span> ${t(`polls.${id}.options.${option}`)}</p>
        <dl>
          ${CHOICES.map((choice, at) => {
            const count = counts[place]?.[at] ?? 0;
            return html`<div data-choice=${choice} data-count=${count} data-right=${choice === key ? "true" : "false"}>
              <dt>${choice === key ? html`<span aria-hidden="true">→</span><span class="unseen">${t("room.evidence")}</span> ` : nothing}${t(`verdicts.${choice}`)}</dt>
              <dd><span class="track" aria-hidden="true"><span class="fill" ${styleProperties({ "inline-size": `${(100 * count) / most}%` })}></span></span>${count}</dd>
            </div>`;
          })}
        </dl>
      </li>`;
    })}
  </ol>`;
}
