/** Notes on the numbers of one step: how many are right, the recognized mistake, and what could not be read. */
import { html, nothing, type TemplateResult } from "lit";
import type { Exercise, Mark, MarkedStep } from "../library.ts";
import { labelOf } from "../numbers/labels.ts";
import { indexOf } from "../numbers/shape.ts";
import { t } from "../text.ts";
import type { LabelRules } from "./labels.ts";
import { expectation, misconceptionName } from "./marks.ts";
import { typedText } from "./typed-text.ts";

export interface StepNotesView {
  readonly step: Exercise["asked"][number];
  readonly marked: MarkedStep;
  readonly texts: readonly string[];
  readonly labels: LabelRules;
  readonly decimals: number;
}

export function stepNotes(view: StepNotesView): TemplateResult {
  const { marked } = view;
  const count = (kind: Mark["kind"]) => marked.cells.filter((mark) => mark.kind === kind).length;
  const right = count("right");
  return html`
    <p class="step-count">${t("practice.rightOf", { right, count: marked.cells.length })}</p>
    ${marked.misconceptions.length > 0 ? mistakes(marked.misconceptions) : nothing}
    ${count("wrong") > 0 ? unrecognized(view) : nothing}
    ${count("follows-from-earlier") > 0 ? html`<p class="note">${t("practice.follows")}</p>` : nothing}
    ${count("too-few-digits") > 0 ? html`<p class="note">${t("practice.tooFewDigits", { decimals: view.decimals })}</p>` : nothing}
    ${marked.cells.map((mark, cell) => (mark.kind === "unreadable" ? unreadable(view, cell, mark) : nothing))}
  `;
}

/** Several misconceptions where they give the same numbers. */
function mistakes(ids: readonly string[]): TemplateResult {
  return html`<div class="mistakes">
    ${ids.length > 1 ? html`<p>${t("practice.oneOf", { count: ids.length })}</p>` : nothing}
    ${ids.map(
      (id) => html`<div class="mistake" data-misconception=${id}>
        <h3>${misconceptionName(id)}</h3>
        <p>${t(`misconceptions.${id}.explanation`)}</p>
      </div>`,
    )}
  </div>`;
}

function unrecognized({ step, marked, labels }: StepNotesView): TemplateResult {
  const first = marked.cells.findIndex(({ kind }) => kind === "wrong");
  return html`<p class="note unrecognized">${t("practice.unrecognized", { cell: placeName(step, labels, first) })}</p>`;
}

function unreadable(
  { step, texts, labels }: StepNotesView,
  cell: number,
  mark: Extract<Mark, { kind: "unreadable" }>,
): TemplateResult {
  return html`<div class="note unreadable">
    <p>${t("practice.unreadable", { cell: placeName(step, labels, cell), place: mark.place + 1, expected: expectation(mark.expected) })}</p>
    ${typedText(texts[cell] ?? "", mark.place)}
  </div>`;
}

/** Returns the names of the row and column, such as `x₁, x₂`. */
function placeName(step: Exercise["asked"][number], labels: LabelRules, cell: number): string {
  return indexOf(step.shape, cell)
    .map((position, axis) => labelOf(labels, step.axes[axis], position))
    .join(", ");
}
