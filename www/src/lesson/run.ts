/** Runs a part once for each set of inputs, and keeps the result while those inputs are in use. */
import type { LessonPart } from "../../lessons/index.ts";
import { type Lab, type Problem, problemOf, type Trace } from "../library.ts";
import type { Inputs } from "../state/state.ts";
import { currentInputs } from "./inputs.ts";

export type Outcome =
  | { readonly trace: Trace; readonly problem: null }
  | { readonly trace: null; readonly problem: Problem };

const remembered = new WeakMap<LessonPart, WeakMap<Inputs, Outcome>>();

export function run(lab: Lab, part: LessonPart, changes: Inputs): Outcome {
  const ofPart = remembered.get(part) ?? new WeakMap<Inputs, Outcome>();
  remembered.set(part, ofPart);
  const known = ofPart.get(changes);
  if (known) return known;
  const outcome = attempt(() => lab.trace(part.algorithm, currentInputs(part, changes)));
  ofPart.set(changes, outcome);
  return outcome;
}

function attempt(compute: () => Trace): Outcome {
  try {
    return { trace: compute(), problem: null };
  } catch (error) {
    return { trace: null, problem: problemOf(error) };
  }
}
