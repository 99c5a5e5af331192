/** Polls on paper: the statements with a box for each answer, and on another sheet which of them hold, and why. */
import { html, nothing, type TemplateResult } from "lit";
import { findPoll } from "../lecture/contents.ts";
import { revealed } from "../lecture/own.ts";
import { CHOICES } from "../lecture/poll-answers.ts";
import { statementLetter } from "../lecture/statement-letter.ts";
import { problemText } from "../lesson/problem-text.ts";
import { type Lab, problemOf } from "../library.ts";
import { t, textOf } from "../text.ts";

/** The statements, each with a box for each answer. */
export function pollBoxes(id: string): TemplateResult {
  const options = findPoll(id)?.options ?? [];
  return html`<table class="print-poll" data-poll=${id}>
    <thead>
      <tr><td colspan="2"></td>${CHOICES.map((choice) => html`<th scope="col">${t(`verdicts.${choice}`)}</th>`)}</tr>
    </thead>
    <tbody>
      ${options.map(
        (option) => html`<tr data-statement=${option}>
          <td class="letter">${statementLetter(options, option)}</td>
          <th scope="row">${t(`polls.${id}.options.${option}`)}</th>
          ${CHOICES.map(() => html`<td><span class="print-box"></span></td>`)}
        </tr>`,
      )}
    </tbody>
  </table>`;
}

/** Which statements hold, as the library computes it now; the runs of a lecturer's poll may be refused. */
export function pollKey(lab: Lab, id: string): TemplateResult {
  try {
    const { options, statements } = revealed(lab, id);
    return html`<ul class="print-key" data-poll=${id}>
      ${statements.map(({ id: option, key }) => {
        const why = textOf(`poll-answers.${id}.${option}.why`);
        return html`<li data-statement=${option} data-key=${key}>
          ${statementLetter(options, option)} <strong>${t(`verdicts.${key}`)}</strong>${why === undefined ? nothing : html` — ${why}`}
        </li>`;
      })}
    </ul>`;
  } catch (error) {
    return html`<p class="problem">${problemText(problemOf(error))}</p>`;
  }
}
