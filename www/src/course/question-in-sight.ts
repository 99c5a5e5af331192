/** What was asked and what is right stand in sight with the answer, below the title, and no line is cut by it. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

/** What is left free between the title and the line below it. */
const GAP = 4;

/** Returns how far to scroll the words: until the question stands below the title, so that they begin with a whole sentence; not at all where everything is in sight. */
function questionAt(words: HTMLElement): number {
  words.style.paddingBlockEnd = "";
  const head = words.querySelector<HTMLElement>(".scene-head");
  const question = words.querySelector<HTMLElement>(".question");
  if (!head || !question) return 0;
  const furthest = words.scrollHeight - words.clientHeight;
  if (furthest <= 0) return 0;
  // The title sticks as far from the edge as its place and the padding of the words say together.
  const pixels = (length: string) => Number.parseFloat(length) || 0;
  const { paddingTop, paddingBottom } = getComputedStyle(words);
  const title = head.offsetHeight + pixels(getComputedStyle(head).top) + pixels(paddingTop);
  const under = question.offsetTop - title - GAP;
  // Words that end before that have room below them.
  if (furthest < under) words.style.paddingBlockEnd = `${pixels(paddingBottom) + under - furthest}px`;
  return under;
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
    if (!words) return;
    if (!this.#told) words.style.paddingBlockEnd = "";
    words.scrollTop = this.#told ? questionAt(words) : 0;
  }
}
