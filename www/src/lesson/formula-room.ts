/** Writes the formula of a step as small as its place is, which is the same at each step: what is cut by an edge could not be read. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

/** Smaller letters could not be read, in px: a formula that is too long for these as well scrolls. */
const LEAST_TYPE = 11;
/** Rounds of measuring: rules and scripts do not become smaller by exactly as much as letters. */
const MOST_ROUNDS = 3;

export class FormulaRoom implements ReactiveController {
  #formula: HTMLElement | null = null;
  readonly #sizes = new ResizeObserver(() => this.#fit());

  constructor(private readonly host: ReactiveControllerHost & HTMLElement) {
    host.addController(this);
  }

  hostUpdated(): void {
    const formula = this.host.querySelector<HTMLElement>(".story ag-formula");
    if (formula === this.#formula) return;
    this.#formula = formula;
    this.hostDisconnected();
    this.hostConnected();
  }

  hostConnected(): void {
    const place = this.#formula?.parentElement;
    if (place) this.#sizes.observe(place);
  }

  hostDisconnected(): void {
    this.#sizes.disconnect();
  }

  #fit(): void {
    const [formula, place] = [this.#formula, this.#formula?.parentElement];
    if (!formula || !place) return;
    formula.style.fontSize = "";
    const full = Number.parseFloat(getComputedStyle(formula).fontSize);
    let type = full;
    for (let round = 0; round < MOST_ROUNDS && type > LEAST_TYPE; round += 1) {
      const excess = Math.max(place.scrollWidth / place.clientWidth, place.scrollHeight / place.clientHeight);
      if (!(excess > 1)) return;
      type = Math.max(LEAST_TYPE, type / excess - 0.1);
      formula.style.fontSize = `${type / full}em`;
    }
  }
}
