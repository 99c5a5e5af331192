/** Which pictures suit a step: by its id where it means something of its own, else by its axes. The first suits best. */
import type { TraceStep } from "../elements/events.ts";
import type { PictureSpec } from "./spec.ts";

/** Up to this length a list is one distribution, whose bars have names. */
const MOST_BARS = 24;

/** A rule answers for the steps that it knows, and with nothing for any other. */
type Rule = (step: TraceStep, steps: ReadonlyMap<string, TraceStep>) => readonly PictureSpec[];

/** The part of an id that names what the step is, without the part of the algorithm that it is in. */
export function keyOf(step: TraceStep): string {
  return step.id.slice(step.id.lastIndexOf("/") + 1);
}

/** Each row is a distribution. */
const distributions: Rule = (step) => {
  const last = step.shape.at(-1) ?? 0;
  const isWeights = /(?:^|[.-])(?:weights|probabilities|coefficients)$/.test(keyOf(step));
  return isWeights && last > 1 ? [{ kind: "bars", sets: [{ step: step.id }] }] : [];
};

/** A list. */
const lists: Rule = (step) => {
  const [length = 0] = step.shape;
  return step.shape.length === 1 && length > 1 && length <= MOST_BARS
    ? [{ kind: "bars", sets: [{ step: step.id }] }]
    : [];
};

const RULES: readonly Rule[] = [distributions, lists];

/** Returns the pictures that suit a step of a run, the best first; none where its table says more. */
export function picturesOf(step: TraceStep, steps: ReadonlyMap<string, TraceStep>): PictureSpec[] {
  return RULES.flatMap((rule) => rule(step, steps));
}
