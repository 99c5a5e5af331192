/** The middle of the page: the operands of the step, the signs between them, and the result. */
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { Cell, TraceStep } from "../library.ts";
import type { Domain } from "../numbers/color.ts";
import { equals, isTableRounded } from "../numbers/equals.ts";
import { labelsOf } from "../numbers/labels.ts";
import type { CellRef } from "../state/state.ts";
import { stepText, t } from "../text.ts";
import { arrange, type Piece } from "./arrangement.ts";
import { caption } from "./caption.ts";
import { type Heat, waiting } from "./heat.ts";
import { isDrawnOnce, type Mark, marksOn } from "./marks.ts";
import type { LessonModel } from "./model.ts";
import { isLarge, sizeOf, slicesOf, type Table, tablesOf } from "./stage-layout.ts";
import type { Room } from "./stage-room.ts";
import type { TableView } from "./table-view.ts";

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
  /** Whether the result has no room beside its operands from the beginning. */
  readonly below: boolean;
  /** The width of the stage in pixels; 0 until it is known. */
  readonly width: number;
  /** What draws heat maps; null until it is loaded. */
  readonly heat: Heat | null;
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
  const drawn = {
    size: sizeOf(pieces, view.room),
    heat: view.heat?.looking(pieces, view.room, view.width) ?? null,
  };
  const look: Look = { ...drawn, rounded: isRounded(pieces, view, drawn) };
  const operands = pieces.slice(0, -2);
  // Where the result stands first, its sign stands before what it is made of.
  const outcome = pieces.slice(-2);
  const [relation] = outcome;
  const draw = (piece: Piece) => {
    if (piece.kind === "sign") return sign(piece.text, look);
    if (piece.operand !== null && view.room.names) return named(piece);
    return isRepeated(piece, operands, view.once) ? named(piece) : slices(view, look, piece);
  };
  // The elements of heat maps are used again for the next step: to create them takes longer than to draw them.
  const key = (piece: Piece, position: number) =>
    piece.kind === "matrix" && look.heat?.pieces.has(piece) ? `heat ${position}` : keyOf(piece, position);
  const label = t("ui.stageOf", { title: stepText(step).title });
  const areSingle = (some: readonly Piece[]) => tablesOf(some).every((table) => table.step.shape.length === 0);
  return html`<div class="stage" role="group" aria-label=${label} ?data-below=${view.below} ?data-single=${areSingle(pieces)}>
    ${together(operands).map(
      (group, at) =>
        html`<div class="factor" ?data-single=${areSingle(operands)}>${at === 0 && relation?.kind === "sign" ? html`<span class="leads">${sign(relation.text, look)}</span>` : nothing}${repeat(group, key, draw)}</div>`,
    )}
    <div class="outcome">${repeat(outcome, key, draw)}</div>
  </div>`;
}

