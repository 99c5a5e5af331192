import { EXAMPLE_IDS, exampleOf } from "../examples/index.ts";
import { gat } from "./gat.ts";
import { gcn } from "./gcn.ts";
import type { Lesson, LessonPart } from "./lesson.ts";
import { positionalEncoding } from "./positional-encoding.ts";
import { reformer } from "./reformer.ts";
import { selfAttention } from "./self-attention.ts";

export type { Lesson, LessonPart };

/** The lessons, in the order in which they are taught. */
export const LESSONS: readonly Lesson[] = [selfAttention, positionalEncoding, gcn, gat, reformer];

/** The place of the algorithms, each with a page for its example. */
export const ALGORITHMS = "algorithms" as const;

/** The algorithm whose example the home shows. */
export const HOME_EXAMPLE = "scaled-dot-product-attention";

/** The name of the list of all algorithms, which is no algorithm itself. */
const LIST = "";

/** The parts of every lesson by their names in addresses. */
export const LESSON_PARTS: Readonly<Record<string, readonly string[]>> = {
  [ALGORITHMS]: [LIST, ...EXAMPLE_IDS],
  ...Object.fromEntries(LESSONS.map((lesson) => [lesson.id, lesson.parts.map((part) => part.algorithm)])),
};

/** The pages of algorithms that were opened. */
const opened = new Map<string, Lesson>();

/** Loads the example of an algorithm, after which {@link findLesson} finds its page. */
export async function openAlgorithm(id: string): Promise<void> {
  if (!opened.has(id)) opened.set(id, { id: ALGORITHMS, parts: [await exampleOf(id)] });
}

/** Returns a lesson, or the page of an algorithm that was opened. */
export function findLesson(id: string | null, part: string | null = null): Lesson | null {
  if (id === ALGORITHMS) return opened.get(part ?? LIST) ?? null;
  return LESSONS.find((lesson) => lesson.id === id) ?? null;
}

/** Returns the part of a lesson with this name; null is the first. */
export function findPart(lesson: Lesson, part: string | null): LessonPart {
  return lesson.parts.find(({ algorithm }) => algorithm === part) ?? lesson.parts[0];
}

/** Whether an algorithm has an example, and so a page. */
export function hasExample(algorithm: string): boolean {
  return EXAMPLE_IDS.includes(algorithm);
}

/** Returns the names of rows and columns in the lesson that runs an algorithm; null where there is none. */
export function lessonLabels(algorithm: string): LessonPart["labels"] | null {
  const parts = LESSONS.flatMap((lesson) => lesson.parts);
  return parts.find((part) => part.algorithm === algorithm)?.labels ?? null;
}
