/** A drawing as a file: the styles that it has on the page become attributes, and what serves only pointers, keys and screen readers goes. */

/** What a style sheet may say of a drawn shape, and an attribute can say as well: inherited properties with the values that a document begins with. */
const INHERITED: Readonly<Record<string, string>> = {
  fill: "rgb(0, 0, 0)",
  "fill-opacity": "1",
  stroke: "none",
  "stroke-width": "1px",
  "stroke-opacity": "1",
  "stroke-dasharray": "none",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  "paint-order": "normal",
  "font-family": "",
  "font-size": "",
  "font-weight": "400",
  "font-style": "normal",
  "font-variant-numeric": "normal",
  "text-anchor": "start",
  "dominant-baseline": "auto",
  visibility: "visible",
};

/** Attributes that have no meaning outside of the page. */
const PAGE_ONLY = /^(?:class|style|tabindex|role|id|aria-.*|data-.*)$/;

/** Returns a copy of a drawing whose looks are attributes, without what has a meaning only on the page. */
export function styledCopy(drawing: SVGSVGElement): SVGSVGElement {
  // What is under way is at its place.
  for (const animation of drawing.getAnimations({ subtree: true })) animation.finish();
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = [drawing, ...drawing.querySelectorAll("*")];
  const copies = [copy, ...copy.querySelectorAll("*")];
  for (const [at, original] of originals.entries()) {
    const element = copies[at];
    if (!element || original.matches("title, defs, defs *")) continue;
    const style = getComputedStyle(original);
    if (style.display === "none" || original.matches("[data-touch], .leaving, .leaving *")) {
      element.remove();
      continue;
    }
    const around = original === drawing || !original.parentElement ? null : getComputedStyle(original.parentElement);
    for (const [property, initial] of Object.entries(INHERITED)) {
      const value = style.getPropertyValue(property);
      if (value !== (around?.getPropertyValue(property) ?? initial)) element.setAttribute(property, value);
      // A style outweighs an attribute of the template.
      else if (element.hasAttribute(property)) element.removeAttribute(property);
    }
    if (style.opacity !== "1") element.setAttribute("opacity", style.opacity);
    if (style.vectorEffect !== "none") element.setAttribute("vector-effect", style.vectorEffect);
  }
  for (const element of copies) {
    for (const { name: attribute } of [...element.attributes]) {
      if (PAGE_ONLY.test(attribute) && !(attribute === "id" && element.closest("defs")))
        element.removeAttribute(attribute);
    }
  }
  return copy;
}

/**
 * Returns a drawing as a document of its own. `name`: its title; `told`: its description; `ground`: the color behind it; `behind`: what else is behind it.
 */
export function standalone(
  drawing: SVGSVGElement,
  { name, told, ground, behind = [] }: { name: string; told: string; ground: string; behind?: readonly Element[] },
): string {
  const copy = styledCopy(drawing);
  const [, , width = 0, height = 0] = (drawing.getAttribute("viewBox") ?? "").split(" ").map(Number);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const make = (tag: string) => document.createElementNS("http://www.w3.org/2000/svg", tag);
  const title = make("title");
  title.textContent = name;
  const description = make("desc");
  description.textContent = told;
  const back = make("rect");
  for (const [attribute, value] of Object.entries({ width, height, fill: ground }))
    back.setAttribute(attribute, String(value));
  copy.prepend(title, description, back, ...behind);
  return serialized(copy);
}

/** The text of a drawing, without the comments of the templates. */
export function serialized(drawing: Element): string {
  return new XMLSerializer().serializeToString(drawing).replace(/<!--.*?-->/gs, "");
}

/** Returns the color of the paper behind an element; a custom property may name it by `light-dark()`, which only a style resolves. */
export function paperOf(root: ParentNode): string {
  const probe = document.createElement("span");
  probe.style.color = "var(--ag-paper, Canvas)";
  root.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
