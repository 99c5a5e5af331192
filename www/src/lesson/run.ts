/** Runs a lesson once for each set of inputs, and keeps the result while those inputs are in use. */

import { type Lab, type LargeRun, type Problem, problemOf, type Trace } from "../library.ts";
import { currentInputs } from "../state/inputs.ts";
import { type Inputs, isGraph } from "../state/state.ts";
import type { Lesson } from "./lesson.ts";

export type Outcome =
  | { readonly trace: Trace; readonly problem: null }
  | { readonly trace: null; readonly problem: Problem };

/** The tables of a larger graph have a number for each pair of nodes, and take longer to show than a page may be busy. */
const MOST_NODES = 500;

const remembered = new WeakMap<Lesson, WeakMap<Inputs, Outcome>>();

export function run(lab: Lab, lesson: Lesson, changes: Inputs): Outcome {
  const ofLesson = remembered.get(lesson) ?? new WeakMap<Inputs, Outcome>();
  remembered.set(lesson, ofLesson);
  const known = ofLesson.get(changes);
  if (known) return known;
  const outcome = attempt(lab, lesson, { algorithm: lesson.algorithm, inputs: currentInputs(lesson, changes) });
  ofLesson.set(changes, outcome);
  return outcome;
}

function attempt(lab: Lab, lesson: Lesson, run: LargeRun): Outcome {
  try {
    const graph = lesson.graph === undefined ? undefined : run.inputs[lesson.graph];
    if (isGraph(graph) && graph.nodes > MOST_NODES)
      return { trace: null, problem: tooManyNodes(lab, run, graph.nodes) };
    return { trace: lab.trace(run.algorithm, run.inputs), problem: null };
  } catch (error) {
    const problem = problemOf(error);
    return { trace: null, problem: problem.code === "over-limit" ? { ...problem, run } : problem };
  }
}

function tooManyNodes(lab: Lab, run: LargeRun, nodes: number): Problem {
  const { seconds, bytes } = lab.estimate(run.algorithm, run.inputs);
  const message = `a graph of ${nodes} nodes is not shown`;
  return { code: "too-many-nodes", facts: { nodes, most: MOST_NODES, seconds, bytes }, message, run };
}
