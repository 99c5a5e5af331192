/** Formulas that no build has prepared: those of gradients, which follow from the steps of a run. */
import temml from "temml";
import type { FormulaTree } from "../formula/tree.ts";

/** Returns a formula in the format of the build; undefined for what is no TeX. */
export function written(tex: string): FormulaTree | undefined {
  const options = { displayMode: true, throwOnError: true, annotate: false, trust: false };
  const holder = document.createElement("span");
  try {
    temml.render(tex, holder, options);
    if (!holder.firstElementChild) return undefined;
    // The attributes of the `math` element are set where the formula is shown.
    const [tag, , ...children] = treeOf(holder.firstElementChild);
    return [tag, {}, ...children];
  } catch {
    return undefined;
  }
}

function treeOf(element: Element): FormulaTree {
  const attributes = Object.fromEntries(
    [...element.attributes].filter(({ name }) => name !== "xmlns").map(({ name, value }) => [name, value]),
  );
  const children = [...element.childNodes].flatMap((node): (FormulaTree | string)[] => {
    if (node instanceof Element) return [treeOf(node)];
    return node.textContent ? [node.textContent] : [];
  });
  return [element.localName, attributes, ...children];
}