/** Whether an operand is on the stage already: where a formula writes one twice, or reads a list twice that is drawn once. */
function isRepeated(piece: Table, operands: readonly Piece[], once: boolean): boolean {
  const first = tablesOf(operands).find((other) => other.step === piece.step);
  if (piece.operand === null || !first || first === piece) return false;
  return first.operand === piece.operand || (once && isDrawnOnce(piece.step));
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

function sign(text: string, { rounded }: Look): TemplateResult {
  return text === "="
    ? html`<span class="sign equals">${equals(rounded)}</span>`
    : html`<span class="sign">${text}</span>`;
}

/** Whether operands and result are numbers on the stage, and not all of them have all their digits. */
function isRounded(pieces: readonly Piece[], { room }: StageView, { size, heat }: Omit<Look, "rounded">): boolean {
  if (room.names || size.startsWith("heat")) return false;
  const tables = tablesOf(pieces);
  const written = tables.every((table) => !isLarge(table.step) && !heat?.pieces.has(table));
  return written && tables.some(({ step }) => isTableRounded(step));
}

export function sliceOf(step: TraceStep, slices: Readonly<Record<string, number>>): number[] {
  return step.axes
    .slice(0, -2)
    .map((axis, position) => Math.min(slices[axis] ?? 0, Math.max(0, (step.shape[position] ?? 1) - 1)));
}

const TYPED: ReadonlySet<string> = new Set(["tensor", "number", "integer"]);

/** Whether the numbers of a step are an input that can be typed, and not, for example, computed from a graph. */
export function isEditable(model: LessonModel, step: TraceStep): boolean {
  return !model.lesson.fixed && model.entry.inputs.some(({ name, kind }) => TYPED.has(kind) && name === step.input);
}

/** Returns the TeX that the build prepares; see `transposed` in `build/formulas.mjs`. */
function symbolOf({ symbol }: TraceStep, transposed: boolean): string {
  return transposed ? `{${symbol}}^\\top` : symbol;
}

/** How the tables of the step are drawn. */
interface Look {
  readonly size: ReturnType<typeof sizeOf>;
  readonly heat: ReturnType<Heat["looking"]>;
  /** Whether what is written is rounded. */
  readonly rounded: boolean;
}

/** The table of a step, or those of its heads beside each other. */
function slices(view: StageView, look: Look, piece: Table): TemplateResult {
  const all = slicesOf(piece, view.room, sliceOf(piece.step, view.slices));
  const [first = []] = all;
  if (all.length < 2) return table(view, look, piece, first, false);
  return html`<div class="beside">${all.map((slice) => table(view, look, piece, slice, true))}</div>`;
}

function table(view: StageView, look: Look, piece: Table, slice: readonly number[], fixed: boolean): TemplateResult {
  const { model, domains, marks, selected, pointed, error } = view;
  const { step, operand, transposed, vertical } = piece;
  const { labels } = model;
  const rank = step.shape.length;
  const rowAxis = rank >= 2 ? rank - 2 : vertical ? 0 : -1;
  const columnAxis = rank >= 2 ? rank - 1 : vertical ? -1 : 0;
  const editable = isEditable(model, step);
  const at = (ref: CellRef | null | undefined) => (ref?.step === step.id ? ref.index : null);
  const shown: TableView = {
    role: operand === null ? "result" : `operand operand-${operand}`,
    ...{ step, slice, fixed, editable, transposed, vertical },
    sliceLabels: step.shape.slice(0, -2).map((length, axis) => labelsOf(labels, step.axes[axis], length)),
    rowLabels: rowAxis < 0 ? [] : labelsOf(labels, step.axes[rowAxis], step.shape[rowAxis] ?? 0),
    columnLabels: columnAxis < 0 ? [] : labelsOf(labels, step.axes[columnAxis], step.shape[columnAxis] ?? 0),
    domain: domains.get(step.id) ?? null,
    selected: at(selected),
    pointed: at(pointed),
    marked: marksOn(piece, marks, model.step.reads, view.once),
    error: error && error.input === step.input && editable ? error : null,
    filled: operand === null ? view.filled : null,
    caption: caption(symbolOf(step, transposed)),
  };
  const { size, heat } = look;
  if (!view.heat && isLarge(step)) return waiting(shown.role, shown.caption);
  return heat?.pieces.has(piece) && view.heat
    ? view.heat.table(shown, { ...heat, bare: size === "heat-bare" })
    : html`<ag-matrix
        class=${shown.role}
        .step=${step}
        .slice=${slice}
        ?fixed=${fixed}
        .sliceLabels=${shown.sliceLabels}
        .rowLabels=${shown.rowLabels}
        .columnLabels=${shown.columnLabels}
        .domain=${shown.domain}
        .selected=${shown.selected}
        .pointed=${shown.pointed}
        .marked=${shown.marked}
        .error=${shown.error}
        .filled=${shown.filled}
        ?editable=${editable}
        ?transposed=${transposed}
        ?vertical=${vertical}
        .size=${size}
      >${shown.caption}</ag-matrix>`;
}
