import type { Difficulty, Exercise, ExerciseEntry, ExerciseKey, ExerciseStep } from "./exercise-types.js";
import { freeze } from "./freeze.js";
import type { CrossedExercise, CrossedInstance, Typed } from "./glue.js";
import { tooLarge, wholeNumber, wrongType } from "./refuse.js";
import type { CatalogStep } from "./types.js";

/** More cells than any step of an exercise has; a limit for arrays that claim any length. */
const MAX_CELLS = 10_000;

/** What an exercise is drawn from, validated. */
export type Key = Required<ExerciseKey> & { readonly difficulty: Difficulty };

/** Returns the declaration of a step of the exercise's algorithm. */
type Declared = (step: string) => CatalogStep;

/** Validates the types of what an exercise is drawn from, and returns a copy. The library validates the id and the difficulty. */
export function readKey(id: unknown, options: unknown): Key {
  if (typeof id !== "string") throw wrongType("id", "the id of an exercise", id);
  if (typeof options !== "object" || options === null) throw wrongType("options", "an object with a seed", options);
  const { seed, difficulty = "easy" } = options as { seed?: unknown; difficulty?: unknown };
  if (typeof difficulty !== "string") throw wrongType("difficulty", "a word", difficulty);
  return { id, seed: wholeNumber("seed", seed, 0, Number.MAX_SAFE_INTEGER), difficulty: difficulty as Difficulty };
}

/** As {@link readKey}, for an exercise or its key. */
export function keyOf(exercise: unknown): Key {
  if (typeof exercise !== "object" || exercise === null) throw wrongType("exercise", "an exercise", exercise);
  return readKey((exercise as { id?: unknown }).id, exercise);
}

/** Validates the types of answers, and returns a copy. The library validates the steps and the number of cells. */
export function readAnswers(answers: unknown): Typed[] {
  if (typeof answers !== "object" || answers === null || Array.isArray(answers))
    throw wrongType("answers", "an object with a list of texts for each step", answers);
  return Object.entries(answers).map(([step, texts]) => {
    const input = `answers.${step}`;
    if (!Array.isArray(texts)) throw wrongType(input, "a list of texts", texts);
    if (texts.length > MAX_CELLS) throw tooLarge(input, [texts.length], MAX_CELLS);
    return { step, texts: Array.from(texts, (text, cell) => readText(input, text, cell)) };
  });
}

function readText(input: string, text: unknown, cell: number): string {
  if (text === undefined || text === null) return "";
  if (typeof text !== "string") throw wrongType(input, "a list of texts", text, [cell]);
  return text;
}

/** Returns an exercise joined with the declarations of its steps. */
export function describeExercise(crossed: CrossedExercise, declared: Declared): ExerciseEntry {
  return freeze({ ...crossed, asked: crossed.asked.map((step) => describeStep(step, declared)) });
}

function describeStep(step: string, declared: Declared): ExerciseStep {
  const { symbol, index, axes, formula } = declared(step);
  return { step, symbol, index, axes, formula };
}

/** Returns an exercise joined with the inputs that were drawn for it. */
export function assembleExercise(
  entry: ExerciseEntry,
  key: Key,
  crossed: CrossedInstance,
  declared: Declared,
): Exercise {
  const { seed, difficulty } = key;
  const asked = entry.asked.map((step, place) => ({ ...step, shape: crossed.shapes[place] ?? [] }));
  const given = crossed.given.map(({ step, input, tensor }) => ({ ...describeStep(step, declared), input, ...tensor }));
  return freeze({ ...entry, seed, difficulty, asked, given, inputs: nest(crossed.inputs) });
}

type Group = { [name: string]: unknown };

/** Returns inputs with dots in their names as nested groups, as a caller writes them. */
export function nest(inputs: CrossedInstance["inputs"]): Group {
  const all: Group = {};
  for (const { name, value } of inputs) {
    const path = name.split(".");
    const last = path.pop() ?? name;
    let group = all;
    for (const part of path) {
      group[part] ??= {};
      group = group[part] as Group;
    }
    group[last] = value;
  }
  return all;
}
