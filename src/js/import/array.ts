import { numberOf, Scanner, tooLarge } from "./place.js";
import { type Format, type Imported, MOST } from "./types.js";

const MOST_AXES = 8;

/** What a printout has behind the numbers: `dtype=torch.float64, requires_grad=True`. */
const FACTS =
  /(?:\s*,\s*(?:dtype|device|requires_grad|grad_fn|shape|size|names)\s*=\s*(?:'[^']*'|<[^<>]*>|\([^()]*\)|[\w.:]+))*\s*,?\s*/y;

/** Reads nested brackets: JSON, and what NumPy and PyTorch print, with `array(…)` and `tensor(…)` or without, with commas or without. */
export function readArray(text: string, format: Format = "array"): Imported {
  const scanner = new Scanner(format, text);
  scanner.skipSpace();
  const named = scanner.take(/(?:np\.|numpy\.|torch\.)?(?:array|tensor|Parameter containing:\s*tensor)\s*\(/y);
  scanner.skipSpace();
  const shape: number[] = [];
  const data: number[] = [];
  readLevel(scanner, 0, shape, data);
  let dtype: string | undefined;
  if (named) {
    dtype = /dtype\s*=\s*(?:torch\.)?([\w.]+)/.exec(scanner.take(FACTS)?.[0] ?? "")?.[1];
    if (!scanner.take(/\)/y)) throw scanner.error("a closing parenthesis", scanner.at, "unclosed");
  }
  scanner.skipSpace();
  if (!scanner.done) throw scanner.error("the end of the data");
  return { kind: "tensor", format, tensor: { shape, data: Float64Array.from(data) }, ...(dtype && { dtype }) };
}

/** Reads a number or a bracket; the first bracket of a level sets its length. */
function readLevel(scanner: Scanner, depth: number, shape: number[], data: number[]): void {
  const start = scanner.at;
  if (!scanner.take(/\[/y)) {
    if (shape.length > depth) throw scanner.error("an opening bracket", scanner.at, "row-length");
    const token = scanner.take(/[^\s,[\]()]+/y)?.[0] ?? "";
    const number = numberOf(token);
    if (token.startsWith("..."))
      throw scanner.error("every number, where the printout leaves some out", start, "left-out");
    if (number === null) throw scanner.error("a number", start, "number");
    if (data.push(number) > MOST) throw tooLarge("data", data.length, MOST);
    return;
  }
  if (depth === MOST_AXES) throw scanner.error(`at most ${MOST_AXES} brackets within each other`, start, "too-deep");
  const known = shape[depth];
  if (known === undefined) {
    if (data.length > 0) throw scanner.error("a number", start);
    shape.push(0);
  }
  let count = 0;
  for (;;) {
    scanner.skipSpace();
    if (scanner.take(/\]/y)) break;
    if (scanner.done) throw scanner.error("a closing bracket", scanner.at, "unclosed");
    if (known !== undefined && count === known)
      throw scanner.error(`${known} entries in each bracket`, scanner.at, "row-length");
    if (known === undefined) shape[depth] = count + 1;
    readLevel(scanner, depth + 1, shape, data);
    count += 1;
    scanner.skipSpace();
    const comma = scanner.take(/,\s*/y);
    if (comma && scanner.text[scanner.at] === ",") throw scanner.error("a number", scanner.at, "missing-number");
  }
  if (known !== undefined && count !== known)
    throw scanner.error(`${known} entries in each bracket`, scanner.at - 1, "row-length");
}
