/** The end of an exercise: the remaining mistakes, the worked solution, other numbers, and the file to hand in. */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { ExerciseKey, Marked } from "../library.ts";
import { type Inputs, nextSeed, type Practice } from "../state/state.ts";
import { t } from "../text.ts";
import { exerciseAddress } from "./exercise-head.ts";
import { isToRetry, isWrong } from "./marks.ts";
import { isOwn } from "./own-inputs.ts";

export interface EndView {
  readonly practice: Practice;
  readonly seed: number;
  /** Inputs of one's own. */
  readonly changes: Inputs;
  readonly marked: Marked;
  readonly retry: () => void;
  readonly handIn: () => void;
  /** The name for the file to hand in; it may be empty. */
  readonly name: string;
  readonly rename: (name: string) => void;
  /** What the last file to hand in holds; empty if there is none. */
  readonly saved: string;
}

const LONGEST_NAME = 200;

/** Letters, digits and hyphens of a text. */
const plain = (text: string): string =>
  text
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);

/** Returns the name of a file to hand in for what has this name in a file. */
export function fileName(what: string, name: string): string {
  const parts = [plain(name), what].filter((part) => part !== "");
  return `${parts.join("-")}.json`;
}

/** Returns the name of a file to hand in for a sheet. */
export const sheetFileName = (title: string, name: string): string => fileName(plain(title), name);

/** Returns the name of a file to hand in for an exercise. */
export const handInName = ({ id, difficulty, seed, own }: ExerciseKey, name: string): string =>
  fileName(own ? `${id}-own` : `${id}-${difficulty}-${seed}`, name);

export function exerciseEnd(view: EndView): TemplateResult {
  const { practice, seed, changes, marked, retry } = view;
  const cells = marked.steps.flatMap((step) => step.cells);
  const right = cells.filter(({ kind }) => kind === "right").length;
  const wrong = cells.filter(isWrong).length;
  const again = cells.filter(isToRetry).length;
  return html`<section class="exercise-end" aria-labelledby="end-title">
    <h2 id="end-title">${t("practice.end")}</h2>
    <p class="sum">${
      marked.complete
        ? t("practice.complete", { count: cells.length })
        : t("practice.sum", { right, count: cells.length, wrong })
    }</p>
    <div class="actions">
      ${again > 0 ? html`<button type="button" data-action="retry" @click=${retry}>${t("practice.retry", { count: again })}</button>` : nothing}
      <a class="button" data-action="solution" href=${exerciseAddress({ ...practice, solution: true }, seed, changes)}>${t("practice.solution")}</a>
      ${isOwn(changes) ? nothing : html`<a class="button" href=${exerciseAddress(practice, nextSeed(seed))}>${t("practice.newNumbers")}</a>`}
    </div>
    <p class="fine">${t("practice.solutionLead")}</p>
    ${handInForm(view)}
  </section>`;
}

/** The name is asked for, but not needed. What was saved is confirmed. */
function handInForm({ name, rename, handIn, saved }: EndView): TemplateResult {
  const submit = (event: Event) => {
    event.preventDefault();
    handIn();
  };
  return html`<form class="hand-in" @submit=${submit}>
    <label for="hand-in-name">${t("practice.handInName")}</label>
    <input
      id="hand-in-name"
      type="text"
      autocomplete="name"
      maxlength=${LONGEST_NAME}
      aria-describedby="hand-in-lead"
      .value=${live(name)}
      @input=${(event: Event) => rename((event.currentTarget as HTMLInputElement).value)}
    />
    <button type="submit" data-action="hand-in">${t("practice.handIn")}</button>
    <p class="fine" id="hand-in-lead">${t("practice.handInLead")}</p>
    <p class="message" role="status">${saved}</p>
  </form>`;
}
