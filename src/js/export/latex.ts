import { wholeNumber } from "../refuse.js";
import type { StepData, TraceData } from "../trace-types.js";
import type { Cell, Operand } from "../types.js";
import { checkedCell, checkedOptions, checkedStep, checkedTrace } from "./checked.js";
import { indicesOf } from "./csv.js";
import { inTeX } from "./template.js";

/** How numbers are written. */
export interface LatexOptions {
  /** The most decimals of a number, from 0 to 17; all digits by default. */
  readonly decimals?: number;
}

/** The most columns of a `bmatrix`, unless a document sets its counter `MaxMatrixCols`. */
const MOST_COLUMNS = 10;

/** A number in TeX. */
function numberIn(options: LatexOptions): (number: number) => string {
  const { decimals } = checkedOptions(options, ["decimals"]);
  if (decimals !== undefined) wholeNumber("decimals", decimals, 0, 17);
  return (number) => {
    if (Number.isNaN(number)) return String.raw`\text{NaN}`;
    if (!Number.isFinite(number)) return number > 0 ? String.raw`\infty` : String.raw`-\infty`;
    const digits = decimals === undefined ? String(number) : String(Number(number.toFixed(decimals)));
    return digits.replace(/e\+?(-?\d+)$/, String.raw` \cdot 10^{$1}`);
  };
}

/**
 * Returns a step as LaTeX for the packages amsmath and amssymb: its formula, and its numbers as a `bmatrix`, or as several where it has more than two axes. A row with more
 * numbers than a `bmatrix` takes is an `array` within brackets.
 */
export function latex(step: StepData, options: LatexOptions = {}): string {
  const { symbol, formula, shape, data } = checkedStep(step);
  const numbers = Array.from(data, numberIn(options));
  const [rows, columns] = shape.length >= 2 ? shape.slice(-2) : [1, shape[0] ?? 1];
  const size = (rows ?? 0) * (columns ?? 0);
  const outer = [...indicesOf(shape.slice(0, -2))];
  const matrices = outer.map((index, place) => {
    const name = index.length > 0 ? `\\left(${symbol}\\right)_{${index.join(",")}}` : symbol;
    return `${name} &= ${matrix(numbers.slice(place * size, (place + 1) * size), columns ?? 0, shape.length)}`;
  });
  const lines = [...(formula === symbol ? [] : [`& ${formula}`]), ...matrices];
  return `\\begin{align*}\n${lines.join(" \\\\\n")}\n\\end{align*}\n`;
}

function matrix(numbers: readonly string[], columns: number, axes: number): string {
  if (axes === 0) return numbers[0] ?? "";
  if (numbers.length === 0) return "[\\,]";
  const count = numbers.length / columns;
  const rows = Array.from({ length: count }, (_, row) => numbers.slice(row * columns, (row + 1) * columns).join(" & "));
  const body = rows.join(" \\\\\n");
  return columns <= MOST_COLUMNS
    ? `\\begin{bmatrix}\n${body}\n\\end{bmatrix}`
    : `\\left[\\begin{array}{${"r".repeat(columns)}}\n${body}\n\\end{array}\\right]`;
}

/** Returns the arithmetic of a number of a trace, as `lab.cell` takes it apart, as an equation in LaTeX. */
export function latexOfCell(trace: TraceData, cell: Cell, options: LatexOptions = {}): string {
  const read = checkedCell(cell);
  const step = checkedTrace(trace).steps.find(({ id }) => id === read.step);
  const write = numberIn(options);
  const name = `\\left(${step?.symbol ?? "x"}\\right)${read.index.length > 0 ? `_{${read.index.join(",")}}` : ""}`;
  const value = write(read.value);
  const sides = [arithmetic(read, write), value].filter(
    (side, place) => place === 1 || (side !== "" && side !== value),
  );
  return `\\[ ${[name, ...sides].join(" = ")} \\]\n`;
}

function arithmetic({ op, template, terms }: Cell, write: (number: number) => string): string {
  const factor = ({ value }: Operand): string =>
    value < 0 || Object.is(value, -0) ? `(${write(value)})` : write(value);
  if (op === "contract") return terms.map((factors) => factors.map(factor).join(" \\cdot ")).join(" + ");
  if (template === null) return "";
  return inTeX(template, terms.flat().map(factor));
}
