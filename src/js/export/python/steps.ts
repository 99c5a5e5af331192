import type { AttographError } from "../../errors.js";
import { wrongType } from "../../refuse.js";
import type { StepData } from "../../trace-types.js";
import { FUNCTIONS, FUNCTIONS_AT_ZERO, FUNCTIONS_WITH_NAN } from "./functions.js";
import { axesOf, foldedOf, lengthsOf, lettersOf, listed, type StepOf, tuple } from "./letters.js";
import { literalOf } from "./numbers.js";
import { BOUND, RULES, RULES_OF_ALL, RULES_OF_TWO, SIZES, STREAMS } from "./rules.js";

/** An operand of a step: the expression that names it, its letters one by one, and what they measure. */
interface Operand {
  readonly text: string;
  readonly index: string;
  readonly letters: readonly string[];
  readonly shape: readonly number[];
}

/** What the expressions of a run have in common. */
export interface Context {
  readonly stepOf: StepOf;
  /** The name of each step's variable. */
  readonly names: ReadonlyMap<string, string>;
  /** Rules that the library has functions for. */
  readonly functions: Readonly<Record<string, string>>;
  /** Whether a softmax row without any key is NaN. */
  readonly emptyRowIsNaN: boolean;
  /** Whether the library goes back by itself. */
  readonly goesBack: boolean;
  /** Whether products are summed in index order, because what follows depends on their last digits. */
  readonly inIndexOrder: boolean;
  /** A number among the inputs. */
  readonly inputOf: (name: string) => number;
}

/** Returns the expression that computes a step from the variables of its operands, in NumPy. */
export function expressionOf(step: StepData, context: Context): string {
  if (step.op === "given") return literalOf(step);
  const indices = foldedOf([step.index, ...step.reads.map(({ index }) => index)]);
  const operands = step.reads.map((read, place): Operand => {
    const { shape = [], id = "" } = context.stepOf(read.step) ?? {};
    const index = indices[place + 1] ?? "";
    return { text: context.names.get(id) ?? "", index, letters: lettersOf(index), shape };
  });
  if (step.op === "size") return sizeOf(step, operands);
  if (step.op === "rule") return ruleOf(step, textsOf(operands), context.functions);
  if (step.op === "transpose") return transposeOf(step, operands, context);
  const index = indices[0] ?? "";
  // A step of a gradient has the letters of the step that it goes back through.
  const known = new Map(
    Object.entries(BOUND[(step.gradient?.through ?? step.id).split("/").at(-1) ?? ""] ?? {}).map(([letter, input]) => [
      letter,
      context.inputOf(input),
    ]),
  );
  const lengths = lengthsOf([...operands, { index, shape: step.shape }], known);
  const sizes = (letters: readonly string[]): number[] => letters.map((letter) => lengths.get(letter) ?? 1);
  const computation = {
    step,
    operands: operands.map((operand) => split(operand, sizes)),
    letters: lettersOf(index),
    sizes,
    context,
  };
  const value = COMPUTED[step.op as keyof typeof COMPUTED](computation);
  if (!isMerged(index)) return value;
  return `${/^[A-Za-z_][\w.]*(?:\([^()]*\))?$/.test(value) ? value : `(${value})`}.reshape(${listed(step.shape)})`;
}

const isMerged = (index: string): boolean => axesOf(index).some((axis) => axis.length > 1);

/** The id of a step without the part that it belongs to. */
const ownId = ({ id }: StepData): string => id.split("/").at(-1) ?? "";

/** An operand with an axis for each letter: axes that letters share are taken apart, and of an axis that occurs twice the diagonal is taken. */
function split(operand: Operand, sizes: (letters: readonly string[]) => number[]): Operand {
  const { letters, index } = operand;
  const unique = [...new Set(letters)];
  if (unique.length < letters.length)
    return {
      ...operand,
      letters: unique,
      text: `np.einsum("${letters.join("")}->${unique.join("")}", ${operand.text})`,
    };
  return isMerged(index) ? { ...operand, text: `${operand.text}.reshape(${listed(sizes(letters))})` } : operand;
}

interface Computation {
  readonly step: StepData;
  readonly operands: readonly Operand[];
  /** The letters of the result. */
  readonly letters: readonly string[];
  readonly sizes: (letters: readonly string[]) => number[];
  readonly context: Context;
}

const COMPUTED = { contract, map, reduce, gather, scatter };

