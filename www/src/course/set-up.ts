/**
 * What a question is about stays in sight with the answer: whole where the words have room for all, else its first lines, as many as there is room for, with a
 * button that shows all of it. Where even so fewer than four lines of the answer would be seen, as on a phone below a tall picture, the words are
 * scrolled as far as these need. Lines of the answer fade only while some of them are below the sentence to remember.
 */
import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import { t } from "../text.ts";

/** What is left free between the end of the answer and the sentence to remember, in pixels. */
const GAP = 8;
/** So many lines of the answer are seen at once where there are as many, or as many as there is room for. */
const READ = 4;
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
  /** How far the words are scrolled where the answer begins; null once the reader has a place of their own. */
  #start: number | null = null;

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
    this.#start = 0;
    this.#scrolled?.scrollTo({ top: 0, behavior: "instant" });
    this.#fit();
  }

  #scrolled: Element | null = null;

  #listen(): void {
    const words = this.#host.querySelector(".scene-words");
    if (words === this.#scrolled) return;
    this.#scrolled?.removeEventListener("scroll", this.#mark);
    words?.addEventListener("scroll", this.#mark, { passive: true });
    this.#scrolled = words;
  }

  /** Says whether words lie above, whether lines of the answer lie below the sentence to remember, and whether what is asked goes on below the window. */
  readonly #mark = (): void => {
    const words = this.#scrolled;
    if (!words) return;
    const find = (selector: string) => this.#host.querySelector(selector)?.getBoundingClientRect();
    const [shows, remember] = [find(".shows"), find(".remember")];
    words.toggleAttribute("data-covered", Boolean(shows && remember && shows.bottom > remember.top + 1));
    words.toggleAttribute("data-begun", words.scrollTop > 0);
    words.toggleAttribute("data-more", !shows && words.scrollHeight - words.scrollTop - words.clientHeight > GAP);
    if (this.#start !== null && Math.abs(words.scrollTop - this.#start) > 1) this.#start = null;
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
    // Whoever asks for what stands above reads there.
    this.#start = null;
    this.#fit();
  }

  #fit(): void {
    this.#cut();
    this.#begin();
    this.#mark();
  }

  /** Scrolls to where enough of the answer is seen. */
  #begin(): void {
    const words = this.#scrolled;
    const find = (selector: string) => words?.querySelector<HTMLElement>(selector) ?? null;
    const [shows, remember, said, head] = [".shows", ".remember", ".said", ".scene-head"].map(find);
    if (!words || !shows || !remember || !head || this.#start === null) return;
    const first = (said ?? shows).offsetTop;
    const wanted = Math.min(shows.offsetTop + shows.offsetHeight - first, READ * lineOf(shows));
    const over = first + wanted + GAP + remember.offsetHeight - words.clientHeight;
    // What stays above covers lines that are scrolled.
    const covered = getComputedStyle(head).position === "sticky" ? head.offsetHeight : 0;
    this.#start = Math.max(0, Math.min(over, first - covered - GAP));
    words.scrollTo({ top: this.#start, behavior: "instant" });
    this.#start = words.scrollTop;
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
    return linesLeft(text.offsetHeight, lineOf(text), end - words.clientHeight);
  }
}

/** The height of a line of a text, in pixels. */
const lineOf = (text: HTMLElement): number => Number.parseFloat(getComputedStyle(text).lineHeight);
