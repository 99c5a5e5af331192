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
  if (named) {
    scanner.take(FACTS);
    if (!scanner.take(/\)/y)) throw scanner.error("a closing parenthesis");
  }
  scanner.skipSpace();
  if (!scanner.done) throw scanner.error("the end of the data");
  return { kind: "tensor", format, tensor: { shape, data: Float64Array.from(data) } };
}

/** Reads a number or a bracket; the first bracket of a level sets its length. */
function readLevel(scanner: Scanner, depth: number, shape: number[], data: number[]): void {
  const start = scanner.at;
  if (!scanner.take(/\[/y)) {
    if (shape.length > depth) throw scanner.error("an opening bracket");
    const token = scanner.take(/[^\s,[\]()]+/y)?.[0] ?? "";
    const number = numberOf(token);
    if (token.startsWith("...")) throw scanner.error("every number, where the printout leaves some out", start);
    if (number === null) throw scanner.error("a number", start);
    if (data.push(number) > MOST) throw tooLarge("data", data.length, MOST);
    return;
  }
  if (depth === MOST_AXES) throw scanner.error(`at most ${MOST_AXES} brackets within each other`, start);
  const known = shape[depth];
  if (known === undefined) {
    if (data.length > 0) throw scanner.error("a number", start);
    shape.push(0);
  }
  let count = 0;
  for (;;) {
    scanner.skipSpace();
    if (scanner.take(/\]/y)) break;
    if (scanner.done) throw scanner.error("a closing bracket");
    if (known !== undefined && count === known) throw scanner.error(`${known} entries in each bracket`);
    if (known === undefined) shape[depth] = count + 1;
    readLevel(scanner, depth + 1, shape, data);
    count += 1;
    scanner.skipSpace();
    const comma = scanner.take(/,\s*/y);
    if (comma && scanner.text[scanner.at] === ",") throw scanner.error("a number");
  }
  if (known !== undefined && count !== known) throw scanner.error(`${known} entries in each bracket`, scanner.at - 1);
}