/** A product of matrices where it is one, and an einsum otherwise. */
function contract({ operands, letters, context }: Computation): string {
  const [left, right] = operands;
  const index = `${operands.map((operand) => operand.letters.join("")).join(",")}->${letters.join("")}`;
  const swept = [...new Set(operands.flatMap((operand) => operand.letters))].filter(
    (letter) => !letters.includes(letter),
  );
  if (context.inIndexOrder && left && right && swept.length === 1) {
    const all = [...letters, ...swept];
    return `summed_in_order(${spread(left, all)} * ${spread(right, all)})`;
  }
  if (left && right && operands.length === 2) {
    const product = productOf(left.letters.join(""), right.letters.join(""), letters.join(""));
    if (product) return product.replace("A", left.text).replace("B", right.text);
  }
  return `np.einsum("${index}", ${operands.map(({ text }) => text).join(", ")})`;
}

/** The product of two matrices, or of a matrix and a vector, that an einsum is. */
function productOf(left: string, right: string, result: string): string | undefined {
  const [a = "", b = ""] = left;
  if (left.length !== 2 || a === b) return undefined;
  if (right === b && result === a) return "A @ B";
  if (right.length !== 2 || result.length !== 2) return undefined;
  const c = result[1] ?? "";
  if (c === a || c === b) return undefined;
  if (result[0] === a) {
    if (right === `${b}${c}`) return "A @ B";
    if (right === `${c}${b}`) return "A @ B.T";
  }
  return result[0] === b && right === `${a}${c}` ? "A.T @ B" : undefined;
}

/** A function of single numbers. */
function map({ step, operands, letters, sizes, context }: Computation): string {
  const name = step.function ?? "";
  const isAtZero = context.goesBack && context.stepOf(step.reads.at(-1)?.step ?? "")?.data.includes(0);
  const template =
    (context.emptyRowIsNaN ? FUNCTIONS_WITH_NAN[name] : undefined) ??
    (isAtZero ? FUNCTIONS_AT_ZERO[name] : undefined) ??
    FUNCTIONS[name];
  if (template === undefined) throw missing(step);
  const value = fill(
    template,
    operands.map((operand) => spread(operand, letters)),
  );
  const covered = new Set(operands.flatMap((operand) => operand.letters));
  return letters.every((letter) => covered.has(letter)) ? value : `np.broadcast_to(${value}, ${tuple(sizes(letters))})`;
}

/** An operand with its axes in the order of the letters, and an axis of length 1 for each letter that it lacks. */
function spread({ text, letters }: Operand, all: readonly string[]): string {
  const present = all.filter((letter) => letters.includes(letter));
  const ordered = permuted(text, letters, present);
  const [first] = present;
  if (first === undefined) return ordered;
  const axes = all.slice(all.indexOf(first)).map((letter) => (letters.includes(letter) ? ":" : "None"));
  if (!axes.includes("None")) return ordered;
  return `${ordered}[${axes.join(", ").replace(/(?<=None)(?:, :)+$/, "")}]`;
}

/** A tensor with its axes in another order. */
function permuted(text: string, from: readonly string[], to: readonly string[]): string {
  if (from.join() === to.join()) return text;
  return from.length === 2 ? `${text}.T` : `${text}.transpose(${listed(to.map((letter) => from.indexOf(letter)))})`;
}

/** A sum or a maximum over the letters that the result lacks. */
function reduce({ step, operands: [operand], letters, sizes }: Computation): string {
  if (!operand) throw missing(step);
  const swept = operand.letters.flatMap((letter, axis) => (letters.includes(letter) ? [] : [axis]));
  const rest = operand.letters.filter((letter) => letters.includes(letter));
  const axis = swept.length === 1 ? `${swept[0]}` : tuple(swept);
  const counts = sizes(operand.letters);
  if (swept.length === 0) return permuted(operand.text, rest, letters);
  // Neither library has a maximum of no numbers.
  if (step.function === "max" && swept.some((place) => counts[place] === 0))
    return `np.full(${tuple(sizes(letters))}, -np.inf)`;
  return permuted(`${operand.text}.${step.function}(axis=${axis})`, rest, letters);
}

/** The numbers of the first operand at the positions that the second names. */
function gather({ step, operands: [data, chosen], letters, sizes }: Computation): string {
  if (!data || !chosen) throw missing(step);
  const swept = data.letters.find((letter) => !letters.includes(letter)) ?? "";
  const shared = data.letters.some((letter) => chosen.letters.includes(letter));
  if (!shared && data.letters[0] === swept) {
    const taken = `${data.text}[${chosen.text}.astype(int)]`;
    return permuted(taken, [...chosen.letters, ...data.letters.slice(1)], letters);
  }
  const places = data.letters.map((letter) => {
    if (letter === swept) return spread({ ...chosen, text: `${chosen.text}.astype(int)` }, letters);
    const range = { ...data, text: `np.arange(${listed(sizes([letter]))})`, letters: [letter] };
    return spread(range, letters);
  });
  return `${data.text}[${places.join(", ")}]`;
}

