/** Which pictures suit a step: by its id where it means something of its own, else by its axes. */
import type { TraceStep } from "../elements/events.ts";
import { KINDS } from "./kinds.ts";
import type { PictureSpec } from "./spec.ts";

const kinds = [...KINDS.values()].sort((one, other) => one.rank - other.rank);

/** Returns the pictures that suit a step of a run, the best first; none where its table says more. */
export function picturesOf(step: TraceStep, steps: ReadonlyMap<string, TraceStep>): PictureSpec[] {
  return kinds.flatMap(({ suits }) => suits(step, steps));
}
