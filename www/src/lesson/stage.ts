/** The middle of the page: the operands of the step, the signs between them, and the result. */
import { html, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { AgMatrix } from "../elements/matrix.ts";
import type { Cell, TraceStep } from "../library.ts";
import type { Domain } from "../numbers/color.ts";
import type { CellRef } from "../state/state.ts";
import { stepText, t } from "../text.ts";
import { arrange, type Piece } from "./arrangement.ts";
import { caption } from "./caption.ts";
import { labelsOf } from "./labels.ts";
import type { Mark } from "./marks.ts";
import type { LessonModel } from "./model.ts";
import type { Room } from "./stage-room.ts";

export interface StageView {
  readonly model: LessonModel;
  /** Any cell of the step, for the notation of its operation. */
  readonly sample: Cell | null;
  readonly domains: ReadonlyMap<string, Domain>;
  readonly marks: ReadonlyMap<string, readonly Mark[]>;
  readonly selected: CellRef | undefined;
  readonly pointed: CellRef | null;
  /** The shown position of each leading axis, by name. */
  readonly slices: Readonly<Record<string, number>>;
  /** How much room there is: for large or small cells, and for the operands or only their names. */
  readonly room: Room;
  /** Whether numbers that the step reads twice are shown once, and as their symbol the second time. */
  readonly once: boolean;
  /** How many cells of the result are shown while it is played; null for all. */
  readonly filled: number | null;
  readonly error: { readonly input: string; readonly index: readonly number[]; readonly message: string } | null;
}

export function stage(view: StageView): TemplateResult {
  const { model, sample } = view;
  const { step, steps } = model;
  const pieces = arrange(step, steps, sample);
  // A line never breaks between the sign and the result.
  const size = sizeOf(view, pieces);
  const operands = pieces.slice(0, -2);
  const outcome = pieces.slice(-2);
  const draw = (piece: Piece) => {
    if (piece.kind === "sign") return sign(piece.text);
    if (piece.operand !== null && hasNames(view)) return named(piece);
    return view.once && isRepeated(piece, operands) ? named(piece) : matrix(view, size, piece);
  };
  const label = t("ui.stageOf", { title: stepText(step.id).title });
  return html`<div class="stage" role="group" aria-label=${label}>
    ${together(operands).map((group) => html`<div class="factor">${repeat(group, keyOf, draw)}</div>`)}
    <div class="outcome">${repeat(outcome, keyOf, draw)}</div>
  </div>`;
}

/** Whether an operand is a list of numbers that is already on the stage. */
function isRepeated(piece: Extract<Piece, { kind: "matrix" }>, operands: readonly Piece[]): boolean {
  const first = operands.find((other) => other.kind === "matrix" && other.step === piece.step);
  return piece.operand !== null && piece.step.shape.length <= 1 && first !== piece;
}

function named({ step, transposed }: Extract<Piece, { kind: "matrix" }>): TemplateResult {
  return html`<span class="sign operand-name"><ag-formula .tex=${symbolOf(step, transposed)}></ag-formula></span>`;
}

/** An operand with the sign before it and the closing bracket after it: a line never breaks between these. */
export function together(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const groups: Piece[][] = [];
  for (const piece of pieces) {
    const group = groups.at(-1);
    const full = group?.some(({ kind }) => kind === "matrix");
    const closes = piece.kind === "sign" && /^[)\]]/.test(piece.text);
    if (group && (closes || !full)) group.push(piece);
    else groups.push([piece]);
  }
  return groups;
}

function keyOf(piece: Piece, position: number): string {
  return piece.kind === "sign" ? `sign ${position} ${piece.text}` : `${piece.step.id} ${piece.operand ?? "result"}`;
}

function sign(text: string): TemplateResult {
  return html`<span class=${text === "=" ? "sign equals" : "sign"}>${text}</span>`;
}

