import { AttographError } from "./errors.js";
import { filled } from "./formula.js";
import { givenValue, nest } from "./given.js";
import type { CrossedBack, CrossedTrace, Given } from "./glue.js";
import { refusal, wrongType } from "./refuse.js";
import type { GradientAsked, StepData, StepOfGradient, TraceData } from "./trace-types.js";
import type { CatalogEntry, CatalogStep, Tensor } from "./types.js";

/** Joins what a run computed with its inputs, with what was asked and with what the catalog declares, and returns the data of the trace. */
export function assemble(
  entry: CatalogEntry,
  given: readonly Given[],
  crossed: CrossedTrace,
  asked?: GradientAsked,
): TraceData {
  const symbols: string[] = [];
  const steps = crossed.steps.map(({ id, input, operands, shape, data, written, gradient, batch }): StepData => {
    const declared = gradient ? null : ensured(declaredStep(entry, id), id);
    const { op, function: name } = (gradient ?? declared) as CrossedBack | CatalogStep;
    const { index, axes } = batch ?? ((gradient ?? declared) as CrossedBack | CatalogStep);
    const [symbol, own, source] = written ?? notationOf(ensured(declared ?? undefined, id));
    symbols.push(symbol);
    const formula = filled(own, (operand) => symbols[operands[operand] ?? -1]);
    const letters = batch?.reads ?? gradient?.reads ?? declared?.reads.map((read) => read.index) ?? [];
    const reads = letters.map((letters, position) => ({
      step: crossed.steps[operands[position] ?? -1]?.id ?? "",
      index: letters,
    }));
    const back = gradient && { gradient: wayBack(gradient) };
    return { id, symbol, op, function: name, index, axes, shape, data, formula, source, reads, input, ...back };
  });
  const outputs = tensorsOf(steps, crossed.outputs);
  const inputs = nest(given.map((one) => ({ name: one.name, value: shownBy(steps, one) ?? givenValue(one) })));
  return { algorithm: entry.id, inputs, steps, outputs, notices: crossed.notices, ...(asked && { gradient: asked }) };
}

/** Returns the tensors of the steps that are named. */
export function tensorsOf(steps: readonly StepData[], named: CrossedTrace["outputs"]): Record<string, Tensor> {
  const tensors: Record<string, Tensor> = {};
  for (const { name, step } of named) {
    const value = steps[step];
    if (value) tensors[name] = { shape: value.shape, data: value.data };
  }
  return tensors;
}

/** The symbol, the formula and the source of a step as the catalog has them. */
const notationOf = ({ symbol, pattern, formula, source }: CatalogStep): [string, string, string] => [
  symbol,
  pattern ?? formula,
  source,
];

const wayBack = ({ role, of, through, template }: CrossedBack): StepOfGradient => ({ role, of, through, template });

/** Returns the tensor of the step that shows an input as a whole, so that its numbers are kept and copied once. */
function shownBy(steps: readonly StepData[], { kind, name, present = name, shape: given }: Given): unknown {
  const step = (kind === "tensor" || kind === "batch") && steps.find(({ input }) => input === present);
  if (!step || step.shape.join() !== given?.join()) return null;
  const { shape, data } = step;
  return kind === "batch" ? { batch: { shape, data } } : { shape, data };
}

/** Returns the declaration of a step; in the catalog, `[]` stands for the number of a round. */
export function declaredStep(entry: CatalogEntry, id: string): CatalogStep | undefined {
  const declared = id.replace(/\[\d+\]/g, "[]");
  return entry.steps.find((step) => step.id === declared);
}

/** Returns a declaration that must be there; throws `internal` if it is not. */
export function ensured(step: CatalogStep | undefined, id: string): CatalogStep {
  if (step) return step;
  throw new AttographError("internal", `step \`${id}\` is not in the catalog`, { step: id });
}

/** Validates the index of a cell of a step, and returns a copy of it. */
export function checkIndex(step: StepData, given: readonly number[]): number[] {
  if (!Array.isArray(given)) throw wrongType("index", "an array of whole numbers", given);
  // An array may claim any length; one position too many is enough to refuse it.
  const index = Array.from({ length: Math.min(given.length, step.shape.length + 1) }, (_, axis) => {
    const position: unknown = given[axis];
    if (typeof position !== "number") throw wrongType("index", "an array of whole numbers", position, [axis]);
    return position;
  });
  const fits = (position: number, axis: number): boolean =>
    Number.isInteger(position) && position >= 0 && position < (step.shape[axis] ?? 0);
  if (index.length === step.shape.length && index.every(fits)) return index;
  throw refusal("index-out-of-bounds", { step: step.id, index, shape: [...step.shape] });
}
