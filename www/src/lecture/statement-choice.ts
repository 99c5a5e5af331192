/** The answer to one statement of a poll: three options of the browser's own, and once the evidence is there, how the answer compares with it. */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { t } from "../text.ts";
import type { AnsweredStatement } from "./own.ts";
import { CHOICES, type Choice } from "./poll-answers.ts";

export interface ChoiceView {
  readonly poll: string;
  readonly option: string;
  readonly chosen: Choice | undefined;
  readonly choose: (choice: Choice) => void;
}

export function statementChoice({ poll, option, chosen, choose }: ChoiceView): TemplateResult {
  return html`<fieldset class="statement-choice">
    <legend class="unseen">${t("lecture.yourAnswerTo", { option })}</legend>
    ${CHOICES.map(
      (choice) => html`<label><input
          type="radio"
          name=${`${poll}-${option}`}
          value=${choice}
          .checked=${live(choice === chosen)}
          @change=${() => choose(choice)}
        /><span>${t(`verdicts.${choice}`)}</span></label>`,
    )}
  </fieldset>`;
}

/** What was answered, beside what the evidence says. */
export function comparedChoice(
  chosen: Choice | undefined,
  { key, readings }: AnsweredStatement,
): TemplateResult | typeof nothing {
  if (chosen === undefined) return nothing;
  const inOneReading = key === "contested" && readings.some(({ holds }) => holds === (chosen === "holds"));
  const outcome = chosen === key ? "same" : inOneReading ? "partly" : "other";
  return html`<p class="your-choice" data-outcome=${outcome}>
    ${t("lecture.yourAnswer", { answer: t(`verdicts.${chosen}`) })} ${t(`lecture.outcome.${outcome}`)}
  </p>`;
}
