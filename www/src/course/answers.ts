/** The answers of a scene: what is right is read from its runs. */

import { sameIndex } from "../numbers/shape.ts";
import { valueAt } from "../pictures/picture.ts";
import { type Facts, factOf, holds, readFacts } from "../stage/facts.ts";
import type { StageRuns } from "../stage/runs.ts";
import type { Question, Scene } from "./scene.ts";
import { settingOf } from "./scene-stage.ts";

/** A reader's answer: the id of an option, a number, or a cell. */
export type Guess = string | number | readonly number[];

/** Whether a guess is a cell. */
export function isCell(guess: Guess | null): guess is readonly number[] {
  return Array.isArray(guess);
}

/** Returns the facts of a scene, with its controls at their answers. */
export function sceneFacts(scene: Scene, runs: StageRuns): Facts {
  return readFacts(runs, settingOf(scene, "answer"));
}

/** Whether a guess is right, judged by the runs. */
export function isRight(scene: Scene, runs: StageRuns, facts: Facts, guess: Guess): boolean {
  const { question } = scene;
  switch (question.kind) {
    case "choose": {
      const claim = typeof guess === "string" ? question.options[guess] : undefined;
      return claim !== undefined && holds(claim, facts);
    }
    case "number":
      return typeof guess === "number" && Math.abs(guess - factOf(facts, question.fact)) <= question.within;
    case "cell":
      return isCell(guess) && sameIndex(guess, bestCell(scene, runs, question) ?? []);
  }
}

/** Returns the cell that a question of the kind `cell` asks for. */
export function bestCell(
  scene: Scene,
  runs: StageRuns,
  question: Extract<Question, { kind: "cell" }>,
): readonly number[] | null {
  const step = runs.at(settingOf(scene, "answer")).steps.get(question.step);
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
export function rightAnswer(scene: Scene, runs: StageRuns, facts: Facts): Guess | null {
  const { question } = scene;
  switch (question.kind) {
    case "choose": {
      const right = Object.entries(question.options).filter(([, claim]) => holds(claim, facts));
      return right.length === 1 ? (right[0]?.[0] ?? null) : null;
    }
    case "number":
      return factOf(facts, question.fact);
    case "cell":
      return bestCell(scene, runs, question);
  }
}
