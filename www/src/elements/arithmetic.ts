/** A cell's arithmetic in pieces: text between the numbers, the numbers themselves, and folds in sums that are too long to read. Pure. */
import type { Cell, Operand } from "../library.ts";

export interface OperandPiece {
  readonly operand: Operand;
  /** Stands in parentheses, because its sign or power would be read with what is beside it. */
  readonly bracketed: boolean;
}

export interface FoldPiece {
  /** How many terms are left out. */
  readonly folded: number;
}

export type Piece = string | OperandPiece | FoldPiece;

export const MOST_TERMS = 8;
const SHOWN_FIRST = 4;
const SHOWN_LAST = 2;
const NEEDS_POWER_OF_TEN = (value: number) =>
  value !== 0 && Number.isFinite(value) && (Math.abs(value) < 1e-3 || Math.abs(value) >= 1e7);

/** Joins terms, leaving out the middle of a long row unless it was opened. */
function joined(terms: readonly Piece[][], between: string, open: boolean): Piece[] {
  const fold = !open && terms.length > MOST_TERMS;
  const pieces: Piece[] = [];
  terms.forEach((term, at) => {
    const left = fold && at >= SHOWN_FIRST && at < terms.length - SHOWN_LAST;
    if (left && at > SHOWN_FIRST) return;
    if (at > 0) pieces.push(between);
    if (left) pieces.push({ folded: terms.length - SHOWN_FIRST - SHOWN_LAST });
    else pieces.push(...term);
  });
  return pieces;
}

function product(factors: readonly Operand[]): Piece[] {
  return factors.flatMap((operand, at) => {
    const bracketed = operand.value < 0 || (factors.length > 1 && NEEDS_POWER_OF_TEN(operand.value));
    return at === 0 ? [{ operand, bracketed }] : ["·", { operand, bracketed }];
  });
}

/** A number that text surrounds: a sign between two opening and closing marks cannot be misread. */
function within(operand: Operand, before: string, after: string): OperandPiece {
  const opens = before === "" || /[(,;|[]\s*$/.test(before);
  const bound = /^[²³^·]/.test(after.trimStart()) || /[√·]\s*$/.test(before);
  const power = bound && NEEDS_POWER_OF_TEN(operand.value);
  return { operand, bracketed: power || (operand.value < 0 && (!opens || bound)) };
}

function filled(template: string, operands: readonly Operand[], open: boolean): Piece[] {
  // A list of nothing would leave empty brackets; the note beside the equation says what it means.
  if (operands.length === 0 && template.includes("{*}")) return [];
  const parts = template.split(/(\{(?:\d+|\*)\})/);
  return parts.flatMap((part, at): Piece[] => {
    const name = /^\{(\d+|\*)\}$/.exec(part)?.[1];
    if (name === undefined) return part === "" ? [] : [part];
    if (name === "*")
      return joined(
        operands.map((operand) => [{ operand, bracketed: false }]),
        ", ",
        open,
      );
    const operand = operands[Number(name)];
    return operand ? [within(operand, parts[at - 1] ?? "", parts[at + 1] ?? "")] : [];
  });
}

/** Written as sums whatever their template says. */
const SUMS: ReadonlySet<string | null> = new Set(["sum", "sum-of-messages"]);

/** Counted numbers: what is written beside them is up to where they go, and stands behind the value. */
const COUNTED: ReadonlySet<string | null> = new Set(["count", "count-even"]);

/** Whether the written arithmetic is a condition that the value keeps, and not what it equals. */
export function isCondition(cell: Cell): boolean {
  return COUNTED.has(cell.function);
}

/** The right-hand side of a cell; empty for an input. `open`: with all terms of a long sum. */
export function arithmetic(cell: Cell, open: boolean): Piece[] {
  if (cell.op === "given") return [];
  const operands = cell.terms.flat();
  if (cell.op === "contract" || SUMS.has(cell.function)) {
    const terms = cell.op === "contract" ? cell.terms : operands.map((operand) => [operand]);
    return terms.length === 0 ? ["0"] : joined(terms.map(product), " + ", open);
  }
  return cell.template === null ? [] : filled(cell.template, operands, open);
}

export function isOperand(piece: Piece): piece is OperandPiece {
  return typeof piece === "object" && "operand" in piece;
}

export function isFold(piece: Piece): piece is FoldPiece {
  return typeof piece === "object" && "folded" in piece;
}
