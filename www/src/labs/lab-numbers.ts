/** The numbers of a lab's run as a table; of two runs beside each other, with a mark where they differ. And what they say. */
import { html, nothing, type TemplateResult } from "lit";
import type { LabCell, LabSpec } from "../../labs/lab.ts";
import { type Facts, holds, shownFacts } from "../course/facts.ts";
import { formatCell, plain } from "../numbers/format.ts";
import { t } from "../text.ts";

export type RunName = "one" | "other";

/** The facts of a run; null where the library has refused it. */
export type NumbersOf = Readonly<Partial<Record<RunName, Facts | null>>>;

export function numbersTable(
  { id, facts, listed }: LabSpec,
  numbers: NumbersOf,
  open: (run: RunName, cell: LabCell) => void,
): TemplateResult {
  const runs = (["one", "other"] as const).filter((run) => numbers[run] !== undefined);
  const compared = runs.length > 1;
  return html`<table class="lab-numbers">
    <caption class="unseen">${t("labs.frame.numbers")}</caption>
    ${
      compared
        ? html`<thead><tr><td></td>${runs.map((run) => html`<th scope="col"><b class="run-mark" data-run=${run}>${t(`labs.frame.${run}`)}</b></th>`)}</tr></thead>`
        : nothing
    }
    <tbody>${listed.map((name) => {
      const cell = facts[name];
      if (!cell) return nothing;
      const values = runs.map((run) => numbers[run]?.[name]);
      const differs = compared && values[0] !== values[1];
      return html`<tr data-fact=${name} data-differs=${differs ? "true" : "false"}>
        <th scope="row">${t(`labs.${id}.facts.${name}`)}</th>
        ${runs.map((run, at) => {
          const value = values[at];
          if (value === undefined) return html`<td>–</td>`;
          return html`<td><button
            type="button"
            class="quiet number"
            data-step=${cell.step}
            data-index=${cell.index.join(",")}
            data-value=${plain(value)}
            data-run=${run}
            @click=${() => open(run, cell)}
          >${formatCell(value)}</button></td>`;
        })}
      </tr>`;
    })}</tbody>
  </table>`;
}

/** What is to be seen: the first sentence that holds for the numbers of a run. */
export function saying({ id, says }: LabSpec, facts: Facts): string {
  const found = says.find(({ when }) => when === undefined || holds(when, facts));
  return found ? t(`labs.${id}.says.${found.id}`, shownFacts(facts)) : "";
}
