/** Which steps are drawn within another step's box until they are asked for: a width, a root of it, a constant that is used once. */
import type { TraceStep } from "../library.ts";

/** What the map needs of a step. */
export type MapStep = Pick<TraceStep, "id" | "shape" | "op" | "reads">;

/** Returns the ids of the single numbers for which no tensor's numbers were read. */
export function trivialSteps(steps: readonly MapStep[]): ReadonlySet<string> {
  const trivial = new Set<string>();
  for (const step of steps) if (isTrivial(step, trivial)) trivial.add(step.id);
  return trivial;
}

function isTrivial(step: MapStep, trivial: ReadonlySet<string>): boolean {
  if (step.shape.length > 0) return false;
  if (step.op === "size" || step.reads.length === 0) return true;
  return step.reads.every(({ step: read }) => trivial.has(read));
}

/**
 * Returns, for each trivial step that folds, the step in whose box it is: the one that uses it.
 *
 * @param partOf returns the part that a step is in
 */
export function hostsOf(
  steps: readonly MapStep[],
  trivial: ReadonlySet<string>,
  partOf: (step: string) => string,
): ReadonlyMap<string, string> {
  const readers = new Map<string, string[]>();
  for (const { id, reads } of steps) {
    for (const { step: read } of reads) readers.set(read, [...(readers.get(read) ?? []), id]);
  }
  const hosts = new Map<string, string>();
  for (const step of [...steps].reverse()) {
    if (!trivial.has(step.id)) continue;
    const users = new Set((readers.get(step.id) ?? []).map((id) => hosts.get(id) ?? id));
    const [user] = users;
    const host = users.size === 1 ? user : users.size > 1 ? measured(step, partOf) : undefined;
    if (host !== undefined) hosts.set(step.id, host);
  }
  const last = (id: string): string => {
    const next = hosts.get(id);
    return next === undefined ? id : last(next);
  };
  return new Map([...hosts.keys()].map((id) => [id, last(id)]));
}

/** A width that several steps use is a property of what it measures, which shows it in its shape. */
function measured({ id, op, reads }: MapStep, partOf: (step: string) => string): string | undefined {
  const operand = reads[0]?.step;
  return op === "size" && operand !== undefined && partOf(operand) === partOf(id) ? operand : undefined;
}
