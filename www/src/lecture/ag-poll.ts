import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Lab, PollAnswer, PollStatement } from "../library.ts";
import { commandFor } from "../player/keys.ts";
import { focusOf } from "../shell/focus.ts";
import { LightElement } from "../shell/light-element.ts";
import { t } from "../text.ts";
import { findPoll } from "./contents.ts";
import { evidence } from "./evidence.ts";

/** On a Korean keyboard in Hangul mode the key of `r` sends `ㄱ`. */
const REVEALS = new Set(["r", "R", "ㄱ"]);
const SIGNS = { holds: "✓", fails: "✗", contested: "≈" } as const;

/** One poll: the statements, on request which of them hold, and the evidence for each, computed when it is shown. */
@customElement("ag-poll")
export class PollElement extends LightElement {
  @property({ attribute: false }) lab!: Lab;
  /** The id of the poll. */
  @property({ attribute: false }) poll!: string;
  @property({ attribute: false }) language!: string;
  /** The answers, on request. */
  @state() private answer!: PollAnswer | null;
  /** The statements whose evidence is shown, in the order of the requests. */
  @state() private open!: readonly string[];
  /** The fact whose arithmetic is shown. */
  @state() private cell!: string | null;
  @state() private said!: string;

  constructor() {
    super();
    this.#forget();
  }

  #forget(): void {
    this.answer = null;
    this.open = [];
    this.cell = null;
    this.said = "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("keydown", this.#key);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("keydown", this.#key);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("poll") && changed.get("poll") !== undefined) this.#forget();
  }

  protected override render(): TemplateResult {
    const { poll: id, answer } = this;
    const entry = findPoll(id);
    return html`<article class="exercise poll" data-revealed=${answer ? "true" : "false"}>
      <h1>${t(`polls.${id}.question`)}</h1>
      <ol class="statements">
        ${entry?.options.map((option, number) => this.#statement(option, answer?.statements[number]))}
      </ol>
      ${
        answer
          ? nothing
          : html`<div class="actions">
              <button type="button" data-action="reveal" @click=${this.#reveal}>${t("lecture.reveal")}</button>
              <span class="fine">${t("lecture.revealKey")} <kbd>R</kbd></span>
            </div>`
      }
      <p class="unseen" role="status" aria-live="polite">${this.said}</p>
    </article>`;
  }

  #statement(option: string, statement: PollStatement | undefined): TemplateResult {
    const { poll: id } = this;
    const shown = this.open.includes(option);
    const key = statement?.key;
    return html`<li data-statement=${option} data-key=${key ?? nothing}>
      <span class="letter" aria-hidden="true">${option}</span>
      <div class="statement">
        <p class="statement-text">${t(`polls.${id}.options.${option}`)}</p>
        ${
          statement && key
            ? html`<p class="key"><span class="sign" aria-hidden="true">${SIGNS[key]}</span> ${t(`verdicts.${key}`)}
                <button type="button" data-action="evidence" aria-expanded=${shown ? "true" : "false"} @click=${() => this.#toggle(option)}>
                  ${t(shown ? "lecture.hideEvidence" : "lecture.evidence")}
                </button></p>
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
    this.answer = this.lab.reveal(this.poll);
    this.said = this.answer.statements.map(({ id, key }) => `${id}: ${t(`verdicts.${key}`)}`).join(". ");
    const held = this.querySelector("[data-action=reveal]") === document.activeElement;
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
    const focus = focusOf(event.composedPath());
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
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
