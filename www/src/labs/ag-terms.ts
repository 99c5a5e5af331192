/** A formula in terms that are found again in another formula: one that comes fades in, one that stays moves to its place, one that goes fades out. */

import { MATHML, mathOf } from "../formula/mathml.ts";
import type { FormulaTree } from "../formula/tree.ts";
import { isDragged } from "../motion/dragged.ts";
import { EASING, ENTERS, LEAVES, MOVES } from "../motion/pace.ts";
import { isStill } from "../motion/still.ts";

export interface Term {
  /** By what it is found again. */
  readonly id: string;
  readonly trees: readonly FormulaTree[];
}

/** The terms of an equation, in their order. */
export type Equation = readonly Term[];

interface Seen {
  readonly element: Element;
  readonly rect: DOMRect;
}

export class TermsElement extends HTMLElement {
  #equations: readonly Equation[] = [];
  #marked: ReadonlySet<string> = new Set();
  #drawn = "";
  /** Where the terms were seen before what is drawn now, until they move from there. */
  #before: { readonly terms: Map<string, Seen>; readonly around: DOMRect } | null = null;

  set equations(equations: readonly Equation[]) {
    this.#equations = equations;
    this.#draw();
  }

  /** The terms that are marked, by their ids. */
  set marked(marked: ReadonlySet<string>) {
    this.#marked = marked;
    this.#mark();
  }

  connectedCallback(): void {
    this.#draw();
  }

  /** Looks where the terms are before anything around them changes, and the page would have to be laid out for it. */
  remember(): void {
    if (this.#before || this.#drawn === "" || isStill() || isDragged()) return;
    this.#before = { terms: this.#seen(), around: this.getBoundingClientRect() };
    requestAnimationFrame(this.#move);
  }

  #draw(): void {
    const key = JSON.stringify(this.#equations);
    if (!this.isConnected || key === this.#drawn) return;
    this.remember();
    this.#drawn = key;
    this.replaceChildren(...this.#equations.map(written));
    this.#mark();
  }

  /** Moves the terms once all that is drawn with them has changed, so that the page is laid out once. */
  readonly #move = (): void => {
    const before = this.#before;
    this.#before = null;
    if (!before || !this.isConnected || isDragged()) return;
    const after = this.#seen();
    for (const [id, seen] of after) arrive(seen, before.terms.get(id));
    for (const [id, seen] of before.terms) if (!after.has(id)) this.#leave(seen, before.around);
  };

  #mark(): void {
    for (const term of this.querySelectorAll<HTMLElement>("[data-term]"))
      term.toggleAttribute("data-marked", this.#marked.has(term.dataset.term ?? ""));
  }

  /** The terms, and where they are seen now: also on their way. */
  #seen(): Map<string, Seen> {
    const terms = [...this.querySelectorAll<HTMLElement>("[data-term]")];
    return new Map(
      terms.map((element) => [element.dataset.term ?? "", { element, rect: element.getBoundingClientRect() }]),
    );
  }

  /** Shows a term that is gone for a moment more, where it was. */
  #leave({ element, rect }: Seen, around: DOMRect): void {
    const ghost = document.createElementNS(MATHML, "math");
    ghost.setAttribute("class", "leaving");
    ghost.setAttribute("aria-hidden", "true");
    element.removeAttribute("data-term");
    ghost.append(element);
    if (ghost instanceof MathMLElement) {
      ghost.style.left = `${rect.left - around.left}px`;
      ghost.style.top = `${rect.top - around.top}px`;
    }
    this.append(ghost);
    const animation = ghost.animate([{ opacity: 1 }, { opacity: 0, translate: "0 -0.6em" }], {
      duration: LEAVES,
      easing: EASING,
      fill: "forwards",
    });
    animation.addEventListener("finish", () => ghost.remove());
  }
}

function written(equation: Equation): Element {
  const math = document.createElementNS(MATHML, "math");
  math.setAttribute("display", "block");
  math.append(
    ...equation.map(({ id, trees }) => {
      const term = mathOf(["mrow", {}, ...trees]);
      term.setAttribute("data-term", id);
      return term;
    }),
  );
  return math;
}

function arrive({ element, rect }: Seen, before: Seen | undefined): void {
  if (!before) {
    element.animate([{ opacity: 0, translate: "0 0.6em", offset: 0 }], { duration: ENTERS, easing: EASING });
    return;
  }
  const [across, down] = [before.rect.left - rect.left, before.rect.top - rect.top];
  if (Math.hypot(across, down) < 0.5) return;
  element.animate([{ translate: `${across}px ${down}px`, offset: 0 }], { duration: MOVES, easing: EASING });
}

customElements.define("ag-terms", TermsElement);
