/** What the kinds of pictures state of themselves, and what tells which steps a kind suits. */
import type { StaticValue } from "lit/static-html.js";
import type { TraceStep } from "../elements/events.ts";
import { paletteOf } from "../numbers/palettes.ts";

/** Answers for the steps that a kind suits, and with nothing for any other; what it likes best comes first. */
export type Rule<Spec> = (step: TraceStep, steps: ReadonlyMap<string, TraceStep>) => readonly Spec[];

export interface Kind<Spec> {
  /** The tag of its element. */
  readonly tag: StaticValue;
  /** Its place among kinds that suit one step. */
  readonly rank: number;
  readonly suits: Rule<Spec>;
  /** Takes the whole width of a scene: tables stand below it, not beside it. */
  readonly fillsWidth?: true;
  /** Its width follows from its height. */
  readonly isByHeight?: true;
}

/** What says more comes first: what a step is by its name, then what its axes are, then its shape alone. */
export const RANKS = { named: 0, weights: 1, plane: 2, courses: 3, matrices: 4, shares: 5, flows: 6 } as const;

/** Returns the part of an id that names what the step is, without the part of the algorithm that it is in. */
export function keyOf(step: TraceStep): string {
  return step.id.slice(step.id.lastIndexOf("/") + 1);
}

/** Returns the step with a name in the same part of the algorithm as another, or the nearest part around it. */
export function besides(step: TraceStep, name: string, steps: ReadonlyMap<string, TraceStep>): TraceStep | undefined {
  const parts = step.id.split("/").slice(0, -1);
  for (;;) {
    const found = steps.get([...parts, name].join("/"));
    if (found || parts.length === 0) return found;
    parts.pop();
  }
}

/** Whether numbers name something, such as words: the distance of two names means nothing, so that no line and no length shows them. */
export const isNames = (step: TraceStep): boolean => paletteOf(step.id, step.shape.length) === "category";

/** Whether a step has weights. Linear attention has some too, computed after the output and only to be looked at. */
export const isWeights = (step: TraceStep): boolean => /(?:^|[.-])weights$|^linear\.normalized$/.test(keyOf(step));
