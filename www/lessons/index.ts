import { gat } from "./gat.ts";
import { gcn } from "./gcn.ts";
import type { Lesson, LessonPart } from "./lesson.ts";
import { positionalEncoding } from "./positional-encoding.ts";
import { reformer } from "./reformer.ts";
import { selfAttention } from "./self-attention.ts";

export type { Lesson, LessonPart };

/** The lessons, in the order in which they are taught. */
export const LESSONS: readonly Lesson[] = [selfAttention, positionalEncoding, gcn, gat, reformer];

/** The parts of every lesson by their names in addresses. */
export const LESSON_PARTS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  LESSONS.map((lesson) => [lesson.id, lesson.parts.map((part) => part.algorithm)]),
);

export function findLesson(id: string | null): Lesson | null {
  return LESSONS.find((lesson) => lesson.id === id) ?? null;
}

/** Returns the part of a lesson with this name; null is the first. */
export function findPart(lesson: Lesson, part: string | null): LessonPart {
  return lesson.parts.find(({ algorithm }) => algorithm === part) ?? lesson.parts[0];
}

/** Returns a lesson part that runs an algorithm, for the catalog's links. */
export function lessonOf(algorithm: string): { readonly lesson: Lesson; readonly part: string | null } | null {
  for (const lesson of LESSONS) {
    const at = lesson.parts.findIndex((part) => part.algorithm === algorithm);
    if (at >= 0) return { lesson, part: at === 0 ? null : algorithm };
  }
  return null;
}
