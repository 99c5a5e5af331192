import type { StepData } from "./trace-types.js";
import type { Cell, Operand } from "./types.js";

/** Decodes a cell as it crosses: `[value, terms, (factors, (step, index …, value) …) …]`. */
export function readCell(
  numbers: Float64Array,
  steps: readonly StepData[],
  step: StepData,
  index: readonly number[],
  template: string | null,
): Cell {
  let place = 0;
  const next = (): number => numbers[place++] ?? Number.NaN;
  const times = <T>(count: number, read: () => T): T[] => Array.from({ length: count }, read);
  const operand = (): Operand => {
    const from = steps[next()];
    return { step: from?.id ?? "", index: times(from?.shape.length ?? 0, next), value: next() };
  };
  const value = next();
  const terms = times(next(), () => times(next(), operand));
  const { op, function: name } = step;
  return { step: step.id, index: [...index], value, op, function: name, template, terms };
}
