/** A cell's arithmetic in pieces: text between the numbers, the numbers themselves, and folds in long sums. Pure. */
import type { Cell, Operand } from "../library.ts";

export interface OperandPiece {
  readonly operand: Operand;
  /** Whether the number is in parentheses, because its sign or power would be read with its neighbor. */
  readonly bracketed: boolean;
}

export interface FoldPiece {
  /** Number of omitted terms. */
  readonly folded: number;
}

export type Piece = string | OperandPiece | FoldPiece;

export const MOST_TERMS = 8;
const SHOWN_FIRST = 4;
const SHOWN_LAST = 2;
const NEEDS_POWER_OF_TEN = (value: number) =>
  value !== 0 && Number.isFinite(value) && (Math.abs(value) < 1e-3 || Math.abs(value) >= 1e7);

/** Joins terms, omitting the middle of a long sum unless it is opened. */
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

/** Returns a number between two texts: between opening and closing marks its sign needs no parentheses. */
function within(operand: Operand, before: string, after: string): OperandPiece {
  const opens = before === "" || /[(,;|[]\s*$/.test(before);
  const bound = /^[²³^·]/.test(after.trimStart()) || /[√·]\s*$/.test(before);
  const power = bound && NEEDS_POWER_OF_TEN(operand.value);
  return { operand, bracketed: power || (operand.value < 0 && (!opens || bound)) };
}

function filled(template: string, operands: readonly Operand[], open: boolean): Piece[] {
  // An empty list would show empty brackets; the note next to the equation explains it.
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

/** Functions that are written as sums regardless of their template. */
const SUMS: ReadonlySet<string | null> = new Set(["sum", "sum-of-messages"]);

/** Functions of positions: the limit is written after the value. */
const COUNTED: ReadonlySet<string | null> = new Set(["count", "count-even"]);

/** Whether the written arithmetic is a condition on the value, not an expression equal to it. */
export function isCondition(cell: Cell): boolean {
  return COUNTED.has(cell.function);
}

/** Returns the right-hand side of a cell; empty for an input. `open`: with all terms of a long sum. */
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

/** Pieces between which a line may break: a term, and the sign before it. */
export interface Term {
  readonly between: string;
  readonly pieces: readonly Piece[];
}

/** Groups pieces by terms: those of a sum, and those of a list. */
export function termsOf(pieces: readonly Piece[]): readonly Term[] {
  const terms: { between: string; pieces: Piece[] }[] = [{ between: "", pieces: [] }];
  for (const piece of pieces) {
    if (piece === " + " || piece === ", ") terms.push({ between: piece, pieces: [] });
    else terms.at(-1)?.pieces.push(piece);
  }
  return pieces.length === 0 ? [] : terms;
}
