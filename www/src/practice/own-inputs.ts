/** Inputs of one's own in an exercise: changes of the place, and what they are for the library and for the store. */
import { tryInputs } from "../lesson/edits.ts";
import { type FittedResult, tryFitting } from "../lesson/fitting.ts";
import { labelsAt } from "../lesson/labels.ts";
import type { Lesson } from "../lesson/lesson.ts";
import { problemText } from "../lesson/problem-text.ts";
import type { Values } from "../lesson/resize.ts";
import { type CatalogEntry, type ExerciseKey, type Lab, type Problem, problemOf } from "../library.ts";
import { hashOf } from "../state/hash.ts";
import { currentInputs, nested } from "../state/inputs.ts";
import { type Inputs, type InputValue, isGraph, isTensor, NO_CHANGES, type Practice } from "../state/state.ts";
import { exerciseLesson, flat } from "./solution.ts";

/** Returns what an exercise is drawn from. */
export function exerciseKey({ id, difficulty }: Practice, seed: number, changes: Inputs): ExerciseKey {
  const key = { id: id ?? "", difficulty, seed };
  return isOwn(changes) ? { ...key, own: nested(changes) } : key;
}

export const isOwn = (changes: Inputs): boolean => Object.keys(changes).length > 0;

/** Returns the own inputs of an exercise as changes of a place. Throws the library's error where it cannot be done on them. */
export function ownChanges(lab: Lab, key: ExerciseKey): Inputs {
  const { algorithm, own = {} } = lab.exercise(key);
  const entry = lab.catalog.find(({ id }) => id === algorithm);
  if (!entry) throw new Error("an exercise without an algorithm");
  return flat(own, entry);
}

/** Returns why an exercise cannot be done on these inputs; null where it can. */
export function refusalOf(lab: Lab, practice: Practice, seed: number, changes: Inputs): Problem | null {
  try {
    lab.exercise(exerciseKey(practice, seed, changes));
    return null;
  } catch (error) {
    return problemOf(error);
  }
}

/** Applies values if the exercise can be done on them; other drawn inputs are resized to them. */
export function tryOwn(lab: Lab, practice: Practice, seed: number, changes: Inputs, values: Values): FittedResult {
  const lesson = exerciseLesson(lab, practice, seed);
  const entry = lab.catalog.find(({ id }) => id === lesson?.algorithm);
  if (!lesson || !entry) throw new Error("an exercise without an algorithm");
  const result = tryFitting(lab, lesson, entry, changes, values);
  if (!result.ok) return result;
  const { ownInputs } = lab.exercise(exerciseKey(practice, seed, NO_CHANGES));
  // What makes the exercise what it is keeps its size.
  if (!result.fitted?.every((name) => ownInputs.includes(name))) return tryInputs(lab, lesson, changes, values);
  const refused = refusalOf(lab, practice, seed, result.changes);
  return refused === null ? result : { ok: false, message: problemText(refused), problem: refused };
}

/** The exercise's lesson with its own inputs in place, and the names that these have brought. */
export function shownLesson(lesson: Lesson, entry: Pick<CatalogEntry, "inputs">, changes: Inputs): Lesson {
  if (!isOwn(changes)) return lesson;
  return { ...lesson, inputs: currentInputs(lesson, changes), labels: labelsAt(lesson, changes, "", entry) };
}

/** What tells work on own inputs from other work: names change nothing of it. */
export function ownHash(changes: Inputs): string | undefined {
  if (!isOwn(changes)) return undefined;
  const sorted = Object.entries(changes).sort(([one], [other]) => (one < other ? -1 : 1));
  const plain = sorted.map(([name, value]) => [name, withoutNames(value)]);
  return hashOf(JSON.stringify(plain)).toString(16).padStart(8, "0");
}

function withoutNames(value: InputValue): unknown {
  if (isTensor(value)) return [value.shape, value.data];
  return isGraph(value) ? [value.nodes, value.edges, value.directed, value.weights] : value;
}