export function sliceOf(step: TraceStep, slices: Readonly<Record<string, number>>): number[] {
  return step.axes
    .slice(0, -2)
    .map((axis, position) => Math.min(slices[axis] ?? 0, Math.max(0, (step.shape[position] ?? 1) - 1)));
}

const TYPED: ReadonlySet<string> = new Set(["tensor", "number", "integer"]);

/** Whether the numbers of a step are an input that can be typed, and not, for example, computed from a graph. */
export function isEditable(model: LessonModel, step: TraceStep): boolean {
  return !model.part.fixed && model.entry.inputs.some(({ name, kind }) => TYPED.has(kind) && name === step.input);
}

/** Returns the TeX that the build prepares; see `transposed` in `build/formulas.mjs`. */
function symbolOf({ symbol }: TraceStep, transposed: boolean): string {
  return transposed ? `{${symbol}}^\\top` : symbol;
}

/** Limits for large cells, which are readable from a distance. */
const MOST_ROWS = 8;
const MOST_COLUMNS = 18;

/** Cells are large where all of the step's matrices then fit next to each other. */
function sizeOf(view: StageView, pieces: readonly Piece[]): AgMatrix["size"] {
  if (view.room === "heat" || view.room === "heat-bare") return view.room;
  if (view.room.startsWith("small")) return "small";
  let columns = 0;
  for (const piece of pieces) {
    if (piece.kind === "sign" || (piece.operand !== null && hasNames(view))) continue;
    const { shape } = piece.step;
    const [down = 1, across = 1] =
      shape.length >= 2 ? shape.slice(-2) : piece.vertical ? [shape[0] ?? 1, 1] : [1, shape[0] ?? 1];
    if ((piece.transposed ? across : down) > MOST_ROWS) return "small";
    // Row names take about as much room as a column.
    columns += (piece.transposed ? down : across) + 1;
  }
  return columns > MOST_COLUMNS ? "small" : "stage";
}

/** Whether the operands are only named, for want of room. */
function hasNames({ room }: StageView): boolean {
  return room.endsWith("names") || room.startsWith("heat");
}

function matrix(view: StageView, size: AgMatrix["size"], piece: Extract<Piece, { kind: "matrix" }>): TemplateResult {
  const { model, domains, marks, selected, pointed, slices, error } = view;
  const { step, operand, transposed, vertical } = piece;
  const { labels } = model;
  const rank = step.shape.length;
  const rowAxis = rank >= 2 ? rank - 2 : vertical ? 0 : -1;
  const columnAxis = rank >= 2 ? rank - 1 : vertical ? -1 : 0;
  const editable = isEditable(model, step);
  const twice = !view.once && model.step.reads.filter((read) => read.step === step.id).length > 1;
  const at = (ref: CellRef | null | undefined) => (ref?.step === step.id ? ref.index : null);
  return html`<ag-matrix
    class=${operand === null ? "result" : `operand operand-${operand}`}
    .step=${step}
    .slice=${sliceOf(step, slices)}
    .sliceLabels=${step.shape.slice(0, -2).map((length, axis) => labelsOf(labels, step.axes[axis], length))}
    .rowLabels=${rowAxis < 0 ? [] : labelsOf(labels, step.axes[rowAxis], step.shape[rowAxis] ?? 0)}
    .columnLabels=${columnAxis < 0 ? [] : labelsOf(labels, step.axes[columnAxis], step.shape[columnAxis] ?? 0)}
    .domain=${domains.get(step.id) ?? null}
    .selected=${at(selected)}
    .pointed=${at(pointed)}
    .marked=${(marks.get(step.id) ?? []).filter(({ factor }) => !twice || factor === undefined || factor === operand)}
    .error=${error && error.input === step.input && editable ? error : null}
    .filled=${operand === null ? view.filled : null}
    ?editable=${editable}
    ?transposed=${transposed}
    ?vertical=${vertical}
    .size=${size}
  >${caption(symbolOf(step, transposed))}</ag-matrix>`;
}
