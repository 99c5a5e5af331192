/** The question of a scene: a guess to commit to before the answer is shown. */
import { html, nothing, type TemplateResult } from "lit";
import { t } from "../text.ts";
import { type Guess, isCell } from "./answers.ts";
import { guessedNumber } from "./guessed-number.ts";
import type { Question } from "./scene.ts";

export interface QuestionView {
  readonly question: Question;
  /** The key of the scene's texts. */
  readonly words: string;
  /** What is chosen or typed so far; null where nothing is. */
  readonly draft: Guess | null;
  /** Names a cell. */
  readonly nameOf: (cell: readonly number[]) => string;
  /** Whether the answer is shown, after which nothing can be chosen. */
  readonly answered: boolean;
  /** The right answer, shown where `answered`. */
  readonly right: Guess | null;
  readonly choose: (guess: Guess | null) => void;
  readonly commit: () => void;
}

export function questionForm(view: QuestionView): TemplateResult {
  const { words, answered, draft } = view;
  return html`<form class="question" @submit=${(event: Event) => {
    event.preventDefault();
    if (!answered && draft !== null) view.commit();
  }}>
    <fieldset>
      <legend>${t(`${words}.question`)}</legend>
      ${answerField(view)}
    </fieldset>
    ${
      answered
        ? nothing
        : html`<button type="submit" class="commit primary" aria-disabled=${draft === null ? "true" : "false"}>${t("course.commit")}</button>`
    }
  </form>`;
}

function answerField(view: QuestionView): TemplateResult | typeof nothing {
  switch (view.question.kind) {
    case "choose":
      return options(view, shownOptions(view, Object.keys(view.question.options)));
    case "number":
      return numberField(view);
    case "cell":
      return chosenCell(view);
  }
}

/** What was chosen in the picture; with the answer, what it is. */
function chosenCell({ draft, right, answered, nameOf }: QuestionView): TemplateResult {
  const name = (cell: Guess | null) => (isCell(cell) ? nameOf(cell) : "");
  const chosen =
    draft === null
      ? nothing
      : html`<p class="chosen-cell" role="status">${t("course.chosenCell", { cell: name(draft) })}</p>`;
  if (answered) return html`${chosen}<p class="right-cell">${t("course.rightCell", { cell: name(right) })}</p>`;
  return draft === null ? html`<p role="status">${t("course.chooseCell")}</p>` : html`${chosen}`;
}

/** With the answer, only what holds and what was guessed is left, so that the scene stays on one screen. */
function shownOptions({ answered, right, draft }: QuestionView, ids: readonly string[]): readonly string[] {
  return answered ? ids.filter((id) => id === right || id === draft) : ids;
}

function options({ words, draft, answered, right, choose }: QuestionView, ids: readonly string[]): TemplateResult {
  return html`${ids.map((id) => {
    const mark = answered ? (id === right ? "holds" : id === draft ? "fails" : "") : "";
    return html`<label class=${`choice ${mark}`}>
      <input type="radio" name="guess" value=${id} .checked=${draft === id} ?disabled=${answered} @change=${() => choose(id)} />
      <span>${t(`${words}.options.${id}`)}</span>
      ${mark === "" ? nothing : html`<span class="mark">${t(`course.${mark}`)}</span>`}
    </label>`;
  })}`;
}

function numberField({ draft, answered, right, choose }: QuestionView): TemplateResult | typeof nothing {
  // With the answer there is nothing to type any more.
  if (answered) return typeof draft === "number" && typeof right === "number" ? guessedNumber(draft, right) : nothing;
  return html`<label class="number-guess">
    <span>${t("course.yourNumber")}</span>
    <input
      type="text"
      inputmode="decimal"
      autocomplete="off"
      .value=${typeof draft === "number" ? String(draft) : ""}
      @input=${(event: Event) => {
        const text = (event.currentTarget as HTMLInputElement).value.trim().replace("−", "-").replace(",", ".");
        const number = Number(text);
        choose(text !== "" && Number.isFinite(number) ? number : null);
      }}
    />
  </label>`;
}
