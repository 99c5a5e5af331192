/** What was asked and what is right stand in sight with the answer, below the title, and no line is cut by it. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

/** What is left free between the title and the line below it. */
const GAP = 4;

/** Returns how far to scroll the words: to the question, or where the words end before that, to the last line of the text from which all that follows is in sight. */
function wholeLineAt(words: HTMLElement): number {
  const head = words.querySelector<HTMLElement>(".scene-head");
  const text = words.querySelector<HTMLElement>(".scene-text");
  const question = words.querySelector<HTMLElement>(".question");
  if (!head || !text || !question) return 0;
  const furthest = words.scrollHeight - words.clientHeight;
  // The title sticks as far from the edge as its place and the padding of the words say together.
  const pixels = (length: string) => Number.parseFloat(length) || 0;
  const title = head.offsetHeight + pixels(getComputedStyle(head).top) + pixels(getComputedStyle(words).paddingTop);
  const under = (element: HTMLElement) => element.offsetTop - title - GAP;
  if (furthest >= under(question)) return under(question);
  const lineHeight = Number.parseFloat(getComputedStyle(text).lineHeight);
  const lines = Math.floor((furthest - under(text)) / lineHeight);
  return lines < 1 ? 0 : under(text) + lines * lineHeight;
}

/** Brings what was asked and what is right into sight below the title: with the answer, and where lines begin to break elsewhere, as with the letters of the page or in another window. */
export class QuestionInSight implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #answered: () => object | null;
  readonly #lines = new ResizeObserver(() => this.#bring());
  /** The scene whose answer is in sight. */
  #told: object | null = null;

  /** `answered` is the scene that is shown, as soon as it is answered. */
  constructor(host: ReactiveControllerHost & HTMLElement, answered: () => object | null) {
    this.#host = host;
    this.#answered = answered;
    host.addController(this);
  }

  hostUpdated(): void {
    const answered = this.#answered();
    if (answered === this.#told) return;
    this.#told = answered;
    this.#bring();
    const text = this.#host.querySelector(".scene-text");
    if (text) this.#lines.observe(text);
  }

  hostDisconnected(): void {
    this.#lines.disconnect();
    this.#told = null;
  }

  #bring(): void {
    const words = this.#host.querySelector<HTMLElement>(".scene-words");
    if (words) words.scrollTop = this.#told ? wholeLineAt(words) : 0;
  }
}
