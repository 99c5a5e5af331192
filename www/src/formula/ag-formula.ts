import { equations, type FormulaTree, formulaTree, withSymbols } from "./tree.ts";

const MATHML = "http://www.w3.org/1998/Math/MathML";

function build(tree: FormulaTree): Element {
  const [tag, attributes, ...children] = tree;
  const element = document.createElementNS(MATHML, tag);
  for (const [name, value] of Object.entries(attributes)) {
    // The page's policy drops style attributes; setting the property from script is allowed.
    if (name === "style" && element instanceof MathMLElement) element.style.cssText = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.map((child) => (typeof child === "string" ? child : build(child))));
  return element;
}

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
    const drawn = (block ? equations(whole) : [whole]).map(build);
    if (block) for (const math of drawn) math.setAttribute("display", "block");
    this.replaceChildren(...drawn);
  }
}

customElements.define("ag-formula", FormulaElement);
