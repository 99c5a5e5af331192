import type { Difficulty, Exercise, ExerciseEntry, ExerciseKey, ExerciseStep } from "./exercise-types.js";
import { flattenInputs, givenValue, nest } from "./given.js";
import type { CrossedExercise, CrossedInstance, CrossedWay, Given, Typed } from "./glue.js";
import { freeze } from "./plain.js";
import { each, readRecord, refuseUnknown, tooLarge, wholeNumber, wrongType } from "./refuse.js";
import type { CatalogEntry, CatalogStep } from "./types.js";

/** More cells than any step of an exercise has; a limit for arrays that claim any length. */
const MAX_CELLS = 10_000;

const EXPECTED = "an object with a list of texts for each step";

/** What an exercise is drawn from, validated. */
export type Key = Required<Omit<ExerciseKey, "own">> & {
  readonly difficulty: Difficulty;
  /** Not validated yet: what it may be the exercise's algorithm says. */
  readonly own: unknown;
};

/** Returns the declaration of a step of the exercise's algorithm. */
type Declared = (step: string) => CatalogStep;

/** Validates the types of what an exercise is drawn from, and returns a copy. The library validates the id and the difficulty. */
export function readKey(id: unknown, options: unknown): Key {
  if (typeof id !== "string") throw wrongType("id", "the id of an exercise", id);
  const given = readRecord("options", options, null, "an object with a seed");
  // An exercise, or its key, has more fields than these.
  if (!("id" in given)) readRecord("options", given, ["seed", "difficulty", "own"]);
  const { difficulty = "easy", own } = given;
  const seed = given.seed ?? (own === undefined ? undefined : 1);
  if (typeof difficulty !== "string") throw wrongType("difficulty", "a word", difficulty);
  return { id, seed: wholeNumber("seed", seed, 0, Number.MAX_SAFE_INTEGER), difficulty: difficulty as Difficulty, own };
}

/** The gradient of the result, which is an input of exercises on gradients and of no algorithm. */
const UPSTREAM = { name: "upstream", kind: "tensor", axes: [], former: null } as const;

/** Validates the types of own inputs, and returns them ready to cross, and as plain JSON. The library validates the rest. */
export function readOwn(
  own: unknown,
  { ownInputs }: ExerciseEntry,
  algorithm: CatalogEntry,
): { readonly given: readonly Given[]; readonly plain: object } {
  if (own === undefined || own === null) return { given: [], plain: {} };
  if (Array.isArray(own)) throw wrongType("own", "an object with inputs", own);
  const declared = [...algorithm.inputs, UPSTREAM].filter(({ name }) => ownInputs.includes(name));
  const given = flattenInputs({ inputs: declared }, readRecord("own", own)).map(
    ({ present, name, data, ...rest }): Given => ({
      ...rest,
      name: present ?? name,
      // A file of JSON has one zero.
      ...(data && { data: data.map((number) => number + 0) }),
    }),
  );
  refuseUnknown(
    "input",
    given.map(({ name }) => name),
    ownInputs,
  );
  return { given, plain: nest(given.map((input) => ({ name: input.name, value: listed(givenValue(input)) }))) };
}

/** A value with lists in the place of typed arrays. */
const listed = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, part) => (ArrayBuffer.isView(part) ? Array.from(part as Float64Array) : part)));

/** As {@link readKey}, for an exercise or its key. */
export function keyOf(exercise: unknown): Key {
  return readKey(readRecord("exercise", exercise, null, "an exercise").id, exercise);
}

/** Validates the types of answers, and returns a copy. The library validates the steps and the number of cells. */
export function readAnswers(answers: unknown): Typed[] {
  if (Array.isArray(answers)) throw wrongType("answers", EXPECTED, answers);
  return Object.entries(readRecord("answers", answers, null, EXPECTED)).map(([step, texts]) => {
    const input = `answers.${step}`;
    if (!Array.isArray(texts)) throw wrongType(input, "a list of texts", texts);
    if (texts.length > MAX_CELLS) throw tooLarge(input, [texts.length], MAX_CELLS);
    return { step, texts: each(texts, (text, cell) => readText(input, text, cell)) };
  });
}

function readText(input: string, text: unknown, cell: number): string {
  if (text === undefined || text === null) return "";
  if (typeof text !== "string") throw wrongType(input, "a list of texts", text, [cell]);
  return text;
}

/** Returns an exercise joined with the declarations of its steps. */
export function describeExercise(crossed: CrossedExercise, declared: Declared): ExerciseEntry {
  return freeze({ ...crossed, asked: crossed.asked.map(({ step, back }) => describeStep(step, back, declared)) });
}

function describeStep(step: string, back: CrossedWay | null | undefined, declared: Declared): ExerciseStep {
  if (back) return { step, ...back, gradient: roleOf(back.gradient) };
  const { symbol, index, axes, formula } = declared(step);
  return { step, symbol, index, axes, formula };
}

/** A step that goes back through no other one says so by `null`. */
const roleOf = ({ role, of, through }: CrossedWay["gradient"]): CrossedWay["gradient"] => ({
  role,
  of,
  through: through ?? null,
});

/** Returns an exercise joined with the inputs that were drawn for it. */
export function assembleExercise(
  entry: ExerciseEntry,
  key: Key,
  crossed: CrossedInstance,
  own: object,
  declared: Declared,
): Exercise {
  const { seed, difficulty } = key;
  const asked = entry.asked.map((step, place) => ({ ...step, shape: crossed.shapes[place] ?? [] }));
  const given = crossed.given.map(({ step, input, tensor, back }) => ({
    ...describeStep(step, back, declared),
    input,
    ...tensor,
  }));
  const gradient = crossed.gradient ? { gradient: wayOf(crossed.gradient) } : {};
  const brought = Object.keys(own).length > 0 ? { own, hidden: crossed.hidden } : {};
  return freeze({ ...entry, seed, difficulty, asked, given, inputs: nest(crossed.inputs), ...brought, ...gradient });
}

function wayOf({ of, wrt, upstream }: NonNullable<CrossedInstance["gradient"]>): NonNullable<Exercise["gradient"]> {
  return { ...(of && { of }), wrt, ...(upstream && { upstream }) };
}
