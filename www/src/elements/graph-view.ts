/** The drawing next to the matrices: its lines, its numbers and what is highlighted, all read from the trace. Pure. */

import type { Cell, TraceStep } from "../library.ts";
import { isRest, restOf } from "../numbers/rest.ts";
import { offsetOf } from "../numbers/shape.ts";
import type { CellRef, GraphValue } from "../state/state.ts";
import { type Arc, endsOf, type GraphMark, type Lit, lightAround } from "./graph-arcs.ts";
import { nodeAxes, pairAxes } from "./graph-axes.ts";

type Steps = ReadonlyMap<string, TraceStep>;

/** What a step's drawing is read from. */
export interface Drawn {
  readonly graph: GraphValue;
  readonly steps: Steps;
  readonly step: TraceStep;
  /** Returns the shown position on each axis of a step. */
  readonly at: (step: TraceStep) => readonly number[];
  /** The node whose row is shown; also pairs without an edge are drawn then. */
  readonly into: number | null;
}

function markAt(step: TraceStep, index: readonly number[]): GraphMark {
  const value = step.data[offsetOf(step.shape, index)] ?? Number.NaN;
  const mark = { step: step.id, index, value };
  return isRest(value, restOf(step)) ? { ...mark, rest: true } : mark;
}

/** Returns the number from one node to another. */
function pairMark(step: TraceStep, at: readonly number[], source: number, target: number, nodes: number): GraphMark {
  const axes = pairAxes(step, nodes);
  return markAt(
    step,
    at.map((position, axis) => (axis === axes?.target ? target : axis === axes?.source ? source : position)),
  );
}

/** Whether a number between two nodes says that something passes from one to the other. */
const passes = ({ value }: GraphMark) => value !== 0 && value !== Number.NEGATIVE_INFINITY;

/** Numbers of both directions are the same up to the order in which they were multiplied. */
function alike(one: GraphMark, other: GraphMark): boolean {
  if (Object.is(one.value, other.value)) return true;
  return Math.abs(one.value - other.value) <= 1e-12 * Math.max(Math.abs(one.value), Math.abs(other.value));
}

/** Returns the step with a number for each pair of nodes that the drawing shows: the step itself, or else one that it reads. */
function pairStep({ graph, steps, step }: Drawn): TraceStep | null {
  const read = step.reads.flatMap(({ step: id }) => steps.get(id) ?? []);
  return [step, ...read].find((one) => pairAxes(one, graph.nodes) !== null) ?? null;
}

/**
 * Whether the numbers of a node come on the lines that lead out of it: a gradient comes back from the nodes that have received something, by the numbers of the
 * same lines.
 */
export function isOutward(drawn: Drawn): boolean {
  const { step, graph } = drawn;
  const pairs = pairStep(drawn);
  const axes = pairs && pairs !== step ? pairAxes(pairs, graph.nodes) : null;
  const [own] = nodeAxes(step, graph.nodes);
  return Boolean(step.gradient) && axes !== null && own !== undefined && step.axes[own] === pairs?.axes[axes.source];
}

function edgeBetween({ edges, directed }: GraphValue, source: number, target: number): number | null {
  const at = edges.findIndex(
    ([from, to]) => (from === source && to === target) || (!directed && from === target && to === source),
  );
  return at < 0 ? null : at;
}

/** An arc with its number in each direction that the graph has. */
function arcsOfPairs(drawn: Drawn, pairs: TraceStep): Arc[] {
  const { graph, into } = drawn;
  const { nodes } = graph;
  const at = drawn.at(pairs);
  const number = (source: number, target: number) => pairMark(pairs, at, source, target, nodes);
  const found = graph.edges.flatMap(([source, target], edge): Arc[] => {
    const mark = number(source, target);
    if (graph.directed || source === target)
      return [{ source, target, arrow: source !== target, edge, mark, back: null }];
    return [{ source, target, arrow: false, edge, mark, back: number(target, source) }];
  });
  for (let node = 0; node < nodes; node += 1) {
    const loop = number(node, node);
    if (edgeBetween(graph, node, node) === null && passes(loop))
      found.push({ source: node, target: node, arrow: false, edge: null, mark: loop, back: null });
  }
  const drawnArcs = parted(found);
  if (into === null) return drawnArcs;
  const outward = isOutward(drawn);
  for (let other = 0; other < nodes; other += 1) {
    const [source, target] = outward ? [into, other] : [other, into];
    const mark = number(source, target);
    if (other !== into && edgeBetween(graph, source, target) === null && passes(mark))
      drawnArcs.push({ source, target, arrow: true, edge: null, mark, back: null });
  }
  return drawnArcs;
}

