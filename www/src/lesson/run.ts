/** Runs a lesson once for each set of inputs, and keeps the result while those inputs are in use. */

import {
  AT_MOST,
  type Lab,
  type LargeRun,
  type Limit,
  type Problem,
  problemOf,
  type Trace,
  WITHOUT_ASKING,
} from "../library.ts";
import { currentInputs } from "../state/inputs.ts";
import { type Backward, type Inputs, isGraph } from "../state/state.ts";
import { askedOf } from "./asked.ts";
import type { Lesson } from "./lesson.ts";

export type Outcome =
  | { readonly trace: Trace; readonly problem: null }
  | { readonly trace: null; readonly problem: Problem };

/** The tables of a larger graph have a number for each pair of nodes, and take longer to show than a page may be busy. */
const MOST_NODES = 500;

/** What the library says of a number that a result does not have. */
const OUTSIDE: ReadonlySet<string> = new Set(["index-out-of-bounds", "wrong-rank"]);

const remembered = new WeakMap<Lesson, WeakMap<Inputs, Map<string, Outcome>>>();
/** What the reader has agreed to wait for, by lesson. */
const agreed = new WeakMap<Lesson, Limit>();

/** The reader wants to see the steps of a run that the page has asked about, and of others as large. */
export function agree(lesson: Lesson, { seconds, bytes }: Limit): void {
  const before = agreed.get(lesson) ?? WITHOUT_ASKING;
  agreed.set(lesson, { seconds: Math.max(before.seconds, seconds), bytes: Math.max(before.bytes, bytes) });
  remembered.delete(lesson);
}

/** `backward`: with the way back behind the run. */
export function run(lab: Lab, lesson: Lesson, changes: Inputs, backward: Backward | null = null): Outcome {
  const ofLesson = remembered.get(lesson) ?? new WeakMap<Inputs, Map<string, Outcome>>();
  remembered.set(lesson, ofLesson);
  const ofInputs = ofLesson.get(changes) ?? new Map<string, Outcome>();
  ofLesson.set(changes, ofInputs);
  const key = JSON.stringify(backward);
  const known = ofInputs.get(key);
  if (known) return known;
  const inputs = currentInputs(lesson, changes);
  const outcome = attempt(lab, lesson, { algorithm: lesson.algorithm, inputs, changes, waits: null }, backward);
  ofInputs.set(key, outcome);
  return outcome;
}

function attempt(lab: Lab, lesson: Lesson, run: LargeRun, backward: Backward | null): Outcome {
  try {
    const graph = lesson.graph === undefined ? undefined : run.inputs[lesson.graph];
    if (isGraph(graph) && graph.nodes > MOST_NODES)
      return { trace: null, problem: tooManyNodes(lab, run, graph.nodes) };
    const limit = agreed.get(lesson) ?? WITHOUT_ASKING;
    return { trace: backward ? goBack(lab, run, backward, limit) : traced(lab, lesson, run, limit), problem: null };
  } catch (error) {
    const problem = problemOf(error);
    return { trace: null, problem: problem.code === "over-limit" ? asking(problem, run) : problem };
  }
}

/** The run of a lesson, with the way back if the lesson is about that. */
function traced(lab: Lab, { gradient }: Lesson, { algorithm, inputs }: LargeRun, limit: Limit): Trace {
  if (!gradient) return lab.trace(algorithm, inputs, limit);
  const { own, asked } = askedOf(inputs, gradient);
  return lab.gradient(algorithm, own, asked, limit).trace;
}

/** The run with its way back. Of a result that has no such number, such as a shorter one, all numbers are taken. */
function goBack(lab: Lab, { algorithm, inputs }: LargeRun, { at, every }: Backward, limit: Limit): Trace {
  const asked = every ? ({ through: "every-step" } as const) : {};
  const trace = (place: Backward["at"]) =>
    lab.gradient(algorithm, inputs, place === null ? asked : { ...asked, at: [...place] }, limit).trace;
  try {
    return trace(at);
  } catch (error) {
    if (at === null || !OUTSIDE.has(problemOf(error).code)) throw error;
    return trace(null);
  }
}

/** A run that the page asks about: the reader may wait for its steps where it is not too large. */
function asking(problem: Problem, run: LargeRun): Problem {
  const [seconds, bytes] = [Number(problem.facts.seconds), Number(problem.facts.bytes)];
  const waits = seconds <= AT_MOST.seconds && bytes <= AT_MOST.bytes ? { seconds, bytes } : null;
  return { ...problem, run: { ...run, waits } };
}

function tooManyNodes(lab: Lab, run: LargeRun, nodes: number): Problem {
  const { seconds, bytes } = lab.estimate(run.algorithm, run.inputs);
  const message = `a graph of ${nodes} nodes is not shown`;
  return { code: "too-many-nodes", facts: { nodes, most: MOST_NODES, seconds, bytes }, message, run };
}
