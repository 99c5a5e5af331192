import { mathOf } from "./mathml.ts";
import { equations, formulaTree, withSymbols } from "./tree.ts";

/** A formula from its TeX, as MathML. Occurrences of `symbols` are marked: the first as the step's result, the others as its operands. */
export class FormulaElement extends HTMLElement {
  #tex = "";
  #symbols: readonly (string | null)[] = [];
  #drawn = "";

  set tex(tex: string) {
    this.#tex = tex;
    this.#draw();
  }
  get tex(): string {
    return this.#tex;
  }

  set symbols(symbols: readonly (string | null)[]) {
    this.#symbols = symbols;
    this.#draw();
  }
  get symbols(): readonly (string | null)[] {
    return this.#symbols;
  }

  connectedCallback(): void {
    this.#draw();
  }

  #draw(): void {
    const key = JSON.stringify([this.#tex, this.#symbols]);
    if (!this.isConnected || key === this.#drawn) return;
    this.#drawn = key;
    const tree = formulaTree(this.#tex);
    if (!tree) {
      this.replaceChildren(Object.assign(document.createElement("code"), { textContent: this.#tex }));
      return;
    }
    const whole = withSymbols(tree, this.#symbols);
    const block = this.hasAttribute("block");
    const drawn = (block ? equations(whole) : [whole]).map(mathOf);
    if (block) for (const math of drawn) math.setAttribute("display", "block");
    this.replaceChildren(...drawn);
  }
}

customElements.define("ag-formula", FormulaElement);