/** Parts every line into two arcs, unless all have the same number in both directions. */
function parted(arcs: readonly Arc[]): Arc[] {
  if (arcs.every(({ mark, back }) => !mark || !back || alike(mark, back))) return [...arcs];
  return arcs.flatMap((arc) =>
    arc.back
      ? [
          { ...arc, arrow: true, back: null },
          { ...arc, source: arc.target, target: arc.source, arrow: true, mark: arc.back, back: null },
        ]
      : [arc],
  );
}

/** The ends of each message, as the trace lists them. */
function messageEnds(steps: Steps): readonly (readonly [number, number])[] {
  for (const { axes, shape, data } of steps.values()) {
    if (axes.join() !== "message,end") continue;
    return Array.from({ length: shape[0] ?? 0 }, (_, at) => [data[2 * at] ?? -1, data[2 * at + 1] ?? -1] as const);
  }
  return [];
}

/** A step with one number for each message. */
function messageStep({ steps, step, graph }: Drawn): TraceStep | null {
  const own = step.axes.includes("message") && !step.axes.includes("end");
  if (own) return step;
  // The weights of the graph's own edges, until a step has other numbers.
  const weights = (id: string) => id.split("/").at(-1) === "graph.message-weights";
  return graph.weights ? ([...steps.values()].find(({ id }) => weights(id)) ?? null) : null;
}

function arcsOfMessages(drawn: Drawn, messages: TraceStep): Arc[] {
  const { graph, steps } = drawn;
  const at = drawn.at(messages);
  const axis = messages.axes.indexOf("message");
  const marks = new Map<string, GraphMark>();
  for (const [message, ends] of messageEnds(steps).entries())
    marks.set(
      ends.join(),
      markAt(
        messages,
        at.map((position, other) => (other === axis ? message : position)),
      ),
    );
  const arcs = graph.edges.map(([source, target], edge): Arc => {
    const mark = marks.get(`${source},${target}`) ?? null;
    const both = !graph.directed && source !== target;
    const arrow = graph.directed && source !== target;
    return { source, target, arrow, edge, mark, back: both ? (marks.get(`${target},${source}`) ?? null) : null };
  });
  return parted(arcs);
}

/** Returns everything that is drawn between nodes. */
export function arcsOf(drawn: Drawn): Arc[] {
  const pairs = pairStep(drawn);
  const own = pairs === drawn.step ? null : messageStep(drawn);
  // The step's own numbers come first, then those that it reads, then the weights of the graph.
  if (own === drawn.step) return arcsOfMessages(drawn, own);
  if (pairs) return arcsOfPairs(drawn, pairs);
  if (own) return arcsOfMessages(drawn, own);
  const { edges, directed } = drawn.graph;
  return edges.map(([source, target], edge) => {
    return { source, target, arrow: directed && source !== target, edge, mark: null, back: null };
  });
}

/** Returns one number for each node, where exactly one axis counts nodes. */
export function nodeMarksOf({ graph, step, at }: Pick<Drawn, "graph" | "step" | "at">): GraphMark[] | null {
  const [own, ...more] = nodeAxes(step, graph.nodes);
  if (own === undefined || more.length > 0) return null;
  const shown = at(step);
  return Array.from({ length: graph.nodes }, (_, node) =>
    markAt(
      step,
      shown.map((position, axis) => (axis === own ? node : position)),
    ),
  );
}

