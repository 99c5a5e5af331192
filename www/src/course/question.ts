/** The question of a scene: a guess to commit to before the answer is shown. */
import { html, nothing, type TemplateResult } from "lit";
import type { Question } from "../../units/scene.ts";
import { t } from "../text.ts";
import type { Guess } from "./facts.ts";

export interface QuestionView {
  readonly question: Question;
  /** The key of the scene's texts. */
  readonly words: string;
  /** What is chosen or typed so far; null where nothing is. */
  readonly draft: Guess | null;
  /** The name of a chosen cell. */
  readonly cellName: string;
  /** Whether the answer is shown, after which nothing can be chosen. */
  readonly answered: boolean;
  /** The option that holds, shown with the answer. */
  readonly right: string | null;
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
        : html`<button type="submit" class="commit" aria-disabled=${draft === null ? "true" : "false"}>${t("course.commit")}</button>`
    }
  </form>`;
}

function answerField(view: QuestionView): TemplateResult {
  switch (view.question.kind) {
    case "choose":
      return options(view, shownOptions(view, Object.keys(view.question.options)));
    case "number":
      return numberField(view);
    case "cell":
      return html`<p class="chosen-cell" role="status">${
        view.draft === null ? t("course.chooseCell") : t("course.chosenCell", { cell: view.cellName })
      }</p>`;
  }
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

function numberField({ draft, answered, choose }: QuestionView): TemplateResult {
  return html`<label class="number-guess">
    <span>${t("course.yourNumber")}</span>
    <input
      type="text"
      inputmode="decimal"
      autocomplete="off"
      .value=${typeof draft === "number" ? String(draft) : ""}
      ?readonly=${answered}
      @input=${(event: Event) => {
        const text = (event.currentTarget as HTMLInputElement).value.trim().replace("−", "-").replace(",", ".");
        const number = Number(text);
        choose(text !== "" && Number.isFinite(number) ? number : null);
      }}
    />
  </label>`;
}
