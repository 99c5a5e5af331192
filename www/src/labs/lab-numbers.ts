/** The numbers of a lab's run as a table; of two runs beside each other, with a mark where they differ. And what they say. */
import { html, nothing, type TemplateResult } from "lit";
import { formatCell, plain } from "../numbers/format.ts";
import { isRest, NEARLY_ZERO, restBeside, restOf } from "../numbers/rest.ts";
import { type RunName, runMark } from "../stage/controls.ts";
import { type Facts, holds, isReading, readFacts, shownFacts } from "../stage/facts.ts";
import type { StageRuns } from "../stage/runs.ts";
import type { Reading, Setting } from "../stage/stage.ts";
import { t } from "../text.ts";
import type { LabSpec } from "./lab.ts";

/** A lab as it is in a run, with the run's facts; null where the library has refused it. */
export interface Numbers {
  readonly run: RunName;
  readonly spec: LabSpec;
  readonly facts: Facts | null;
  /** The facts that are what rounding has left of a 0. */
  readonly rests: ReadonlySet<string>;
}

function restsOf(runs: StageRuns<LabSpec>, setting: Setting, spec: LabSpec, facts: Facts): ReadonlySet<string> {
  const isNearly = ([name, value]: [string, number]): boolean => {
    const { [name]: fact } = spec.facts;
    if (!isReading(fact)) return false;
    const { step: id, run, from } = fact;
    const step = from ? runs.at(setting, from.run).steps.get(from.step) : runs.at(setting, run).steps.get(id);
    return step !== undefined && isRest(value, from ? restBeside(step) : restOf(step));
  };
  return new Set(
    Object.entries(facts)
      .filter(isNearly)
      .map(([name]) => name),
  );
}

/** Reads the numbers of a run. */
export function readNumbers(run: RunName, runs: StageRuns<LabSpec>, setting: Setting): Numbers {
  let spec = runs.stage;
  try {
    spec = runs.stageAt(setting);
    const facts = readFacts(runs, setting);
    return { run, spec, facts, rests: restsOf(runs, setting, spec, facts) };
  } catch {
    return { run, spec, facts: null, rests: new Set() };
  }
}

/** Lists the numbers that any of the runs has. */
export function numbersTable(all: readonly Numbers[], open: (run: RunName, cell: Reading) => void): TemplateResult {
  const runs = all.map(({ run }) => run);
  const id = all[0]?.spec.id;
  const listed = [...new Set(all.flatMap(({ spec }) => spec.listed))];
  const compared = runs.length > 1;
  return html`<table class="lab-numbers">
    <caption class="unseen">${t("labs.frame.numbers")}</caption>
    ${
      compared
        ? html`<thead><tr><td></td>${runs.map((run) => html`<th scope="col">${runMark(run)}</th>`)}</tr></thead>`
        : nothing
    }
    <tbody>${listed.map((name) => {
      const values = all.map(({ facts }) => facts?.[name]);
      const differs = compared && values[0] !== values[1];
      return html`<tr data-fact=${name} data-differs=${differs ? "true" : "false"}>
        <th scope="row">${t(`labs.${id}.facts.${name}`)}</th>
        ${all.map(({ run, spec, rests }, at) => {
          const value = values[at];
          const cell = spec.facts[name];
          if (value === undefined || !isReading(cell)) return html`<td>–</td>`;
          return html`<td><button
            type="button"
            class="quiet number"
            data-of=${cell.run ?? nothing}
            data-step=${cell.step}
            data-index=${cell.index.join(",")}
            data-value=${plain(value)}
            data-run=${run}
            @click=${() => open(run, cell)}
          >${rests.has(name) ? NEARLY_ZERO : formatCell(value)}</button></td>`;
        })}
      </tr>`;
    })}</tbody>
  </table>`;
}

/** What is to be seen: the first sentence that holds for the numbers of a run. */
export function saying(spec: LabSpec, facts: Facts, rests: ReadonlySet<string>): string {
  const found = spec.says.find(({ when }) => when === undefined || holds(when, facts));
  if (!found) return "";
  const nearly = Object.fromEntries([...rests].map((name) => [name, NEARLY_ZERO]));
  return t(`labs.${spec.id}.says.${found.id}`, { ...shownFacts(facts, spec), ...nearly });
}