/** Returns the node that a cell belongs to: in a number for a pair of nodes the one that receives. */
export function nodeOf(graph: GraphValue, step: TraceStep | undefined, index: readonly number[]): number | null {
  if (!step) return null;
  const own = pairAxes(step, graph.nodes)?.target ?? nodeAxes(step, graph.nodes)[0];
  return own === undefined ? null : (index[own] ?? null);
}

/** Returns what belongs to a cell and to the cells that it was computed from. */
export function lightOf(drawn: Drawn, arcs: readonly Arc[], ref: CellRef | null, cell: Cell | null): Lit {
  const { graph, steps } = drawn;
  const nodes = new Set<number>();
  const lit = new Set<number>();
  const messages = messageEnds(steps);
  const join = (source: number | undefined, target: number | undefined) => {
    if (source === undefined || target === undefined) return;
    for (const [at, arc] of arcs.entries()) {
      const [from, to] = endsOf(arc);
      if ((from === source && to === target) || (!arc.arrow && from === target && to === source)) lit.add(at);
    }
  };
  const add = ({ step: id, index }: CellRef) => {
    const step = steps.get(id);
    if (!step) return;
    for (const axis of nodeAxes(step, graph.nodes)) if (index[axis] !== undefined) nodes.add(index[axis]);
    const axes = pairAxes(step, graph.nodes);
    if (axes) join(index[axes.source], index[axes.target]);
    const [source, target] = messages[index[step.axes.indexOf("message")] ?? -1] ?? [];
    for (const end of [source, target]) if (end !== undefined) nodes.add(end);
    join(source, target);
  };
  if (ref) add(ref);
  // A number for a pair is seen among those of its row.
  const own = ref ? steps.get(ref.step) : undefined;
  if (own && pairAxes(own, graph.nodes) && drawn.into !== null)
    for (const at of lightAround({ node: drawn.into }, arcs).arcs) lit.add(at);
  for (const term of cell?.terms ?? []) {
    // A term with a factor of 0, such as a pair without an edge, adds nothing, so it is not highlighted.
    if (term.every(({ value }) => value !== 0)) for (const operand of term) add(operand);
  }
  return { nodes: [...nodes], arcs: [...lit] };
}

/** Returns the cells of a step that belong to a node. */
export function cellsOfNode(graph: GraphValue, step: TraceStep, node: number): number[][] {
  const own = pairAxes(step, graph.nodes)?.target ?? nodeAxes(step, graph.nodes)[0];
  if (own === undefined || step.shape.length > 3) return [];
  let cells: number[][] = [[]];
  step.shape.forEach((length, axis) => {
    const positions = axis === own ? [node] : Array.from({ length }, (_, position) => position);
    cells = cells.flatMap((index) => positions.map((position) => [...index, position]));
  });
  return cells.length <= 512 ? cells : [];
}

/** Returns the cells of a step that belong to an arc. */
export function cellsOfArc(graph: GraphValue, step: TraceStep, arc: Arc, at: readonly number[]): number[][] {
  if (!pairAxes(step, graph.nodes)) return [];
  const [source, target] = endsOf(arc);
  const both = !arc.arrow && source !== target;
  const pairs = both ? [endsOf(arc), [target, source] as const] : [endsOf(arc)];
  return pairs.map(([from, to]) => [...pairMark(step, at, from, to, graph.nodes).index]);
}

/** Returns the cell that a click on a node chooses: of its row the largest number that is drawn. */
export function cellOfNode(drawn: Drawn, node: number): CellRef | null {
  const { graph, step } = drawn;
  const row = arcsOf({ ...drawn, into: node }).flatMap(({ source, target, mark, back }) => {
    const own = target === node ? mark : source === node ? back : null;
    return own && own.step === step.id ? [own] : [];
  });
  const size = ({ value }: GraphMark) => (Number.isFinite(value) ? Math.abs(value) : -1);
  const [first] = row.sort((one, other) => size(other) - size(one));
  if (first) return { step: step.id, index: first.index };
  const shown = drawn.at(step);
  const own = pairAxes(step, graph.nodes)?.target ?? nodeAxes(step, graph.nodes)[0];
  if (own === undefined) return null;
  return { step: step.id, index: shown.map((position, axis) => (axis === own ? node : position)) };
}
