/** Which pictures suit a step: by its id where it means something of its own, else by its axes. */
import type { TraceStep } from "../elements/events.ts";
import { KINDS } from "./kinds.ts";
import type { PictureKind, PictureSpec } from "./spec.ts";

const kinds = [...KINDS.values()].sort((one, other) => one.rank - other.rank);

/** The kinds that show numbers below 0 as well, which gradients have. */
const SIGNED: ReadonlySet<PictureKind> = new Set<PictureKind>(["arcs", "bars", "curves", "pattern", "timeline"]);

/** Returns the pictures that suit a step of a run, the best first; none where its table says more. A gradient has those of the step that it belongs to. */
export function picturesOf(step: TraceStep, steps: ReadonlyMap<string, TraceStep>): PictureSpec[] {
  const found = (one: TraceStep) => kinds.flatMap(({ suits }) => suits(one, steps));
  if (!step.gradient) return found(step);
  const forward = steps.get(step.gradient.of);
  const signed = ({ kind }: PictureSpec) => SIGNED.has(kind);
  if (!forward || step.id !== `gradient/${forward.id}`) return found(step).filter(({ kind }) => kind === "pattern");
  return found(forward)
    .filter(signed)
    .map((picture) => renamed(picture, forward.id, step.id));
}

/** A picture of one step in the place of another. */
function renamed<Part>(part: Part, from: string, to: string): Part {
  if (part === from) return to as Part;
  if (Array.isArray(part)) return part.map((one) => renamed(one, from, to)) as Part;
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, renamed(one, from, to)])) as Part;
}
