/** Hints on one step, from a question to the arithmetic of one number, each on request. */
import { noteKey } from "attograph/text";
import { html, nothing, type TemplateResult } from "lit";
import { arithmetic, isFold, isOperand } from "../elements/arithmetic.ts";
import type { Cell, Exercise, Hint, Lab, Operand, Trace } from "../library.ts";
import { formatCell } from "../numbers/format.ts";
import { labelOf } from "../numbers/labels.ts";
import { plainSymbol } from "../numbers/symbol.ts";
import { askedText, t, textOf } from "../text.ts";
import type { LabelRules } from "./labels.ts";
import { HINTS } from "./work.ts";

export interface HintsView {
  readonly lab: Lab;
  readonly trace: () => Trace;
  readonly step: Exercise["asked"][number];
  /** Ids of all steps to fill in. */
  readonly asked: readonly string[];
  /** Ids of those that are not all right yet: their numbers are not shown. */
  readonly open: ReadonlySet<string>;
  readonly labels: LabelRules;
  /** The hints on the first cell that is not right; empty where all are. */
  readonly hints: readonly Hint[];
  readonly taken: number;
  readonly take: () => void;
}

export function hints(view: HintsView): TemplateResult | typeof nothing {
  const { taken, take } = view;
  if (view.hints.length === 0) return nothing;
  const all = taken >= HINTS;
  return html`<div class="hints">
    <ol aria-live="polite">${view.hints.slice(0, taken).map((hint) => html`<li>${written(view, hint)}</li>`)}</ol>
    <button type="button" data-action="hint" aria-disabled=${all ? "true" : "false"} @click=${() => all || take()}>
      ${all ? t("practice.noMoreHints") : t("practice.hint", { number: taken + 1, count: HINTS })}
    </button>
  </div>`;
}

function written(view: HintsView, hint: Hint): TemplateResult | TemplateResult[] {
  switch (hint.kind) {
    case "step":
      return html`<p>${askedText(hint).text}</p>`;
    case "misconception":
      return hint.ids.map((id) => html`<p>${t(`misconceptions.${id}.hint`)}</p>`);
    case "formula":
      return formulas(view);
    case "cell":
      return example(view, hint.index);
  }
}

/** The formulas between this step and the given and earlier steps. */
function formulas({ step, asked, trace }: HintsView): TemplateResult {
  const { steps } = trace();
  const needed = new Set([step.step]);
  for (const { id, reads } of [...steps].reverse()) {
    const open = id === step.step || (needed.has(id) && !asked.includes(id));
    if (open) for (const read of reads) needed.add(read.step);
  }
  const way = steps.filter(
    ({ id, op }) => needed.has(id) && op !== "given" && (id === step.step || !asked.includes(id)),
  );
  return html`<p>${t("hints.formula")}</p>
    <div class="formula" role="group" aria-label=${t("ui.formula")} tabindex="0">
      ${way.map(({ formula, symbol }) => html`<ag-formula block .tex=${formula} .symbols=${[symbol]}></ag-formula>`)}
    </div>`;
}

/** The arithmetic of one number, without the result. */
function example(view: HintsView, index: readonly number[]): TemplateResult {
  const { lab, trace, step, labels } = view;
  const cell = lab.cell(trace(), step.step, index);
  const at = index.map((position, axis) => labelOf(labels, step.axes[axis], position)).join(", ");
  const left = at === "" ? plainSymbol(step.symbol) : `${plainSymbol(step.symbol)}[${at}]`;
  const right = sum(cell, (operand) => (isHidden(view, operand.step) ? nameOf(view, operand) : null));
  const note = textOf(`notes.${noteKey(cell)}`);
  return html`<p>${t("hints.cell")}</p>
    ${right === "" ? html`<p>${t("practice.noArithmetic", { cell: left })}</p>` : html`<p class="equation">${left} = ${right} = …</p>`}
    ${note === undefined ? nothing : html`<p>${note}</p>`}`;
}

/** Whether a step is one that is still to be found, or is computed from one. */
function isHidden({ trace, step, open }: HintsView, id: string): boolean {
  const hidden = new Set([...open].filter((other) => other !== step.step));
  for (const { id: other, reads } of trace().steps) {
    if (other === step.step) break;
    if (reads.some((read) => hidden.has(read.step))) hidden.add(other);
  }
  return hidden.has(id);
}

/** The name of a number, such as `S[x₁, x₂]`. */
function nameOf({ trace, labels }: HintsView, { step: id, index }: Operand): string {
  const step = trace().steps.find((other) => other.id === id);
  if (!step) return id;
  const at = index.map((position, axis) => labelOf(labels, step.axes[axis], position)).join(", ");
  return at === "" ? plainSymbol(step.symbol) : `${plainSymbol(step.symbol)}[${at}]`;
}

/** `hide` returns what stands in the place of a number that is not shown. */
function sum(cell: Cell, hide: (operand: Operand) => string | null): string {
  const pieces = arithmetic(cell, false).map((piece) => {
    if (isFold(piece)) return t("elements.inspector.folded", { count: piece.folded });
    if (!isOperand(piece)) return piece;
    const hidden = hide(piece.operand);
    if (hidden !== null) return hidden;
    const number = formatCell(piece.operand.value);
    return piece.bracketed ? `(${number})` : number;
  });
  return pieces.join("");
}
