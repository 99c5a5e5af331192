/** Hints of one step, from a question to the arithmetic of one number, each on request. */
import { html, type TemplateResult } from "lit";
import { arithmetic, isFold, isOperand } from "../elements/arithmetic.ts";
import { noteOf } from "../elements/cell-note.ts";
import { labelOf } from "../lesson/labels.ts";
import type { Cell, Exercise, Lab, Mark, Trace } from "../library.ts";
import { formatCell } from "../numbers/format.ts";
import { indexOf } from "../numbers/shape.ts";
import { plainSymbol } from "../numbers/symbol.ts";
import { stepText, t } from "../text.ts";
import type { LabelRules } from "./labels.ts";
import { HINTS } from "./work.ts";

export interface HintsView {
  readonly lab: Lab;
  readonly trace: () => Trace;
  readonly step: Exercise["asked"][number];
  /** Ids of all steps that are asked. */
  readonly asked: readonly string[];
  readonly labels: LabelRules;
  readonly marks: readonly Mark[];
  /** Misconceptions that the numbers of the step were explained by. */
  readonly misconceptions: readonly string[];
  readonly taken: number;
  readonly take: () => void;
}

export function hints(view: HintsView): TemplateResult {
  const { taken, take } = view;
  const shown = [question, formula, example].slice(0, taken);
  const all = taken >= HINTS;
  return html`<div class="hints">
    <ol aria-live="polite">${shown.map((hint) => html`<li>${hint(view)}</li>`)}</ol>
    <button type="button" data-action="hint" aria-disabled=${all ? "true" : "false"} @click=${() => all || take()}>
      ${all ? t("practice.noMoreHints") : t("practice.hint", { number: taken + 1, count: HINTS })}
    </button>
  </div>`;
}

/** Leads back from the mistake that was made; where none is recognized, says what the step is for. */
function question({ step, misconceptions }: HintsView): TemplateResult {
  const [first] = misconceptions;
  return html`<p>${first ? t(`misconceptions.${first}.hint`) : stepText(step.step).text}</p>`;
}

/** The formulas on the way to this step from what is given and what was asked before. */
function formula({ step, asked, trace }: HintsView): TemplateResult {
  const { steps } = trace();
  const needed = new Set([step.step]);
  for (const { id, reads } of [...steps].reverse()) {
    const open = id === step.step || (needed.has(id) && !asked.includes(id));
    if (open) for (const read of reads) needed.add(read.step);
  }
  const way = steps.filter(
    ({ id, op }) => needed.has(id) && op !== "given" && (id === step.step || !asked.includes(id)),
  );
  return html`<div class="formula" role="group" aria-label=${t("ui.formula")} tabindex="0">
    ${way.map(({ formula, symbol }) => html`<ag-formula block .tex=${formula} .symbols=${[symbol]}></ag-formula>`)}
  </div>`;
}

/** The arithmetic of the first number that is not right yet, without what comes out. */
function example({ lab, trace, step, labels, marks }: HintsView): TemplateResult {
  const place = Math.max(
    0,
    marks.findIndex(({ kind }) => kind !== "right"),
  );
  const index = indexOf(step.shape, place);
  const cell = lab.cell(trace(), step.step, index);
  const at = index.map((position, axis) => labelOf(labels, step.axes[axis], position)).join(", ");
  const left = at === "" ? plainSymbol(step.symbol) : `${plainSymbol(step.symbol)}[${at}]`;
  const right = written(cell);
  const note = noteOf(cell);
  return html`<p>${t("practice.exampleHint")}</p>
    ${right === "" ? html`<p>${t("practice.noArithmetic", { cell: left })}</p>` : html`<p class="equation">${left} = ${right} = …</p>`}
    ${note ? html`<p>${t(`elements.inspector.${note}`)}</p>` : ""}`;
}

function written(cell: Cell): string {
  const pieces = arithmetic(cell, false).map((piece) => {
    if (isFold(piece)) return t("elements.inspector.folded", { count: piece.folded });
    if (!isOperand(piece)) return piece;
    const number = formatCell(piece.operand.value);
    return piece.bracketed ? `(${number})` : number;
  });
  return pieces.join("");
}
