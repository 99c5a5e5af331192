/** Chooses the sentence that explains a cell where its equation is not enough. Pure; the sentences are in the texts. */
import type { Cell } from "../library.ts";

/** Functions that return a number unchanged. */
const TAKEN_OVER: ReadonlySet<string> = new Set(["copy", "interleave", "rotation", "concatenate-pairs"]);

/** Returns the key of the sentence below `elements.inspector`; null where the equation is enough. */
export function noteOf(cell: Cell): string | null {
  const operands = cell.terms.flat();
  const [first, second] = operands;
  if (cell.op === "size") return "size";
  if (Number.isNaN(cell.value)) return "nan";
  if (operands.length === 0 && cell.op === "contract") return "empty";
  switch (cell.function) {
    case null:
      return null;
    case "sum-of-messages":
      return operands.length === 0 ? "function.no-message" : "function.sum-of-messages";
    case "exp-shifted":
      return second?.value === Number.NEGATIVE_INFINITY ? "maskedRow" : null;
    case "normalize":
      return second?.value === 0 ? "emptyRow" : null;
    case "inverse-square-root":
      return first?.value === 0 ? "noDegree" : null;
    default:
      return TAKEN_OVER.has(cell.function) ? "function.copy" : `function.${cell.function}`;
  }
}
