/** Everything for exercises, loaded when the first of them is asked for: a visit to a lesson brings none of it. */
import "../../styles/practice.css";
import "./ag-answer-table.ts";
import "./ag-exercise.ts";
import "./ag-exercises.ts";
import { html, type TemplateResult } from "lit";
import algorithms from "../../generated/exercises.json";
import type { Lesson } from "../../lessons/index.ts";
import { type Settled, settle } from "../lesson/model.ts";
import type { Lab } from "../library.ts";
import { NO_CHANGES, type PageState, type Place, type Practice } from "../state/state.ts";
import { t } from "../text.ts";
import { exerciseAddress } from "./exercise-head.ts";
import { Progress } from "./progress.ts";
import { exerciseLesson } from "./solution.ts";

const byExercise: Readonly<Record<string, string>> = algorithms;
let progress: Progress | null = null;

/** Reads what was done before, once. */
export async function prepare(): Promise<void> {
  progress ??= await Progress.open();
}

/** The algorithm that a place practices; null for a list, and for what does not exist. */
export function algorithmOf({ id }: Practice): string | null {
  return (id === null ? undefined : byExercise[id]) ?? null;
}

/** What a place shows step by step; null where it shows something to fill in or to choose from. */
export function solutionOf(lab: Lab, { practice, seed }: Pick<Place, "practice" | "seed">): Lesson | null {
  return practice?.solution ? exerciseLesson(lab, practice, seed) : null;
}

/** Turns a place that was read from an address into one that exists. */
export function settlePractice(lab: Lab, place: Place): Settled {
  const { practice } = place;
  if (!practice) return { place, problem: null };
  const exists = practice.id === null || lab.exercises.some(({ id }) => id === practice.id);
  if (!exists) {
    const list = { ...practice, id: null, solution: false };
    return { place: { ...place, practice: list }, problem: { code: "unknown-exercise", because: null } };
  }
  // The numbers of an exercise are its own.
  const own = { ...place, changes: NO_CHANGES };
  const lesson = solutionOf(lab, own);
  return lesson ? settle(lab, own, lesson) : { place: own, problem: null };
}

/** What the page is called there. */
export function practiceTitle({ id, solution }: Practice): string {
  if (id === null) return t("ui.exercises");
  const title = t(`exercises.${id}.title`);
  return solution ? t("practice.solutionOf", { title }) : title;
}

/** Above a solution: the way back to its exercise. */
export function solutionLinks(practice: Practice, seed: number): TemplateResult {
  return html`<nav class="parts" aria-label=${t("ui.parts")}>
    <a href=${exerciseAddress({ ...practice, solution: false }, seed)}>${t("practice.exercise")}</a>
    <a href=${exerciseAddress(practice, seed)} aria-current="page">${t("practice.solution")}</a>
  </nav>`;
}

export interface PracticeView {
  readonly lab: Lab;
  readonly practice: Practice;
  readonly state: PageState;
  readonly language: string;
}

export function practiceView({ lab, practice, state, language }: PracticeView): TemplateResult {
  if (practice.id === null) {
    return html`<ag-exercises .lab=${lab} .practice=${practice} .progress=${progress} .language=${language}></ag-exercises>`;
  }
  return html`<ag-exercise
    .lab=${lab}
    .practice=${practice}
    .seed=${state.seed}
    .progress=${progress}
    .language=${language}
  ></ag-exercise>`;
}
