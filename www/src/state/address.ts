/** Synchronizes the address bar and the state. The browser follows links, so each page is an entry of its history; steps are not. */
import { decodePlace, encodePlace, type LinkProblem } from "./link.ts";
import type { Place } from "./state.ts";

/** Browsers refuse more than about three writes per second over a longer time; scrubbing would exceed that. */
const QUIET = 300;

/** To write a longer address takes so long that it waits until nothing has changed for a while. */
const LONG = 4096;

export class Address {
  readonly #algorithms: readonly string[];
  readonly #visit: (place: Place, problem: LinkProblem | null) => void;
  /** Writes the address of the current place, which takes long for a place with many numbers. */
  #hash = () => "#/";
  /** What was in the address bar when it was last read or written. */
  #known = "";
  #written = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `visit` is called with every place of the address bar. */
  constructor(algorithms: readonly string[], visit: (place: Place, problem: LinkProblem | null) => void) {
    this.#algorithms = algorithms;
    this.#visit = visit;
  }

  start(): void {
    window.addEventListener("hashchange", () => this.visit());
    window.addEventListener("pagehide", () => this.#write());
    window.addEventListener("click", this.#beforeLink, { capture: true });
    this.visit();
  }

  /** The browser does not follow a link to what the address bar says, though a change that is yet to be written has led away from it. */
  readonly #beforeLink = (event: Event): void => {
    const isLink = event.composedPath().some((element) => element instanceof HTMLAnchorElement);
    if (isLink && this.#timer !== undefined) this.#write();
  };

  /** Goes to the place in the address bar. */
  visit(): void {
    this.#cancel();
    this.#known = location.hash;
    const { place, problem } = decodePlace(location.hash, this.#algorithms);
    this.#visit(place, problem);
  }

  /** Writes the current place: at once, or soon after the last write or the last change. `shown` is the id of the step that is shown. */
  update(place: Place, shown: string | null): void {
    this.#hash = () => encodePlace(place, shown);
    this.#cancel();
    const wait = this.#written + QUIET - Date.now();
    if (wait <= 0 && this.#known.length < LONG) this.#write();
    else this.#timer = setTimeout(() => this.#write(), Math.max(wait, QUIET));
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #write(): void {
    this.#cancel();
    // A link was followed a moment ago, and the browser is about to say so.
    if (location.hash !== this.#known) return;
    const hash = this.#hash();
    if (hash === (location.hash || "#/")) return;
    this.#written = Date.now();
    try {
      history.replaceState(history.state, "", hash);
    } catch {
      // A document within an attribute of another one has no address of its own.
    }
    this.#known = location.hash;
  }
}
