/** Which axes of a step count the nodes of the lesson's graph. Pure. */
import type { TraceStep } from "../library.ts";

const TARGETS: ReadonlySet<string> = new Set(["target", "query"]);
const SOURCES: ReadonlySet<string> = new Set(["source", "key"]);

/** Axes that count nodes, in an algorithm on a graph. */
export const NODE_AXES: ReadonlySet<string> = new Set(["node", "token", ...TARGETS, ...SOURCES]);

/** The positions of the two axes of a step with a number for each pair of nodes. */
export interface PairAxes {
  readonly target: number;
  readonly source: number;
}

/** Returns the positions of the axes that count nodes. */
export function nodeAxes(step: TraceStep, nodes: number): number[] {
  return step.axes.flatMap((axis, at) => (NODE_AXES.has(axis) && step.shape[at] === nodes ? [at] : []));
}

/** Returns null where the step does not have exactly one number for each pair of nodes, for given positions on its other axes. */
export function pairAxes(step: TraceStep, nodes: number): PairAxes | null {
  const own = nodeAxes(step, nodes);
  const [first, second] = own;
  if (first === undefined || second === undefined || own.length > 2) return null;
  const axis = (at: number) => step.axes[at] ?? "";
  const reversed = SOURCES.has(axis(first)) && TARGETS.has(axis(second));
  return reversed ? { target: second, source: first } : { target: first, source: second };
}

/** Returns the position on each axis: that of the given cell where it has an axis of the name, else the one that is shown. */
export function positionsOn(
  step: TraceStep,
  cell: { readonly step: TraceStep; readonly index: readonly number[] } | null,
  slices: Readonly<Record<string, number>>,
): number[] {
  return step.axes.map((axis, at) => {
    const own = cell?.step === step ? at : (cell?.step.axes.indexOf(axis) ?? -1);
    const position = (own < 0 ? undefined : cell?.index[own]) ?? slices[axis] ?? 0;
    return Math.max(0, Math.min(position, (step.shape[at] ?? 1) - 1));
  });
}
