/** Elements of MathML from the trees of formulas. */
import type { FormulaTree } from "./tree.ts";

export const MATHML = "http://www.w3.org/1998/Math/MathML";

export function mathOf(tree: FormulaTree): Element {
  const [tag, attributes, ...children] = tree;
  const element = document.createElementNS(MATHML, tag);
  for (const [name, value] of Object.entries(attributes)) {
    // The page's policy drops style attributes; setting the property from script is allowed.
    if (name === "style" && element instanceof MathMLElement) element.style.cssText = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.map((child) => (typeof child === "string" ? child : mathOf(child))));
  return element;
}
