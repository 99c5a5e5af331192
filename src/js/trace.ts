import { AttographError } from "./errors.js";
import type { CrossedTrace } from "./glue.js";
import { wrongType } from "./refuse.js";
import type { CatalogEntry, CatalogStep, Tensor, Trace, TraceStep } from "./types.js";

/** Joins what a run computed with what the catalog declares. */
export function assemble(entry: CatalogEntry, crossed: CrossedTrace): Trace {
  const steps = crossed.steps.map(({ id, input, operands, shape, data }): TraceStep => {
    const declared = ensured(declaredStep(entry, id), id);
    const { symbol, op, function: name, index, axes, formula, source } = declared;
    const reads = declared.reads.map((read, position) => ({
      step: crossed.steps[operands[position] ?? -1]?.id ?? "",
      index: read.index,
    }));
    return { id, symbol, op, function: name, index, axes, shape, data, formula, source, reads, input };
  });
  const outputs: Record<string, Tensor> = {};
  for (const { name, step } of crossed.outputs) {
    const value = steps[step];
    if (value) outputs[name] = { shape: value.shape, data: value.data };
  }
  return { algorithm: entry.id, steps, outputs, notices: crossed.notices };
}

/** In the catalog `[]` stands for the number of a round. */
export function declaredStep(entry: CatalogEntry, id: string): CatalogStep | undefined {
  const declared = String(id).replace(/\[\d+\]/g, "[]");
  return entry.steps.find((step) => step.id === declared);
}

/** A step that the catalog has, if the library is whole. */
export function ensured(step: CatalogStep | undefined, id: string): CatalogStep {
  if (step) return step;
  throw new AttographError("internal", `step \`${id}\` is not in the catalog`, { step: id });
}

/** A copy of the index, if the step has such a cell. */
export function checkIndex(step: TraceStep, given: readonly number[]): number[] {
  if (!Array.isArray(given)) throw wrongType("index", "an array of whole numbers", given);
  const index = Array.from(given, (position) => {
    if (typeof position !== "number") throw wrongType("index", "an array of whole numbers", position);
    return position;
  });
  const fits = (position: number, axis: number): boolean =>
    Number.isInteger(position) && position >= 0 && position < (step.shape[axis] ?? 0);
  if (index.length === step.shape.length && index.every(fits)) return index;
  const facts = { step: step.id, index, shape: [...step.shape] };
  const message = `step \`${step.id}\` has shape [${step.shape.join(", ")}] and no cell [${index.join(", ")}]`;
  throw new AttographError("index-out-of-bounds", message, facts);
}
