import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { focusedNear, isPressedFor } from "../elements/around.ts";
import { send } from "../elements/events.ts";
import { focusOf } from "../elements/focus.ts";
import { LightElement } from "../elements/light-element.ts";
import { problemText } from "../lesson/problem-text.ts";
import { type Lab, type Problem, problemOf } from "../library.ts";
import { commandFor } from "../player/keys.ts";
import type { Progress } from "../practice/progress.ts";
import { storeNotice } from "../practice/store-notice.ts";
import { sectionAddress } from "../state/addresses.ts";
import { remembered } from "../state/preferences.ts";
import { t } from "../text.ts";
import { everyPoll, findPoll, nextPoll, type PollContent } from "./contents.ts";
import { evidence } from "./evidence.ts";
import { collectedKey } from "./kept.ts";
import { type AnsweredStatement, type Revealed, revealed } from "./own.ts";
import { type Choice, type Choices, choicesOf, keepChoice, keepScore } from "./poll-answers.ts";
import { sourceLine } from "./source-line.ts";
import { comparedChoice, statementChoice } from "./statement-choice.ts";
import { statementLetter } from "./statement-letter.ts";

/** On a Korean keyboard in Hangul mode the key of `r` sends `ㄱ`. */
const REVEALS = new Set(["r", "R", "ㄱ"]);
const SIGNS = { holds: "✓", fails: "✗", contested: "≈" } as const;

/** What was shown of the answers when a poll was left, for whoever comes back from the evidence; until the page is closed. */
const left = new Map<string, { readonly open: readonly string[]; readonly cell: string | null }>();

/** One poll: the statements, to be answered; on request which of them hold, and the evidence for each, computed when it is shown. */
@customElement("ag-poll")
export class PollElement extends LightElement {
  @property({ attribute: false }) lab!: Lab;
  /** The id of the poll. */
  @property({ attribute: false }) poll!: string;
  @property({ attribute: false }) progress!: Progress;
  @property({ attribute: false }) language!: string;
  /** How far a lecturer's keys have gone: 1 is the answers, then follows the evidence of each statement. A reader may be elsewhere. */
  @property({ attribute: false }) stop: number = 0;
  /** What the reader has answered. */
  @state() private choices: Choices = {};
  /** The answers, on request. */
  @state() private answer!: Revealed | null;
  /** Why there are no answers: the runs of a lecturer's poll may be refused. */
  @state() private problem!: Problem | null;
  /** The statements whose evidence is shown, in the order of the requests. */
  @state() private open!: readonly string[];
  /** The fact whose arithmetic is shown. */
  @state() private cell!: string | null;
  @state() private said!: string;
  /** What of voting in a room is shown. */
  @state() private room!: "vote" | "collect" | null;

  constructor() {
    super();
    this.#forget();
  }