/** A sum or a maximum of the numbers of the first operand that the second gives one place. */
function scatter({ step, operands: [data, names], letters, sizes }: Computation): string {
  const [named = "", ...rest] = letters.filter((letter) => !data?.letters.includes(letter));
  const [place = "", ...more] = names?.letters ?? [];
  if (!data || !names || rest.length > 0) throw missing(step);
  if (more.length > 0 || letters.includes(place)) {
    if (step.function !== "sum") throw missing(step);
    const places = letters.map((letter) => {
      const counted = { ...data, text: `np.arange(${listed(sizes([letter]))})`, letters: [letter] };
      return spread(letter === named ? { ...names, text: `${names.text}.astype(int)` } : counted, data.letters);
    });
    return `sum_at((${places.join(", ")},), ${data.text}, ${tuple(sizes(letters))})`;
  }
  const features = data.letters.filter((letter) => letter !== place);
  const rows = permuted(data.text, data.letters, [place, ...features]);
  const scattered = `scatter_${step.function}(${rows}, ${names.text}, ${sizes([named])[0]})`;
  return permuted(scattered, [named, ...features], letters);
}

/** The length of an axis, as a number like any other. */
function sizeOf(step: StepData, [operand]: readonly Operand[]): string {
  if (!operand) throw missing(step);
  const axes = axesOf(operand.index);
  const value = step.data[0] ?? 0;
  const axis = axes.length === 1 ? 0 : axes.indexOf(SIZES[ownId(step)] ?? "");
  return axis >= 0 && operand.shape[axis] === value
    ? `np.array(float(${operand.text}.shape[${axis}]))`
    : literalOf(step);
}

/** What no einsum describes. */
function ruleOf(step: StepData, operands: readonly string[], functions: Readonly<Record<string, string>>): string {
  const name = step.function ?? "";
  const ofAll = RULES_OF_ALL[name];
  if (ofAll) return ofAll(operands);
  const template = functions[name] ?? (operands.length === 2 ? RULES_OF_TWO[name] : undefined) ?? RULES[name];
  if (template === undefined) throw missing(step);
  const facts: Record<string, string> = { shape: tuple(step.shape), stream: `${STREAMS[ownId(step)] ?? 0}` };
  for (const [axis, length] of step.shape.entries()) facts["abcdef"[axis] ?? ""] = `${length}`;
  return fill(
    template.replace(/\{([a-z]+)\}/g, (_, fact: string) => facts[fact] ?? ""),
    operands,
  );
}

const textsOf = (operands: readonly Operand[]): string[] => operands.map(({ text }) => text);

/** A gradient that goes back through a rule: what the rule makes of a 1 in the place of each number of the operand. A mean makes a share of it, which the gradient has already. */
function transposeOf(step: StepData, [upstream, ...operands]: readonly Operand[], context: Context): string {
  const { of = "", through } = step.gradient ?? {};
  const rule = context.stepOf(through ?? "");
  if (!rule || !upstream) throw missing(step);
  const numbered = /\[(\d+)\]$/.exec(step.id)?.[1];
  const first = rule.reads.findIndex((read) => read.step === of);
  const position = numbered !== undefined && rule.reads[Number(numbered)]?.step === of ? Number(numbered) : first;
  const target = operands[position];
  if (!target) throw missing(step);
  const made = ruleOf(
    rule,
    textsOf(operands).map((text, place) => (place === position ? "one" : text)),
    context.functions,
  );
  const share = context.stepOf(step.reads[0]?.step ?? "");
  const count = share?.function === "divide-or-zero" && share.gradient?.of === of ? share.reads[1]?.step : undefined;
  const whole = count === undefined ? made : `${made} * ${context.names.get(count)}`;
  return `back_through(lambda one: ${whole}, ${tuple(target.shape)}, ${upstream.text})`;
}

const fill = (template: string, operands: readonly string[]): string =>
  template.replace(/\{(\d)\}/g, (_, place: string) => operands[Number(place)] ?? "");

const missing = ({ id, op, function: name }: StepData): AttographError =>
  wrongType(`trace.steps.${id}`, "a step of the library", name ?? op);
