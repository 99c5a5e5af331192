/** The middle of the page: the operands of the step, the signs between them, and the result. */
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { Cell, TraceStep } from "../library.ts";
import type { Domain } from "../numbers/color.ts";
import type { CellRef } from "../state/state.ts";
import { stepText, t } from "../text.ts";
import { arrange, type Piece } from "./arrangement.ts";
import { labelsOf } from "./labels.ts";
import type { Mark } from "./marks.ts";
import type { LessonModel } from "./model.ts";

export interface StageView {
  readonly model: LessonModel;
  /** Any cell of the step, for the way its operation is written. */
  readonly sample: Cell | null;
  readonly domains: ReadonlyMap<string, Domain>;
  readonly marks: ReadonlyMap<string, readonly Mark[]>;
  readonly selected: CellRef | undefined;
  readonly pointed: CellRef | null;
  /** The shown position of each leading axis, by its name. */
  readonly slices: Readonly<Record<string, number>>;
  readonly error: { readonly input: string; readonly index: readonly number[]; readonly message: string } | null;
}

export function stage(view: StageView): TemplateResult {
  const { model, sample } = view;
  const { step, steps } = model;
  const pieces = arrange(step, steps, sample);
  const label = t("ui.stageOf", { title: stepText(step.id).title });
  return html`<div class="stage" role="group" aria-label=${label}>
    ${repeat(pieces, keyOf, (piece) => (piece.kind === "sign" ? sign(piece.text) : matrix(view, piece)))}
  </div>`;
}

function keyOf(piece: Piece, position: number): string {
  return piece.kind === "sign" ? `sign ${position} ${piece.text}` : `${piece.step.id} ${piece.operand ?? "result"}`;
}

function sign(text: string): TemplateResult {
  return html`<span class=${text === "=" ? "sign equals" : "sign"}>${text}</span>`;
}

export function sliceOf(step: TraceStep, slices: Readonly<Record<string, number>>): number[] {
  return step.axes.slice(0, -2).map((axis, position) => Math.min(slices[axis] ?? 0, Math.max(0, (step.shape[position] ?? 1) - 1)));
}

/** Whether the numbers of a step are an input that is made of numbers, and not, say, read off a graph. */
export function isEditable(model: LessonModel, step: TraceStep): boolean {
  return model.entry.inputs.some(({ name, kind }) => kind === "tensor" && name === step.input);
}

function matrix(view: StageView, piece: Extract<Piece, { kind: "matrix" }>): TemplateResult {
  const { model, domains, marks, selected, pointed, slices, error } = view;
  const { step, operand, transposed, vertical } = piece;
  const { labels } = model.part;
  const rank = step.shape.length;
  const rowAxis = rank >= 2 ? rank - 2 : vertical ? 0 : -1;
  const columnAxis = rank >= 2 ? rank - 1 : vertical ? -1 : 0;
  const editable = isEditable(model, step);
  const at = (ref: CellRef | null | undefined) => (ref?.step === step.id ? ref.index : null);
  return html`<ag-matrix
    class=${operand === null ? "result" : `operand operand-${operand}`}
    .step=${step}
    .slice=${sliceOf(step, slices)}
    .rowLabels=${rowAxis < 0 ? [] : labelsOf(labels, step.axes[rowAxis], step.shape[rowAxis] ?? 0)}
    .columnLabels=${columnAxis < 0 ? [] : labelsOf(labels, step.axes[columnAxis], step.shape[columnAxis] ?? 0)}
    .domain=${domains.get(step.id) ?? null}
    .selected=${at(selected)}
    .pointed=${at(pointed)}
    .marked=${marks.get(step.id) ?? []}
    .error=${error && error.input === step.input && editable ? error : null}
    ?editable=${editable}
    ?transposed=${transposed}
    ?vertical=${vertical}
    size="stage"
  ><span slot="caption"><ag-formula .tex=${step.symbol}></ag-formula>${transposed ? html`<sup class="transpose">⊤</sup>` : nothing}</span></ag-matrix>`;
}