  #forget(): void {
    this.answer = null;
    this.problem = null;
    this.open = [];
    this.cell = null;
    this.said = "";
  }

  #unsubscribe: (() => void) | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#unsubscribe = this.progress.subscribe(() => this.#readChoices());
    window.addEventListener("keydown", this.#key);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unsubscribe?.();
    window.removeEventListener("keydown", this.#key);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("poll")) {
      if (changed.get("poll") !== undefined) this.#forget();
      this.#readChoices();
      this.#comeBack();
      // A lecturer who has collected votes goes on with them.
      this.room = null;
      if ((remembered(collectedKey(this.poll)) ?? "") !== "") this.#openRoom("collect");
    }
    if (changed.has("stop") && (this.hasUpdated || this.stop > 0)) this.#goToStop();
  }

  /** Within another page a lecturer's keys say what is shown. */
  get #alone(): boolean {
    return this.getRootNode() === document;
  }

  #comeBack(): void {
    const shown = this.#alone ? left.get(this.poll) : undefined;
    if (!shown) return;
    this.answer = revealed(this.lab, this.poll);
    this.open = shown.open;
    this.cell = shown.cell;
  }

  protected override updated(): void {
    if (!this.#alone) return;
    if (this.answer) left.set(this.poll, { open: this.open, cell: this.cell });
    else left.delete(this.poll);
  }

  #goToStop(): void {
    if (this.stop < 1) {
      this.#forget();
      return;
    }
    if (!this.answer) this.#reveal();
    // One at a time: a slide does not scroll.
    const shown = this.answer?.options[this.stop - 2];
    this.open = shown === undefined ? [] : [shown];
    this.cell = null;
  }

  #readChoices(): void {
    this.choices = choicesOf(this.progress, this.poll, findPoll(this.poll)?.options ?? []);
  }

  protected override render(): TemplateResult {
    const { poll: id, answer } = this;
    const entry = findPoll(id);
    return html`<article class="exercise poll" data-revealed=${answer ? "true" : "false"}>
      <header>
        <h1>${t(`polls.${id}.question`)}</h1>
        ${entry ? sourceLine(entry) : nothing}
        ${storeNotice(this.progress.problem)}
      </header>
      <ol class="statements">
        ${entry?.options.map((option, number) => this.#statement(option, answer?.statements[number]))}
      </ol>
      ${
        answer
          ? this.#end(answer)
          : html`${this.problem ? html`<p class="problem" role="alert">${problemText(this.problem)}</p>` : nothing}<div class="actions">
              <button type="button" data-action="reveal" @click=${this.#reveal}>${t("lecture.reveal")}</button>
              <span class="fine">${t("lecture.revealKey")} <kbd>R</kbd></span>
            </div>`
      }
      ${this.#room(entry)}
      <p class="unseen" role="status" aria-live="polite">${this.said}</p>
    </article>`;
  }

  /** Voting by codes; once the answers are shown, a vote can only be collected. */
  #room(entry: PollContent | null): TemplateResult | typeof nothing {
    const { answer, choices, language } = this;
    // Within another page there is no address that others could open.
    if (!entry || !this.#alone) return nothing;
    const open = this.room === "vote" && answer ? null : this.room;
    const button = (part: "vote" | "collect") => html`<button
      type="button"
      data-action=${`room-${part}`}
      aria-expanded=${open === part ? "true" : "false"}
      @click=${() => this.#openRoom(open === part ? null : part)}
    >${t(`room.${part}`)}</button>`;
    return html`<section class="room" aria-labelledby="room-title" data-room=${open ?? "closed"}>
      <h2 id="room-title">${t("room.title")}</h2>
      <div class="actions">${answer ? nothing : button("vote")}${button("collect")}</div>
      ${open === "vote" ? html`<ag-vote-code .poll=${entry} .choices=${choices} .language=${language}></ag-vote-code>` : nothing}
      ${open === "collect" ? html`<ag-collect .poll=${entry} .polls=${everyPoll()} .answer=${answer} .language=${language}></ag-collect>` : nothing}
    </section>`;
  }

  #openRoom(part: "vote" | "collect" | null): void {
    this.room = part;
    if (part) void import("../room/index.ts");
  }

  /** How the answers compare with the evidence, and where to go on. */
  #end(answer: Revealed): TemplateResult {
    const { choices } = this;
    const count = Object.keys(choices).length;
    const next = nextPoll(this.poll);
    return html`<footer class="poll-end">
      ${count > 0 ? html`<p class="score">${t("lecture.score", { right: rightOf(choices, answer), count })}</p>` : nothing}
      <nav class="actions" aria-label=${t("lecture.goOn")}>
        ${next ? html`<a class="button" data-action="next-poll" href=${sectionAddress("polls", next.id)}>${t("lecture.nextPoll")}</a>` : nothing}
        <a class="button" href=${sectionAddress("polls")}>${t("lecture.allPolls")}</a>
      </nav>
    </footer>`;
  }

  #choose(option: string, choice: Choice): void {
    keepChoice(this.progress, this.poll, option, choice);
    this.#readChoices();
    send(this, "ag-answer", { poll: this.poll, statement: option, choice });
  }

  #statement(option: string, statement: AnsweredStatement | undefined): TemplateResult {
    const { poll: id } = this;
    const shown = this.open.includes(option);
    const key = statement?.key;
    return html`<li data-statement=${option} data-key=${key ?? nothing}>
      <span class="letter" aria-hidden="true">${statementLetter(findPoll(id)?.options ?? [], option)}</span>
      <div class="statement">
        <p class="statement-text">${t(`polls.${id}.options.${option}`)}</p>
        ${
          statement
            ? nothing
            : statementChoice({
                poll: id,
                option,
                chosen: this.choices[option],
                choose: (choice) => this.#choose(option, choice),
              })
        }
        ${
          statement && key
            ? html`<p class="key"><span class="sign" aria-hidden="true">${SIGNS[key]}</span> ${t(`verdicts.${key}`)}
                <button type="button" data-action="evidence" aria-expanded=${shown ? "true" : "false"} @click=${() => this.#toggle(option)}>
                  ${t(shown ? "lecture.hideEvidence" : "lecture.evidence")}
                </button></p>
                ${comparedChoice(this.choices[option], statement)}
                ${
                  shown
                    ? evidence({
                        lab: this.lab,
                        poll: id,
                        statement,
                        cell: this.cell,
                        choose: (cell) => {
                          this.cell = this.cell === cell ? null : cell;
                        },
                      })
                    : nothing
                }`
            : nothing
        }
      </div>
    </li>`;
  }

  readonly #reveal = () => {
    try {
      this.answer = revealed(this.lab, this.poll);
    } catch (error) {
      this.problem = problemOf(error);
      return;
    }
    const { choices, answer } = this;
    const verdicts = answer.statements
      .map(({ id, key }) => `${statementLetter(answer.options, id)}: ${t(`verdicts.${key}`)}`)
      .join(". ");
    const [right, count] = [rightOf(choices, answer), Object.keys(choices).length];
    if (count > 0) keepScore(this.progress, this.poll, right, answer.statements.length);
    this.said = count > 0 ? `${verdicts}. ${t("lecture.score", { right, count })}` : verdicts;
    const held = this.querySelector("[data-action=reveal]") === focusedNear(this);
    // The focused button was removed.
    if (held) {
      void this.updateComplete.then(() => this.querySelector<HTMLElement>("[data-action=evidence]")?.focus());
    }
  };

  #toggle(option: string): void {
    const { open } = this;
    this.open = open.includes(option) ? open.filter((other) => other !== option) : [...open, option];
  }

  /** The keys of a clicker step through the poll: the answers, then the evidence of one statement after another, and back. */
  #step(forward: boolean): void {
    if (!forward) {
      if (this.open.length > 0) this.open = this.open.slice(0, -1);
      else this.#forget();
      return;
    }
    if (!this.answer) {
      this.#reveal();
      return;
    }
    const next = this.answer.options.find((option) => !this.open.includes(option));
    if (!next) return;
    this.open = [...this.open, next];
    void this.updateComplete.then(() => {
      this.querySelector(`[data-statement="${next}"]`)?.scrollIntoView({ block: "nearest", behavior: "instant" });
    });
  }

  readonly #key = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
    if (!isPressedFor(this, event)) return;
    const focus = focusOf(event.composedPath());
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    // The arrow keys move between the answers to a statement.
    const inChoice = event
      .composedPath()
      .some((target) => target instanceof Element && target.matches("fieldset.statement-choice"));
    if (inChoice && event.key.startsWith("Arrow")) return;
    if (plain && focus !== "text" && REVEALS.has(event.key) && !this.answer) this.#reveal();
    else {
      const press = { key: event.key, ctrl: !plain, shift: event.shiftKey, alt: event.altKey };
      const command = commandFor(press, focus);
      if (command !== "next" && command !== "back") return;
      this.#step(command === "next");
    }
    event.preventDefault();
  };
}

/** How many answers are those of the evidence. */
function rightOf(choices: Choices, { statements }: Revealed): number {
  return statements.filter(({ id, key }) => choices[id] === key).length;
}
