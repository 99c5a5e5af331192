/** The layout of a step on the stage: its operands with the signs between them, then the result. */
import type { Cell, TraceStep } from "../library.ts";

export type Piece =
  | { readonly kind: "sign"; readonly text: string }
  | {
      readonly kind: "matrix";
      readonly step: TraceStep;
      /** Position among the operands; null for the result. */
      readonly operand: number | null;
      /** Whether rows and columns are exchanged, as in a product with a transpose. */
      readonly transposed: boolean;
      /** Whether a list is drawn as a column. */
      readonly vertical: boolean;
    };

type Steps = ReadonlyMap<string, TraceStep>;

const sign = (text: string): Piece => ({ kind: "sign", text });

/** `cell` is any cell of the step, for the notation of its operation; null where the step has none. */
export function arrange(step: TraceStep, steps: Steps, cell: Cell | null): readonly Piece[] {
  const result: Piece = matrix(step, null, step.index, false);
  if (step.op === "given") return [result];
  // A size and a rule on single numbers have no equation of whole tables.
  const made = step.op === "size" || step.op === "rule";
  const operands =
    step.op === "contract" ? product(step, steps) : made ? named(step, steps) : written(step, steps, cell);
  return operands.length > 0 ? [...operands, sign(made ? "→" : "="), result] : [result];
}

function matrix(step: TraceStep, operand: number | null, index: string, transposed: boolean, partner = ""): Piece {
  return { kind: "matrix", step, operand, transposed, vertical: isVertical(step, index, partner) };
}

/** One number for each row is drawn as a column, so that it aligns with the rows. */
function isVertical(step: TraceStep, index: string, partner: string): boolean {
  if (step.shape.length !== 1) return false;
  const letters = lettersOf(partner);
  const own = lettersOf(index)[0];
  return letters.length < 2 || letters.at(-1) !== own;
}

/** Returns the letters of an index, one string for each axis; `i(hk)` has the axes `i` and `hk`. */
export function lettersOf(index: string): string[] {
  return [...index.matchAll(/\(([^)]*)\)|(.)/g)].map(([, merged, single]) => merged ?? single ?? "");
}

function product(step: TraceStep, steps: Steps): Piece[] {
  const kept = new Set(step.index);
  const swept = step.reads.some(({ index }) => [...index].some((letter) => /\p{L}/u.test(letter) && !kept.has(letter)));
  // Blocks: an axis of the result runs over positions of both operands.
  const joins = lettersOf(step.index).some((axis) =>
    step.reads.every(({ index }) => [...axis].some((letter) => !index.includes(letter))),
  );
  // Numbers at the same place are multiplied, and their products summed, along rows or over all: no product of matrices.
  const [one, other] = step.reads.map(({ index }) => index);
  const alike = swept && step.reads.length === 2 && one === other && lettersOf(one ?? "").length >= 2;
  const single = joins ? "⊗" : "⊙";
  const pieces: Piece[] = [];
  for (const [position, read] of step.reads.entries()) {
    const operand = steps.get(read.step);
    if (!operand) continue;
    if (pieces.length > 0) pieces.push(sign((swept && !alike) || operand.shape.length === 0 ? "·" : single));
    else if (step.reads.length === 1) pieces.push(sign("Σ"));
    const letters = lettersOf(read.index);
    const [row, column] = letters.slice(-2);
    const sweeps = (axis: string | undefined) => axis !== undefined && [...axis].some((letter) => !kept.has(letter));
    const first = position === 0;
    // In a product the summed axis is the columns of the left factor and the rows of the right one.
    const transposed =
      swept &&
      !alike &&
      letters.length >= 2 &&
      (first ? sweeps(row) && !sweeps(column) : sweeps(column) && !sweeps(row));
    pieces.push(matrix(operand, position, read.index, transposed, step.index));
  }
  return alike ? [sign("Σ"), ...pieces] : pieces;
}

/** Whether an operand is read with the rows of the result as its columns, as in a matrix plus its transpose. A transpose itself is made of what is not one. */
function isExchanged(index: string, { index: own, reads }: TraceStep): boolean {
  const letters = lettersOf(index);
  return reads.length > 1 && letters.length === 2 && index !== own && letters.toReversed().join("") === own;
}

/** Returns the operands in order, each once. */
function named(step: TraceStep, steps: Steps): Piece[] {
  const ids = step.reads.map((read) => read.step);
  return listed(
    step.reads.flatMap(({ step: id, index }, position) => {
      const operand = steps.get(id);
      return operand && ids.indexOf(id) === position ? [matrix(operand, position, index, false, step.index)] : [];
    }),
  );
}

/** Fills the template of the step's cells, such as `exp({0} − {1})`, with whole operands instead of single numbers. */
function written(step: TraceStep, steps: Steps, cell: Cell | null): Piece[] {
  const place = (id: string | undefined, nth = 0): Piece[] => {
    const operand = id === undefined ? undefined : steps.get(id);
    const positions = step.reads.flatMap((read, position) => (read.step === id ? [position] : []));
    const position = positions[Math.min(nth, positions.length - 1)] ?? 0;
    const index = step.reads[position]?.index ?? "";
    return operand ? [matrix(operand, position, index, isExchanged(index, step), step.index)] : [];
  };
  if (!cell?.template) return listed(step.reads.flatMap(({ step: id }) => place(id)));
  const operands = cell.terms.map(([operand]) => operand?.step);
  const pieces: Piece[] = [];
  const seen = new Set<string | undefined>();
  // A lookup in a table is written as an index.
  const template = step.op === "gather" ? "{0}[{1}]" : cell.template;
  for (const [, text, placeholder] of template.matchAll(/([^{]+)|\{(\d+|\*)\}/g)) {
    if (text !== undefined) {
      pieces.push(sign(text.trim()));
      continue;
    }
    if (placeholder === "*") {
      // All operands, each once: those that this cell reads, and those that only other cells read.
      const fresh = step.reads.map((read) => read.step).filter((id) => !seen.has(id));
      for (const id of fresh) seen.add(id);
      pieces.push(...listed(fresh.flatMap((id) => place(id))));
      continue;
    }
    // A square, or the same rows beside each other, reads one step twice.
    const at = Number(placeholder);
    const id = operands[at];
    seen.add(id);
    pieces.push(...place(id, operands.slice(0, at).filter((other) => other === id).length));
  }
  // Operands that the chosen cell does not read are read by other cells.
  const missing = step.reads.filter((read) => !seen.has(read.step)).flatMap(({ step: id }) => place(id));
  if (missing.length > 0) pieces.push(...(pieces.length > 0 ? [sign(",")] : []), ...listed(missing));
  return pieces.filter((piece) => piece.kind === "matrix" || piece.text !== "");
}

function listed(operands: readonly Piece[]): Piece[] {
  return operands.flatMap((operand, position) => (position === 0 ? [operand] : [sign(","), operand]));
}
