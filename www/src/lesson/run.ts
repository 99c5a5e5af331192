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
import { type Inputs, isGraph } from "../state/state.ts";
import type { Lesson } from "./lesson.ts";

export type Outcome =
  | { readonly trace: Trace; readonly problem: null }
  | { readonly trace: null; readonly problem: Problem };

/** The tables of a larger graph have a number for each pair of nodes, and take longer to show than a page may be busy. */
const MOST_NODES = 500;

const remembered = new WeakMap<Lesson, WeakMap<Inputs, Outcome>>();
/** What the reader has agreed to wait for, by lesson. */
const agreed = new WeakMap<Lesson, Limit>();

/** The reader wants to see the steps of a run that the page has asked about, and of others as large. */
export function agree(lesson: Lesson, { seconds, bytes }: Limit): void {
  const before = agreed.get(lesson) ?? WITHOUT_ASKING;
  agreed.set(lesson, { seconds: Math.max(before.seconds, seconds), bytes: Math.max(before.bytes, bytes) });
  remembered.delete(lesson);
}

export function run(lab: Lab, lesson: Lesson, changes: Inputs): Outcome {
  const ofLesson = remembered.get(lesson) ?? new WeakMap<Inputs, Outcome>();
  remembered.set(lesson, ofLesson);
  const known = ofLesson.get(changes);
  if (known) return known;
  const inputs = currentInputs(lesson, changes);
  const outcome = attempt(lab, lesson, { algorithm: lesson.algorithm, inputs, changes, waits: null });
  ofLesson.set(changes, outcome);
  return outcome;
}

function attempt(lab: Lab, lesson: Lesson, run: LargeRun): Outcome {
  try {
    const graph = lesson.graph === undefined ? undefined : run.inputs[lesson.graph];
    if (isGraph(graph) && graph.nodes > MOST_NODES)
      return { trace: null, problem: tooManyNodes(lab, run, graph.nodes) };
    const limit = agreed.get(lesson) ?? WITHOUT_ASKING;
    return { trace: lab.trace(run.algorithm, run.inputs, limit), problem: null };
  } catch (error) {
    const problem = problemOf(error);
    return { trace: null, problem: problem.code === "over-limit" ? asking(problem, run) : problem };
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
