/** The own inputs of an exercise as a page gives them, with their names. */
import { UPSTREAM } from "../lesson/asked.ts";
import { axesOf } from "../lesson/labels.ts";
import type { ExerciseKey, Lab } from "../library.ts";
import { exerciseLesson } from "../practice/solution.ts";
import { withNames } from "../state/names.ts";
import { type Inputs, isGraph, isTensor } from "../state/state.ts";
import { readInputs } from "./inputs.ts";
import { readNames } from "./names.ts";
import { AttributeProblem, nearest } from "./problem.ts";

/** Returns what is given in the place of drawn inputs. Throws where it names something else than what is drawn, or an axis that none of it has. */
export function readOwn(
  lab: Lab,
  key: ExerciseKey & { readonly difficulty: "easy" | "medium" | "hard" },
  given: { readonly inputs: unknown; readonly names: unknown },
): Inputs {
  const { algorithm, ownInputs } = lab.exercise(key);
  const { id, difficulty, seed } = key;
  const lesson = exerciseLesson(lab, { section: "exercises", id, difficulty, solution: false }, seed);
  const entry = lab.catalog.find((one) => one.id === algorithm);
  if (!lesson || !entry) throw new Error("an exercise without an algorithm");
  const own = entry.inputs.filter(({ name }) => ownInputs.includes(name));
  const upstream = ownInputs.includes(UPSTREAM) ? [{ name: UPSTREAM }] : [];
  const inputs = readInputs(given.inputs ?? {}, { inputs: [...own, ...upstream] });
  if (given.names === null) return inputs;
  const axes = axesOf(entry, lesson, inputs).filter(({ input }) => input in inputs);
  const named: Record<string, Inputs[string]> = { ...inputs };
  for (const [axis, labels] of Object.entries(readNames(given.names, entry))) {
    const here = axes.filter((one) => one.axis === axis);
    const known = [...new Set(axes.map((one) => one.axis))];
    if (here.length === 0) throw new AttributeProblem("names", axis, nearest(axis, known));
    for (const { input, at } of here) {
      const value = named[input];
      if ((isTensor(value) || isGraph(value)) && "names" in labels) named[input] = withNames(value, at, labels.names);
    }
  }
  return named;
}
