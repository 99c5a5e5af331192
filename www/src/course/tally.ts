/** The hands that a room has raised for the answers to a question: counted before the answer is shown, and compared with it then. */
import { html, nothing, type TemplateResult } from "lit";
import { styleProperties } from "../elements/style-properties.ts";
import { t } from "../text.ts";
import type { Guess } from "./answers.ts";
import { guessOfVote, type Hands, voteOf } from "./hands.ts";
import type { Question } from "./scene.ts";

export interface TallyView {
  readonly hands: Hands;
  readonly question: Question;
  /** What is chosen or typed; it is what the next hand is counted for. */
  readonly draft: Guess | null;
  /** How an answer is called. */
  readonly nameOf: (guess: Guess) => string;
  /** Whether an answer is right; null while that is not shown. */
  readonly isRight: ((guess: Guess) => boolean) | null;
}

const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0);

/** The answers in the order in which they are listed: options as they are asked, numbers by size, cells as they were first chosen. */
function listed({ hands, question, isRight }: TallyView): readonly Guess[] {
  if (question.kind === "choose") {
    const options = Object.keys(question.options);
    return isRight ? options.filter((id) => isRight(id) || (hands.votes.get(id) ?? 0) > 0) : options;
  }
  const votes = [...hands.votes.keys()].map((vote) => guessOfVote(question.kind, vote));
  return question.kind === "number" ? votes.toSorted((one, other) => Number(one) - Number(other)) : votes;
}

/** Counts a hand for what is chosen. */
function addDraft({ hands, draft }: TallyView): void {
  if (draft !== null) hands.add(voteOf(draft));
}

export function tally(view: TallyView): TemplateResult {
  const { hands, question, draft, isRight } = view;
  if (!hands.counting)
    return isRight
      ? html``
      : html`<button type="button" class="quiet tally-begin" data-action="count-hands" @click=${() => hands.begin()}>${t("course.countHands")}</button>`;
  const total = sumOf(hands.votes.values());
  const answers = listed(view);
  const most = Math.max(1, ...answers.map((guess) => hands.votes.get(voteOf(guess)) ?? 0));
  const right = isRight
    ? sumOf(answers.map((guess) => (isRight(guess) ? (hands.votes.get(voteOf(guess)) ?? 0) : 0)))
    : 0;
  return html`<section class="tally" aria-label=${t("course.hands")} data-total=${total}>
    ${
      question.kind === "choose" || isRight
        ? nothing
        : html`<button type="button" data-action="count-draft" aria-disabled=${draft === null ? "true" : "false"} @click=${() => addDraft(view)}>${t("course.countDraft")}</button>`
    }
    <dl>${answers.map((guess) => row(view, guess, most))}</dl>
    <p class="tally-total">${isRight ? t("course.handsRight", { total, right }) : t("course.handsTotal", { total })}
      ${isRight ? nothing : html`<button type="button" class="quiet" data-action="clear-hands" @click=${() => hands.clear()}>${t("course.clearHands")}</button>`}</p>
  </section>`;
}

function row({ hands, nameOf, isRight }: TallyView, guess: Guess, most: number): TemplateResult {
  const vote = voteOf(guess);
  const count = hands.votes.get(vote) ?? 0;
  const name = nameOf(guess);
  const right = isRight?.(guess) ?? false;
  const set = (event: Event) => hands.set(vote, Number((event.currentTarget as HTMLInputElement).value) || 0);
  return html`<div data-vote=${vote} data-count=${count} data-right=${right ? "true" : "false"}>
    <dt>${name}${right ? html` <span class="mark">${t("course.holds")}</span>` : nothing}</dt>
    <dd>
      <span class="tally-bar" aria-hidden="true"><span ${styleProperties({ "inline-size": `${(100 * count) / most}%` })}></span></span>
      ${
        isRight
          ? html`<b>${count}</b>`
          : html`<input type="number" min="0" inputmode="numeric" aria-label=${t("course.handsFor", { answer: name })} .value=${String(count)} @change=${set} />
            <button type="button" data-action="count" aria-label=${t("course.handFor", { answer: name })} @click=${() => hands.add(vote)}>+</button>`
      }
    </dd>
  </div>`;
}
