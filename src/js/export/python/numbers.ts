import type { Tensor } from "../../types.js";
import { checkedTensor } from "../checked.js";
import { tuple } from "./letters.js";

/** How many characters a line of numbers may have. */
const WIDTH = 100;

/** How many characters a row may have that shares its line with others. */
const SHORT = 16;

/** A number with all digits, as Python reads it. */
export function literal(number: number): string {
  if (Number.isNaN(number)) return "np.nan";
  if (!Number.isFinite(number)) return number > 0 ? "np.inf" : "-np.inf";
  if (Object.is(number, -0)) return "-0.0";
  const digits = String(number);
  return /[.e]/.test(digits) ? digits : `${digits}.0`;
}

/** Returns a tensor as an array of NumPy. */
export const arrayLiteral = (tensor: Tensor): string => literalOf(checkedTensor(tensor));

/** As {@link arrayLiteral}, of a tensor that was checked. */
export function literalOf({ shape, data }: Tensor): string {
  if (shape.includes(0)) return `np.zeros(${tuple(shape)})`;
  let place = 0;
  const part = (axis: number, indent: string): string => {
    const length = shape[axis];
    if (length === undefined) return literal(data[place++] ?? Number.NaN);
    const parts = Array.from({ length }, () => part(axis + 1, `${indent}    `));
    const line = `[${parts.join(", ")}]`;
    if (line.length + indent.length <= WIDTH && !line.includes("\n")) return line;
    // Short rows, such as the two ends of an edge, share a line.
    const isShort = parts.every((one) => one.length <= SHORT && !one.includes("\n"));
    return axis === shape.length - 1 || isShort
      ? `[\n${wrapped(parts, `${indent}    `)}\n${indent}]`
      : `[\n${parts.map((row) => `${indent}    ${row},\n`).join("")}${indent}]`;
  };
  return `np.array(${part(0, "")})`;
}

/** Numbers in as many lines as they need. */
function wrapped(numbers: readonly string[], indent: string): string {
  const lines: string[] = [];
  let line = indent;
  for (const number of numbers) {
    if (line.length + number.length + 2 > WIDTH && line !== indent) {
      lines.push(line.trimEnd());
      line = indent;
    }
    line += `${number}, `;
  }
  return [...lines, line.trimEnd()].join("\n");
}
