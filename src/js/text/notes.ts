import { readAs, type Schema } from "../schema.js";
import type { Cell } from "../types.js";

/** Functions that return a number unchanged. */
const TAKEN_OVER: ReadonlySet<string> = new Set(["copy", "interleave", "rotation", "concatenate-pairs"]);

/** What of a cell decides. */
const CELL: Schema = {
  type: "object",
  required: ["op", "function", "value", "terms"],
  properties: {
    op: { type: "string" },
    function: { type: ["string", "null"] },
    value: { type: "number" },
    terms: { type: "array", items: { type: "array", items: { type: "object" } } },
  },
};

/** Returns the key, below `notes`, of the sentence that explains a cell where its equation is not enough; otherwise null. */
export const noteKey = (cell: Cell): string | null => noteOf(readAs<Cell>(CELL, "cell", cell));

/** As {@link noteKey}, for a cell that the library made. */
export function noteOf(cell: Cell): string | null {
  const operands = cell.terms.flat();
  const [first, second] = operands;
  if (cell.op === "size") return "size";
  if (Number.isNaN(cell.value)) return "nan";
  if (operands.length === 0 && (cell.op === "contract" || cell.function === "sum")) return "empty";
  if (operands.length === 0 && cell.function === "max") return "no-maximum";
  switch (cell.function) {
    case null:
      return null;
    case "sum-of-messages":
      return operands.length === 0 ? "no-message" : "sum-of-messages";
    case "exp-shifted":
      return second?.value === Number.NEGATIVE_INFINITY ? "masked-row" : null;
    case "normalize":
      return second?.value === 0 ? "empty-row" : null;
    case "inverse-square-root":
      return first?.value === 0 ? "no-degree" : null;
    default:
      return TAKEN_OVER.has(cell.function) ? "copy" : cell.function;
  }
}
