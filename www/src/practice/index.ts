/** The pages of exercises. */
import "../../styles/practice.css";
import "./ag-answer-table.ts";
import "./ag-derivation.ts";
import "./ag-exercise.ts";
import "./ag-exercises.ts";
import { html } from "lit";
import algorithms from "../../generated/exercises.json";
import type { Lab } from "../library.ts";
import type { RoomPages } from "../rooms.ts";
import { t, textOf } from "../text.ts";
import { exerciseAddress } from "./exercise-head.ts";
import { Progress } from "./progress.ts";
import { exerciseLesson } from "./solution.ts";

const byExercise: Readonly<Record<string, string>> = algorithms;
let progress: Progress | null = null;

export const pages: RoomPages = {
  /** Reads what was done before, once. */
  async prepare() {
    progress ??= await Progress.open();
  },

  algorithmsOf({ id }) {
    return id === null ? [] : [byExercise[id] ?? []].flat();
  },

  exists: (lab, id) => lab.exercises.some((exercise) => exercise.id === id) || isDerivation(lab, id),

  lessonOf(lab, practice, seed) {
    const { id, solution } = practice;
    return solution && id !== null && !isDerivation(lab, id) ? exerciseLesson(lab, practice, seed) : null;
  },

  title({ id, solution }) {
    if (id === null) return t("ui.exercises");
    const title = textOf(`exercises.${id}.title`) ?? t(`derivations.${id}.title`);
    return solution ? t("practice.solutionOf", { title }) : title;
  },

  links: (practice, seed) => html`<nav class="parts" aria-label=${t("ui.parts")}>
    <a href=${exerciseAddress({ ...practice, solution: false }, seed)}>${t("practice.exercise")}</a>
    <a href=${exerciseAddress(practice, seed)} aria-current="page">${t("practice.solution")}</a>
  </nav>`,

  view({ lab, practice, seed, language }) {
    if (practice.id === null) {
      return html`<ag-exercises .lab=${lab} .practice=${practice} .progress=${progress} .language=${language}></ag-exercises>`;
    }
    if (isDerivation(lab, practice.id)) {
      const { id } = practice;
      return html`<ag-derivation .lab=${lab} .derivation=${id} .progress=${progress} .language=${language}></ag-derivation>`;
    }
    return html`<ag-exercise
      .lab=${lab}
      .practice=${practice}
      .seed=${seed}
      .progress=${progress}
      .language=${language}
    ></ag-exercise>`;
  },
};

function isDerivation(lab: Lab, id: string): boolean {
  return lab.derivations.some((derivation) => derivation.id === id);
}
