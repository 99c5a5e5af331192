import type { Answers, ExerciseStep, Hint, Mark, Marked, MarkedStep } from "./exercise-types.js";
import type { CrossedMarked, Typed } from "./glue.js";
import { freeze } from "./plain.js";
import { indexOf } from "./tensor.js";

/** Returns marks joined with hints, and with the answers that are right. */
export function describeMarks(crossed: CrossedMarked, typed: readonly Typed[], asked: readonly ExerciseStep[]): Marked {
  const steps = crossed.steps.map((marked): MarkedStep => {
    const step = asked.find((one) => one.step === marked.step);
    const gradient = step?.gradient && { gradient: step.gradient };
    const hints = marked.cells.map((mark, cell) =>
      hintsFor(mark, { ...marked, ...gradient }, cell, step?.formula ?? ""),
    );
    return { ...marked, ...gradient, hints };
  });
  return freeze({ ...crossed, steps, kept: keptOf(steps, typed) });
}

function hintsFor(mark: Mark, marked: Omit<MarkedStep, "hints">, cell: number, formula: string): Hint[] {
  const { step, shape, gradient } = marked;
  if (mark.kind === "right" || mark.kind === "follows-from-earlier") return [];
  return [
    { kind: "step", step, ...(gradient && { gradient }) },
    mark.kind === "misconception" ? { kind: "misconception", ids: mark.ids } : { kind: "formula", step, formula },
    { kind: "cell", step, index: indexOf(cell, shape) },
  ];
}

function keptOf(steps: readonly MarkedStep[], typed: readonly Typed[]): Answers {
  const texts = new Map(typed.map(({ step, texts }) => [step, texts]));
  const kept = ({ step, cells }: MarkedStep) =>
    cells.map(({ kind }, cell) => (kind === "right" ? (texts.get(step)?.[cell] ?? "") : ""));
  return Object.fromEntries(steps.map((marked) => [marked.step, kept(marked)]));
}
