/** Reads the facts of a scene from its runs, and compares them. */
import type { Claim, Fact, Question, Scene, Values } from "../../units/scene.ts";
import { formatCell } from "../numbers/format.ts";
import { sameIndex } from "../numbers/shape.ts";
import { valueAt } from "../pictures/picture.ts";
import { type SceneRuns, valuesOf } from "./scene-runs.ts";

export type Facts = Readonly<Record<string, number>>;

/** Two numbers that differ by less are the same, as the reference engine's rounding may differ between two ways. */
const SAME = 1e-9;

/** A fact that is found in a run. */
type Found = Exclude<Fact, { readonly is: number }>;

function valuesFor(scene: Scene, { at }: Found): Values {
  if (at === "start") return valuesOf(scene, "start");
  return { ...valuesOf(scene, "answer"), ...at };
}

/** Returns the number of each fact. Throws when a run has no such cell. */
export function readFacts(scene: Scene, runs: SceneRuns): Facts {
  return Object.fromEntries(
    Object.entries(scene.facts).map(([name, fact]) => {
      const value = "is" in fact ? fact.is : (found(scene, runs, fact) ?? Number.NaN);
      if (Number.isNaN(value)) throw new Error(`scene ${scene.id}: the fact ${name} names no cell of its run`);
      return [name, value];
    }),
  );
}

function found(scene: Scene, runs: SceneRuns, fact: Found): number | undefined {
  const values = valuesFor(scene, fact);
  if ("count" in fact) {
    const { steps, total } = runs.counts(values, fact.run);
    const counted = fact.step === undefined ? total : steps.find(({ step }) => step === fact.step)?.operations;
    return counted?.[fact.count];
  }
  const step = runs.at(values, fact.run).steps.get(fact.step);
  return "along" in fact ? step?.shape[fact.along] : step && valueAt(step, fact.index);
}

function numberOf(facts: Facts, name: string): number {
  const value = facts[name];
  if (value === undefined) throw new Error(`there is no fact ${name}`);
  return value;
}

/** Whether a comparison holds. */
export function holds(claim: Claim, facts: Facts): boolean {
  if ("not" in claim) return !holds(claim.not, facts);
  if ("all" in claim) return claim.all.every((one) => holds(one, facts));
  const [first, second] = "more" in claim ? claim.more : claim.same;
  const distance = numberOf(facts, first) - numberOf(facts, second);
  return "more" in claim ? distance > SAME : Math.abs(distance) <= SAME;
}

/** A reader's answer: the id of an option, a number, or a cell. */
export type Guess = string | number | readonly number[];

/** Whether a guess is a cell. */
export function isCell(guess: Guess | null): guess is readonly number[] {
  return Array.isArray(guess);
}

/** Whether a guess is right, judged by the runs. */
export function isRight(scene: Scene, runs: SceneRuns, guess: Guess): boolean {
  const { question } = scene;
  switch (question.kind) {
    case "choose": {
      const claim = typeof guess === "string" ? question.options[guess] : undefined;
      return claim !== undefined && holds(claim, readFacts(scene, runs));
    }
    case "number":
      return (
        typeof guess === "number" &&
        Math.abs(guess - numberOf(readFacts(scene, runs), question.fact)) <= question.within
      );
    case "cell":
      return isCell(guess) && sameIndex(guess, bestCell(scene, runs, question) ?? []);
  }
}

/** Returns the cell that a question of the kind `cell` asks for. */
export function bestCell(
  scene: Scene,
  runs: SceneRuns,
  question: Extract<Question, { kind: "cell" }>,
): readonly number[] | null {
  const step = runs.at(valuesOf(scene, "answer")).steps.get(question.step);
  if (!step) return null;
  let best: readonly number[] | null = null;
  for (const index of openCells(step.shape, question.among)) {
    const [now, known] = [valueAt(step, index), best ? valueAt(step, best) : Number.NaN];
    const better = question.most === "largest" ? now > known : now < known;
    if (best === null || better) best = index;
  }
  return best;
}

/** Returns all cells whose positions agree with `among` where that is not null. */
function openCells(shape: readonly number[], among: readonly (number | null)[]): number[][] {
  return shape.reduce<number[][]>(
    (cells, length, axis) => {
      const fixed = among[axis] ?? null;
      const positions = fixed === null ? Array.from({ length }, (_, position) => position) : [fixed];
      return cells.flatMap((cell) => positions.map((position) => [...cell, position]));
    },
    [[]],
  );
}

/** Returns the answer of the runs: the id of the option that holds, the number, or the cell; null where not exactly one option holds. */
export function rightAnswer(scene: Scene, runs: SceneRuns, facts: Facts): Guess | null {
  const { question } = scene;
  switch (question.kind) {
    case "choose": {
      const right = Object.entries(question.options).filter(([, claim]) => holds(claim, facts));
      return right.length === 1 ? (right[0]?.[0] ?? null) : null;
    }
    case "number":
      return numberOf(facts, question.fact);
    case "cell":
      return bestCell(scene, runs, question);
  }
}

/** Returns the facts as the texts show them: numbers, or the names of what they stand for in the scene. */
export function shownFacts(facts: Facts, scene?: Pick<Scene, "facts" | "values">): Record<string, string> {
  const nameOf = (fact: string, value: number) => {
    const from = scene?.facts[fact];
    return from && "index" in from ? scene?.values?.[from.step]?.[value] : undefined;
  };
  return Object.fromEntries(
    Object.entries(facts).map(([fact, value]) => [fact, nameOf(fact, value) ?? formatCell(value)]),
  );
}
