/** The evidence of one statement: the computed numbers of each reading, each with its arithmetic. */
import { html, nothing, type TemplateResult } from "lit";
import type { Lab } from "../library.ts";
import { formatCell, formatFull, isRounded } from "../numbers/format.ts";
import { language, t, textOf } from "../text.ts";
import { findPoll } from "./contents.ts";
import type { AnsweredStatement } from "./own.ts";

type Reading = AnsweredStatement["readings"][number];
type Fact = Reading["facts"][number];

export interface EvidenceView {
  readonly lab: Lab;
  readonly poll: string;
  readonly statement: AnsweredStatement;
  /** The fact whose arithmetic is shown. */
  readonly cell: string | null;
  readonly choose: (cell: string) => void;
}

export function evidence(view: EvidenceView): TemplateResult {
  const { poll, statement } = view;
  // A lecturer may give no reason.
  const why = textOf(`poll-answers.${poll}.${statement.id}.why`);
  return html`<div class="evidence">
    ${why === undefined ? nothing : html`<p>${why}</p>`}
    <p class="decided" data-decided=${statement.decidedBy}>
      ${t(`lecture.decided.${statement.decidedBy}`)}
      ${statement.decidedBy === "argument" ? t(`poll-answers.${poll}.${statement.id}.argument`) : nothing}
    </p>
    ${statement.readings.map((reading) => ofReading(view, reading))}
  </div>`;
}

function ofReading(view: EvidenceView, reading: Reading): TemplateResult {
  const { poll, statement } = view;
  return html`<section class="reading" data-holds=${reading.holds ? "true" : "false"}>
    ${
      reading.id === null
        ? nothing
        : html`<h2>${t(`poll-answers.${poll}.${statement.id}.readings.${reading.id}`)}: ${t(`verdicts.${reading.holds ? "holds" : "fails"}`)}</h2>`
    }
    <dl>${reading.facts.map((fact) => ofFact(view, reading, fact))}</dl>
  </section>`;
}

function ofFact(view: EvidenceView, reading: Reading, fact: Fact): TemplateResult {
  const { lab, poll, statement, cell: chosen, choose } = view;
  // A lecturer's poll may come to have other runs.
  const own = `polls/${poll}/${findPoll(poll)?.version ?? ""}/${statement.id}/${reading.id ?? ""}`;
  const key = `${own}/${fact.id}`;
  const { cell } = fact;
  const run = cell ? reading.runs[cell.run] : undefined;
  const value = html`<span data-value=${String(fact.value)} title=${isRounded(fact.value) ? formatFull(fact.value) : nothing}>${formatCell(fact.value)}</span>`;
  const place = cell && run ? { key: `${own}/${cell.run}`, ...run, ...cell } : null;
  return html`<div data-fact=${fact.id}>
    <dt>${"names" in fact ? fact.names[language()] : t(`poll-answers.${poll}.${statement.id}.facts.${fact.id}`)}</dt>
    <dd>${
      place
        ? html`<button type="button" aria-expanded=${chosen === key ? "true" : "false"} @click=${() => choose(key)}>${value}<span class="unseen">, ${t("ui.arithmetic")}</span></button>`
        : value
    }</dd>
    ${place && chosen === key ? html`<dd class="fact-arithmetic"><ag-run-cell .lab=${lab} .place=${place}></ag-run-cell></dd>` : nothing}
  </div>`;
}
