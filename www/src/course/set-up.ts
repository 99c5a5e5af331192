/**
 * What a question is about stays in sight with the answer: whole where the words have room for all, else its first lines, as many as there is room for, with a
 * button that shows all of it. Lines of the answer fade only while some of them are below the sentence to remember.
 */
import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import { t } from "../text.ts";

/** What is left free between the end of the answer and the sentence to remember, in pixels. */
const GAP = 8;
/** What has a size of its own in the words. */
const PARTS = ".scene-words, .set-up, .question, .said, .shows, .remember";

/** Returns how many lines of a text there is room for; null where all of it is in sight with the answer. */
export function linesLeft(height: number, line: number, over: number): number | null {
  const lines = Math.round(height / line);
  const left = Math.max(1, lines - Math.ceil(over / line));
  return over <= 0 || left >= lines ? null : left;
}

export class SetUp implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #answered: () => object | null;
  readonly #sizes = new ResizeObserver(() => this.#fit());
  #observed: readonly Element[] = [];
  /** The scene whose answer is shown. */
  #told: object | null = null;
  /** Whether the reader has asked for all of it. */
  #opened = false;

  /** `answered` is the scene that is shown, as soon as it is answered. */
  constructor(host: ReactiveControllerHost & HTMLElement, answered: () => object | null) {
    this.#host = host;
    this.#answered = answered;
    host.addController(this);
  }

  hostUpdated(): void {
    const answered = this.#answered();
    this.#listen();
    const parts = [...this.#host.querySelectorAll(PARTS)];
    if (parts.length !== this.#observed.length || parts.some((part, at) => part !== this.#observed[at])) {
      this.#sizes.disconnect();
      this.#observed = parts;
      for (const part of parts) this.#sizes.observe(part);
    }
    if (answered === this.#told) return;
    this.#told = answered;
    this.#opened = false;
    this.#fit();
    const words = this.#host.querySelector(".scene-words");
    if (words) words.scrollTop = 0;
  }

  #scrolled: Element | null = null;

  #listen(): void {
    const words = this.#host.querySelector(".scene-words");
    if (words === this.#scrolled) return;
    this.#scrolled?.removeEventListener("scroll", this.#mark);
    words?.addEventListener("scroll", this.#mark, { passive: true });
    this.#scrolled = words;
  }

  /** Says whether lines of the answer lie below the sentence to remember. */
  readonly #mark = (): void => {
    const find = (selector: string) => this.#host.querySelector(selector)?.getBoundingClientRect();
    const [shows, remember] = [find(".shows"), find(".remember")];
    this.#scrolled?.toggleAttribute("data-covered", Boolean(shows && remember && shows.bottom > remember.top + 1));
  };

  hostDisconnected(): void {
    this.#scrolled?.removeEventListener("scroll", this.#mark);
    this.#scrolled = null;
    this.#sizes.disconnect();
    this.#observed = [];
    this.#told = null;
  }

  text(text: string): TemplateResult {
    return html`<div class="set-up">
      <p class="scene-text" id="scene-text">${text}</p>
      <button type="button" class="quiet whole" aria-controls="scene-text" hidden @click=${() => this.#turn()}></button>
    </div>`;
  }

  #turn(): void {
    this.#opened = !this.#opened;
    this.#fit();
  }

  #fit(): void {
    this.#cut();
    this.#mark();
  }

  #cut(): void {
    const find = (selector: string) => this.#host.querySelector<HTMLElement>(selector);
    const [words, setUp, text, button] = [".scene-words", ".set-up", ".scene-text", ".whole"].map(find);
    if (!words || !setUp || !text || !button) return;
    // As it is with all its lines.
    setUp.style.removeProperty("--ag-lines");
    button.hidden = true;
    const left = this.#told ? this.#left(words, text) : null;
    if (left === null) return;
    button.hidden = false;
    button.textContent = t(this.#opened ? "course.lessText" : "course.wholeText");
    button.ariaExpanded = String(this.#opened);
    if (!this.#opened) setUp.style.setProperty("--ag-lines", String(left));
  }

  #left(words: HTMLElement, text: HTMLElement): number | null {
    const shows = words.querySelector<HTMLElement>(".shows");
    const remember = words.querySelector<HTMLElement>(".remember");
    if (!shows || !remember) return null;
    const end = shows.offsetTop + shows.offsetHeight + GAP + remember.offsetHeight;
    return linesLeft(text.offsetHeight, Number.parseFloat(getComputedStyle(text).lineHeight), end - words.clientHeight);
  }
}
