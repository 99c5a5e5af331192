/** Sections other than the lessons, each in a module that is loaded when it is first entered. */
import { type Settled, type SettledProblem, settle } from "./lesson/model.ts";
import type { Lab } from "./library.ts";
import type { SectionPages } from "./section-pages.ts";
import { NO_CHANGES, type Place, type Practice, type Section } from "./state/state.ts";

const loaders: Record<Section, () => Promise<{ readonly pages: SectionPages }>> = {
  units: () => import("./course/index.ts"),
  labs: () => import("./labs/index.ts"),
  exercises: () => import("./practice/index.ts"),
  polls: async () => ({ pages: (await import("./lecture/index.ts")).pollPages }),
  errata: async () => ({ pages: (await import("./lecture/index.ts")).errataPages }),
  engines: () => import("./engines/index.ts"),
  syllabus: () => import("./syllabus/index.ts"),
};

export async function enterSection(practice: Practice): Promise<SectionPages> {
  const { pages } = await loaders[practice.section]();
  await pages.prepare?.(practice);
  return pages;
}

const UNKNOWN: Record<Section, SettledProblem> = {
  units: "unknown-unit",
  labs: "unknown-lab",
  exercises: "unknown-exercise",
  polls: "unknown-poll",
  errata: "unknown-erratum",
  engines: "unknown-computation",
  syllabus: "unknown-unit",
};

/** What is said of changes that a place has not. */
const REFUSED: Partial<Record<Section, SettledProblem>> = {
  units: "scene-refused",
  labs: "lab-refused",
  exercises: "exercise-refused",
};

/** Turns a place that was read from an address into one that exists. */
export function settleSection(pages: SectionPages, lab: Lab, place: Place): Settled {
  const { practice, seed } = place;
  if (!practice) return { place, problem: null };
  if (practice.id !== null && !pages.exists(practice.id)) {
    const list = { ...practice, id: null, solution: false };
    return { place: { ...place, practice: list }, problem: { code: UNKNOWN[practice.section], because: null } };
  }
  const settled = pages.settle?.(practice) ?? null;
  if (settled) return { place: { ...place, practice: settled }, problem: { code: "unknown-scene", because: null } };
  // The numbers of sections that accept none are fixed, and those of a lesson unless it is on what the place changes.
  const own = { ...place, changes: NO_CHANGES };
  const lesson = pages.lessonOf(lab, practice, seed);
  if (lesson && !pages.changesLessons) return settle(lab, own, lesson);
  if (!pages.accepts || place.changes === NO_CHANGES || pages.accepts(lab, practice, place.changes, seed)) {
    const kept = pages.accepts ? place : own;
    return lesson ? settle(lab, kept, lesson) : { place: kept, problem: null };
  }
  return { place: own, problem: { code: REFUSED[practice.section] ?? "lab-refused", because: null } };
}
