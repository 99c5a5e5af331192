/** Which pictures suit a step: by its id where it means something of its own, else by its axes. */
import type { TraceStep } from "../elements/events.ts";
import { KINDS } from "./kinds.ts";
import type { PictureKind, PictureSpec } from "./spec.ts";

const kinds = [...KINDS.values()].sort((one, other) => one.rank - other.rank);

/** The kinds that show numbers below 0 as well, which gradients have. */
const SIGNED: ReadonlySet<PictureKind> = new Set<PictureKind>(["pattern"]);

/** Returns the pictures that suit a step of a run, the best first; none where its table says more. */
export function picturesOf(step: TraceStep, steps: ReadonlyMap<string, TraceStep>): PictureSpec[] {
  const found = kinds.flatMap(({ suits }) => suits(step, steps));
  return step.gradient ? found.filter(({ kind }) => SIGNED.has(kind)) : found;
}
