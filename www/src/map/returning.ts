/** The way back on the map of a run: the gradient of each box, and the arrows against which gradients flow. */
import type { TraceStep } from "../library.ts";
import { arrowKey, type MapGraph } from "./graph.ts";

export interface Returning {
  /** The gradient of each step of the run that has one. */
  readonly gradients: ReadonlyMap<string, TraceStep>;
  /** The arrows against which gradients flow. */
  readonly flows: ReadonlySet<string>;
  /** Those against which the current step goes. */
  readonly lit: ReadonlySet<string>;
  /** The boxes that the current step reads. */
  readonly operands: ReadonlySet<string>;
}

/** `steps` are those of the run and of its way back, and `current` is one of the latter. */
export function returningOf(graph: MapGraph, steps: ReadonlyMap<string, TraceStep>, current: TraceStep): Returning {
  const gradients = new Map<string, TraceStep>();
  const flows = new Set<string>();
  for (const step of steps.values()) {
    if (!step.gradient) continue;
    const { of } = step.gradient;
    if (step.id === `gradient/${of}`) gradients.set(of, step);
    for (const key of waysOf(graph, step)) flows.add(key);
  }
  const box = (id: string) => graph.boxOf.get(steps.get(id)?.gradient?.of ?? id);
  const own = box(current.id);
  const operands = current.reads.flatMap(({ step }) => box(step) ?? []).filter((key) => key !== own);
  return { gradients, flows, lit: new Set(waysOf(graph, current)), operands: new Set(operands) };
}

/** Returns the arrow against which a step goes; where it goes past other steps, as a closed form does, the arrows on all ways between. */
function waysOf(graph: MapGraph, { gradient }: TraceStep): readonly string[] {
  const [from, to] = [graph.boxOf.get(gradient?.of ?? ""), graph.boxOf.get(gradient?.through ?? "")];
  if (from === undefined || to === undefined || from === to) return [];
  if (graph.readers.get(from)?.includes(to)) return [arrowKey({ from, to })];
  const [after, before] = [reached(from, graph.readers), reached(to, graph.reads)];
  return graph.arrows.filter((arrow) => after.has(arrow.from) && before.has(arrow.to)).map(arrowKey);
}

function reached(start: string, next: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set([start]);
  for (const key of found) for (const other of next.get(key) ?? []) found.add(other);
  return found;
}
