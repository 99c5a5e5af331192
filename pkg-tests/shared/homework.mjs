import { solutionOf } from "./solution.mjs";
/** Homework of many students: right, mistaken, half done, scribbled, or with a step forgotten. Runs in Node and in a browser. */

/** Numbers from 0 to 1 from a seed (a linear congruence; its quality is of no matter here). */
export function sequence(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export const pick = (chance, list) => list[Math.floor(chance() * list.length)];

export const DIFFICULTIES = ["easy", "medium", "hard"];

const SCRIBBLES = [
  "",
  " ",
  "?",
  "3/8",
  "1/0",
  "−∞",
  "0,5",
  "1e-3",
  "exp(1)/2",
  "1.2.3",
  "답 42",
  "0.5 😀",
  "\u0000",
  '"',
  "√2",
];

/** A number as a student types it. */
export function written(number, decimals) {
  if (!Number.isFinite(number)) return number > 0 ? "∞" : "−∞";
  return number.toFixed(decimals);
}

/** The right answers as typed texts. */
export function rightAnswers(lab, exercise, decimals = exercise.decimals + 1) {
  const { steps } = solutionOf(lab, exercise);
  const numbers = (id) => [...steps.find((step) => step.id === id).data];
  const texts = ({ step }) => [step, numbers(step).map((number) => written(number, decimals))];
  return Object.fromEntries(exercise.asked.map(texts));
}

/** What one of many students types. */
export function someAnswers(lab, exercise, chance) {
  const answers = rightAnswers(lab, exercise, Math.floor(chance() * 6));
  const manner = Math.floor(chance() * 5);
  // Forgetting a step leaves the numbers before it: no scale, no mask.
  const forgotten = manner === 4 ? 1 + Math.floor(chance() * (exercise.asked.length - 1)) : 0;
  const [before, after] = [exercise.asked[forgotten - 1]?.step, exercise.asked[forgotten]?.step];
  if (before && after && answers[before].length === answers[after].length) answers[after] = [...answers[before]];
  for (const { step } of exercise.asked) {
    const cells = answers[step];
    for (const cell of cells.keys()) {
      if (manner === 1 && chance() < 0.2) cells[cell] = pick(chance, SCRIBBLES);
      if (manner === 2 && chance() < 0.2) cells[cell] = written((chance() - 0.5) * 20, 2);
    }
    if (manner === 3 && chance() < 0.3) {
      if (chance() < 0.5) delete answers[step];
      else cells.length = Math.floor(chance() * cells.length);
    }
  }
  return answers;
}

/** So many homework files, as JSON. */
export async function homeworkFiles(lab, count, seed) {
  const chance = sequence(seed);
  const entries = lab.exercises();
  const files = [];
  for (let number = 0; number < count; number++) {
    const { id } = entries[number % entries.length];
    const key = { seed: Math.floor(chance() * 2 ** 32), difficulty: pick(chance, DIFFICULTIES) };
    const exercise = lab.exercise(id, key);
    files.push(JSON.stringify(await lab.homework(exercise, someAnswers(lab, exercise, chance))));
  }
  return files;
}
