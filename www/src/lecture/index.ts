/** The pages of polls and errata. */
import "../../styles/practice.css";
import "../../styles/lecture.css";
import "./ag-errata.ts";
import "./ag-own-polls.ts";
import "./ag-erratum.ts";
import "./ag-poll.ts";
import "./ag-polls.ts";
import "./ag-run-cell.ts";
import { html } from "lit";
import formulas from "../../generated/lecture-formulas.json";
import { addFormulas, type Formulas } from "../formula/tree.ts";
import { openProgress, type Progress } from "../practice/progress.ts";
import type { SectionPages } from "../section-pages.ts";
import { sectionAddress } from "../state/addresses.ts";
import { t } from "../text.ts";
import { findErratum, findPoll, nextPoll } from "./contents.ts";
import { erratumLesson } from "./erratum-lesson.ts";
import { announce, pollIn, readAddress, revealed } from "./own.ts";
import { statementLetter } from "./statement-letter.ts";

export const errataPages: SectionPages = {
  textsOf: () => ["lecture"],

  async prepare() {
    addFormulas(formulas as unknown as Formulas);
  },

  algorithmsOf: ({ id }) => findErratum(id)?.algorithms ?? [],

  exists: (id) => findErratum(id) !== null,

  lessonOf: (lab, { id, solution }) => (solution && id !== null ? erratumLesson(lab, id) : null),

  title: ({ id }) => (id === null ? t("ui.errata") : t(`errata.${id}.title`)),

  presentable: ({ id }) => id !== null,

  links: ({ id }) => html`<nav class="parts" aria-label=${t("ui.parts")}>
    <a href=${sectionAddress("errata", id)}>${t("lecture.erratum")}</a>
    <a href=${sectionAddress("errata", id, true)} aria-current="page">${t("lecture.right")}</a>
  </nav>`,

  view({ lab, practice, language }) {
    if (practice.id === null) return html`<ag-errata .language=${language}></ag-errata>`;
    return html`<ag-erratum .lab=${lab} .erratum=${practice.id} .language=${language}></ag-erratum>`;
  },
};

let progress: Progress | null = null;

export const pollPages: SectionPages = {
  textsOf: () => ["lecture"],

  /** Reads the stored answers, once, and the polls of a lecturer. */
  async prepare({ id }) {
    progress = await openProgress();
    announce();
    readAddress(id);
  },

  algorithmsOf: ({ id }) => findPoll(pollIn(id))?.algorithms ?? [],

  exists: (id) => findPoll(pollIn(id)) !== null,

  lessonOf: () => null,

  title: ({ id }) => (id === null ? t("ui.polls") : t(`polls.${pollIn(id)}.question`)),

  presentable: ({ id }) => id !== null,

  printable: ({ id }) => id !== null,

  notes(lab, practice) {
    const id = pollIn(practice.id);
    if (id === null) return { say: [], next: null };
    const { options, statements } = revealed(lab, id);
    const say = statements.map(({ id: option, key }) => ({
      title: statementLetter(options, option),
      text: `${t(`polls.${id}.options.${option}`)} — ${t(`verdicts.${key}`)}`,
    }));
    const next = nextPoll(id);
    return { say, next: next && t(`polls.${next.id}.question`) };
  },

  links: () => html``,

  view({ lab, practice, language, shown }) {
    const id = pollIn(practice.id);
    if (id === null) return html`<ag-polls .lab=${lab} .progress=${progress} .language=${language}></ag-polls>`;
    if (shown === "print") return html`<ag-poll-sheet .lab=${lab} .poll=${id} .language=${language}></ag-poll-sheet>`;
    return html`<ag-poll .lab=${lab} .poll=${id} .progress=${progress} .language=${language}></ag-poll>`;
  },
};
