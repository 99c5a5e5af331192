/** The sentence of the home as a lesson: words to choose from, each with what it asks for, what it is, and what it has to tell. */

import { named } from "../../examples/example.ts";
import { exampleOf, findExample } from "../../examples/index.ts";
import { asking, being, telling } from "../../examples/things.ts";
import type { Lesson } from "../lesson/lesson.ts";
import type { TensorValue } from "../state/state.ts";

/** What is computed of the sentence. */
export const ALGORITHM = "scaled-dot-product-attention";

/** The word whose lines are drawn at first. */
export const FIRST = 2;

/** The sentence that the home begins with. */
export const SENTENCE: readonly string[] = Object.keys(being);

interface Word {
  /** How much it asks for a noun, and for a verb. */
  readonly asks: readonly [number, number];
  /** How much of a noun it is, and of a verb. */
  readonly is: readonly [number, number];
  /** What it has to tell of an animal, and of a drink. */
  readonly tells: readonly [number, number];
}

/** Words that the examples do not have. */
const MORE: Readonly<Record<string, Word>> = {
  every: { asks: [1.5, 0], is: [0, 0], tells: [1, 0] },
  dog: { asks: [0, 1.5], is: [1.5, 0], tells: [3, 0] },
  tea: { asks: [0.5, 1.5], is: [1.5, 0], tells: [0, 3] },
  chases: { asks: [2, 0], is: [0, 1.5], tells: [3, 0] },
  spills: { asks: [1.5, 0], is: [0, 1], tells: [0, 2] },
  cold: { asks: [2, 0], is: [0.5, 0], tells: [0, 1] },
};

const pair = (row: readonly number[] = []): readonly [number, number] => [row[0] ?? 0, row[1] ?? 0];

const ALL: ReadonlyMap<string, Word> = new Map([
  ...SENTENCE.map((word): [string, Word] => [
    word,
    { asks: pair(asking[word]), is: pair(being[word]), tells: pair(telling[word]) },
  ]),
  ...Object.entries(MORE),
]);

/** Every word that can be chosen. */
export const WORDS: readonly string[] = [...ALL.keys()];

/** Whether words of an address are a sentence that the home can show. */
export const isSentence = (words: readonly string[]): boolean =>
  words.length === SENTENCE.length && words.every((word) => ALL.has(word));

/** Loads what the lesson is made of. */
export const prepare = (): Promise<unknown> => exampleOf(ALGORITHM);

const known = new Map<string, Lesson>();

/** Returns the lesson of a sentence; the same one each time. */
export function sentenceLesson(words: readonly string[]): Lesson {
  const key = words.join(" ");
  const lesson = known.get(key) ?? made(words);
  known.set(key, lesson);
  return lesson;
}

function made(words: readonly string[]): Lesson {
  const example = findExample(ALGORITHM);
  if (!example) throw new Error(`the example of ${ALGORITHM} is not loaded`);
  const rows = (of: keyof Word): TensorValue => ({
    shape: [words.length, 2],
    data: words.flatMap((word) => [...(ALL.get(word)?.[of] ?? [])]),
  });
  const { presets: _, ...rest } = example;
  return {
    ...rest,
    inputs: { query: rows("asks"), key: rows("is"), value: rows("tells") },
    labels: { ...example.labels, query: named(...words), key: named(...words) },
    // No number is open before one is chosen.
    start: { step: "attention.weights" },
    fixed: true,
  };
}
