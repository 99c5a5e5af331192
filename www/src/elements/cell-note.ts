/** What a cell's equation alone would not tell: which sentence explains it. Pure; the words are in the texts. */
import type { Cell } from "../library.ts";

/** Functions that hand a number on as it is. */
const TAKEN_OVER: ReadonlySet<string> = new Set(["copy", "interleave", "rotation", "concatenate-pairs"]);

/** Key of the sentence below `elements.inspector`; null where the equation says everything. */
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
