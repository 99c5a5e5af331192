/** Writes the formula of a step as small as its place is, which is the same at each step: what is cut by an edge could not be read. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

/** Smaller letters could not be read, in px: a formula that is too long for these as well scrolls. */
const LEAST_TYPE = 11;
/** Rounds of measuring: rules and scripts do not become smaller by exactly as much as letters. */
const MOST_ROUNDS = 3;

export class FormulaRoom implements ReactiveController {
  #formula: HTMLElement | null = null;
  /** The place for which the formula was written, and its size. */
  #place: HTMLElement | null = null;
  #size = "";
  readonly #sizes = new ResizeObserver(() => {
    if (this.#sizeNow !== this.#size) this.#fit();
  });

  constructor(private readonly host: ReactiveControllerHost & HTMLElement) {
    host.addController(this);
  }

  /** A new formula is written in its size at once: one that becomes smaller after it was seen would move. */
  hostUpdated(): void {
    const formula = this.host.querySelector<HTMLElement>(".story ag-formula");
    if (formula === this.#formula) return;
    this.#formula = formula;
    this.#place = formula?.parentElement ?? null;
    this.hostDisconnected();
    this.hostConnected();
    this.#fit();
  }

  hostConnected(): void {
    if (this.#place) this.#sizes.observe(this.#place);
  }

  hostDisconnected(): void {
    this.#sizes.disconnect();
  }

  get #sizeNow(): string {
    return `${this.#place?.offsetWidth} ${this.#place?.offsetHeight}`;
  }

  #fit(): void {
    const [formula, place] = [this.#formula, this.#place];
    if (!formula || !place) return;
    formula.style.fontSize = "";
    this.#size = this.#sizeNow;
    const full = Number.parseFloat(getComputedStyle(formula).fontSize);
    let type = full;
    for (let round = 0; round < MOST_ROUNDS && type > LEAST_TYPE; round += 1) {
      // The bars with which it would scroll take nothing of the place.
      const excess = Math.max(place.scrollWidth / place.offsetWidth, place.scrollHeight / place.offsetHeight);
      if (!(excess > 1)) return;
      type = Math.max(LEAST_TYPE, type / excess - 0.1);
      formula.style.fontSize = `${type / full}em`;
    }
  }
}
