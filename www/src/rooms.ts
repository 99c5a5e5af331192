/** Places beside the lessons, each with a module of its own that is loaded when it is first entered: a visit to a lesson brings none of it. */
import type { TemplateResult } from "lit";
import { type Lesson, topicOf } from "../lessons/index.ts";
import { type Settled, type SettledProblem, settle } from "./lesson/model.ts";
import { type Lab, openLibrary, type Topic } from "./library.ts";
import { NO_CHANGES, type Place, type Practice, type Room } from "./state/state.ts";

export interface RoomView {
  readonly lab: Lab;
  readonly practice: Practice;
  readonly seed: number;
  readonly language: string;
}

/** What one room shows. */
export interface RoomPages {
  /** Whatever has to be there before anything can be shown. */
  prepare(): Promise<void>;
  /** The part of the library that is needed. */
  fileOf(practice: Practice): Topic;
  /** The algorithms whose steps are shown. */
  algorithmsOf(practice: Practice): readonly string[];
  exists(id: string): boolean;
  /** What is shown step by step, as a lesson is; null where there is something to fill in or to choose from. */
  lessonOf(lab: Lab, practice: Practice, seed: number): Lesson | null;
  title(practice: Practice): string;
  /** Whether it is shown to an audience, in large type where asked. */
  presentable?(practice: Practice): boolean;
  view(view: RoomView): TemplateResult;
  /** Above what is shown step by step: the way back. */
  links(practice: Practice, seed: number): TemplateResult;
}

const loaders: Record<Room, () => Promise<{ readonly pages: RoomPages }>> = {
  exercises: () => import("./practice/index.ts"),
  polls: async () => ({ pages: (await import("./lecture/index.ts")).pollPages }),
  errata: async () => ({ pages: (await import("./lecture/index.ts")).errataPages }),
  engines: () => import("./engines/index.ts"),
};

export async function enterRoom(room: Room): Promise<RoomPages> {
  const { pages } = await loaders[room]();
  await pages.prepare();
  return pages;
}

/** The library with what a place needs. */
export async function openFor({ lesson, practice }: Pick<Place, "lesson" | "practice">): Promise<Lab> {
  return openLibrary(practice ? (await enterRoom(practice.room)).fileOf(practice) : topicOf(lesson));
}

const UNKNOWN: Record<Room, SettledProblem> = {
  exercises: "unknown-exercise",
  polls: "unknown-poll",
  errata: "unknown-erratum",
  engines: "unknown-computation",
};

/** Turns a place that was read from an address into one that exists. */
export function settleRoom(pages: RoomPages, lab: Lab, place: Place): Settled {
  const { practice, seed } = place;
  if (!practice) return { place, problem: null };
  if (practice.id !== null && !pages.exists(practice.id)) {
    const list = { ...practice, id: null, solution: false };
    return { place: { ...place, practice: list }, problem: { code: UNKNOWN[practice.room], because: null } };
  }
  // The numbers here are given.
  const own = { ...place, changes: NO_CHANGES };
  const lesson = pages.lessonOf(lab, practice, seed);
  return lesson ? settle(lab, own, lesson) : { place: own, problem: null };
}
