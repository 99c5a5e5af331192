/** The pages of exercises. */
import "../../styles/practice.css";
import "./ag-answer-table.ts";
import "./ag-derivation.ts";
import "./ag-exercise.ts";
import "./ag-exercises.ts";
import { html } from "lit";
import { openLibrary } from "../library.ts";
import type { SectionPages } from "../section-pages.ts";
import { t, textOf } from "../text.ts";
import { findDerivation, findExercise } from "./contents.ts";
import { exerciseAddress } from "./exercise-head.ts";
import { refusalOf } from "./own-inputs.ts";
import { openProgress, type Progress } from "./progress.ts";
import { COMPOSER, isSheet } from "./sheet-id.ts";
import { exerciseLesson } from "./solution.ts";

let progress: Progress | null = null;

export const pages: SectionPages = {
  // The sheet on paper has the answers to its polls.
  textsOf: ({ id }) => [
    "exercises",
    ...(isSheet(id) ? ["lecture"] : []),
    ...(isSheet(id) || findExercise(id)?.backward ? ["backward"] : []),
  ],

  /** Reads the stored progress, once. */
  async prepare() {
    progress = await openProgress();
  },

  /** The drawing of a graph, where an exercise may have one. A library that cannot be loaded is reported where it is used. */
  async ready({ id }) {
    if (isSheet(id)) await import("../sheet/index.ts");
    const lab = await openLibrary().catch(() => null);
    const algorithms = findExercise(id)?.algorithms ?? [];
    const inputs = lab?.catalog
      .filter((entry) => algorithms.some((own) => own === entry.id))
      .flatMap((entry) => entry.inputs);
    if (inputs?.some(({ kind }) => kind === "graph")) await import("../elements/graph.ts");
  },

  algorithmsOf: ({ id }) => findExercise(id)?.algorithms ?? [],

  exists: (id) => isSheet(id) || (findExercise(id) ?? findDerivation(id)) !== null,

  lessonOf(lab, practice, seed) {
    return practice.solution && findExercise(practice.id) ? exerciseLesson(lab, practice, seed) : null;
  },

  changesLessons: true,

  /** An exercise may be done on other inputs than it draws. */
  accepts: (lab, practice, changes, seed) =>
    findExercise(practice.id) !== null && refusalOf(lab, practice, seed, changes) === null,

  title({ id, solution }) {
    if (id === null) return t("ui.exercises");
    if (isSheet(id)) return t(id === COMPOSER ? "sheet.compose" : "sheet.sheet");
    const title = textOf(`exercises.${id}.title`) ?? t(`derivations.${id}.title`);
    return solution ? t("practice.solutionOf", { title }) : title;
  },

  printable: ({ id, solution }) => !solution && (findExercise(id) !== null || (isSheet(id) && id !== COMPOSER)),

  links: (practice, seed, changes) => html`<nav class="parts" aria-label=${t("ui.parts")}>
    <a href=${exerciseAddress({ ...practice, solution: false }, seed, changes)}>${t("practice.exercise")}</a>
    <a href=${exerciseAddress(practice, seed, changes)} aria-current="page">${t("practice.solution")}</a>
  </nav>`,

  view({ lab, practice, seed, changes, change, language, shown }) {
    if (shown === "print" && findExercise(practice.id))
      return html`<ag-exercise-sheet .lab=${lab} .practice=${practice} .seed=${seed} .changes=${changes} .language=${language}></ag-exercise-sheet>`;
    if (practice.id === null) {
      return html`<ag-exercises .practice=${practice} .progress=${progress} .language=${language}></ag-exercises>`;
    }
    if (practice.id === COMPOSER)
      return html`<ag-sheet-composer .lab=${lab} .language=${language}></ag-sheet-composer>`;
    if (isSheet(practice.id)) {
      const { id } = practice;
      if (shown === "print")
        return html`<ag-class-sheet .lab=${lab} .code=${id} .language=${language}></ag-class-sheet>`;
      return html`<ag-sheet .lab=${lab} .code=${id} .progress=${progress} .language=${language}></ag-sheet>`;
    }
    if (findDerivation(practice.id)) {
      const { id } = practice;
      return html`<ag-derivation .lab=${lab} .derivation=${id} .progress=${progress} .language=${language}></ag-derivation>`;
    }
    return html`<ag-exercise
      .lab=${lab}
      .practice=${practice}
      .seed=${seed}
      .changes=${changes}
      .change=${change}
      .progress=${progress}
      .language=${language}
    ></ag-exercise>`;
  },
};
