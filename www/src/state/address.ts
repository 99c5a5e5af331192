/** Keeps the address bar and the state in step. Links are followed by the browser, so each lesson is an entry of its history; steps are not. */
import { decodePlace, encodePlace, type KnownLessons, type LinkProblem } from "./link.ts";
import type { Store } from "./store.ts";

/** Browsers refuse more than about three writes a second over a longer time; scrubbing would make more. */
const QUIET = 250;

export class Address {
  readonly #store: Store;
  readonly #lessons: KnownLessons;
  readonly #onProblem: (problem: LinkProblem | null) => void;
  /** Id of the step that is shown, so that a cell of it needs no name; null where it is not known. */
  shown: string | null = null;
  #written = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: Store, lessons: KnownLessons, onProblem: (problem: LinkProblem | null) => void) {
    this.#store = store;
    this.#lessons = lessons;
    this.#onProblem = onProblem;
  }

  start(): void {
    window.addEventListener("hashchange", () => this.read());
    window.addEventListener("pagehide", () => this.#write());
    this.read();
  }

  read(): void {
    clearTimeout(this.#timer);
    const { place, problem } = decodePlace(location.hash, this.#lessons);
    this.#onProblem(problem);
    this.#store.dispatch({ type: "visit", place });
  }

  /** Writes the place where the reader is: at once, or soon after the last write. */
  update(shown: string | null): void {
    this.shown = shown;
    clearTimeout(this.#timer);
    const wait = this.#written + QUIET - Date.now();
    if (wait <= 0) this.#write();
    else this.#timer = setTimeout(() => this.#write(), wait);
  }

  #write(): void {
    clearTimeout(this.#timer);
    const hash = encodePlace(this.#store.state, this.shown);
    if (hash === (location.hash || "#/")) return;
    this.#written = Date.now();
    history.replaceState(history.state, "", hash);
  }
}
