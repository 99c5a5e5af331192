/** What is left of a mark that is gone, while it fades: shapes that look as they did, and nothing by which a mark is read, found or counted. */

const LOOKS = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "opacity"];
const SHAPES = "rect, circle, path";
const GEOMETRY = ["x", "y", "width", "height", "rx", "cx", "cy", "r", "d", "transform"];

/** Puts the shapes of an element that was removed above a drawing. `within`: the transform of what it was in. */
export function ghostOf(element: SVGElement, within: string | null, drawing: SVGSVGElement): SVGElement {
  const make = (tag: string) => document.createElementNS("http://www.w3.org/2000/svg", tag);
  const ghost = make("g");
  for (const [name, value] of Object.entries({ class: "leaving", "aria-hidden": "true", "pointer-events": "none" }))
    ghost.setAttribute(name, value);
  if (within !== null) ghost.setAttribute("transform", within);
  drawing.append(ghost);
  // Styles are those of elements that are drawn.
  ghost.append(element);
  const shapes = [element, ...element.querySelectorAll<SVGElement>(SHAPES)].filter((one) => one.matches(SHAPES));
  const copies = shapes.map((shape) => {
    const copy = make(shape.tagName);
    const style = getComputedStyle(shape);
    for (const name of LOOKS) copy.style.setProperty(name, style.getPropertyValue(name));
    for (const name of GEOMETRY) if (shape.hasAttribute(name)) copy.setAttribute(name, shape.getAttribute(name) ?? "");
    return copy;
  });
  const group = make("g");
  const moved = element.matches("g") ? element.getAttribute("transform") : null;
  if (moved !== null) group.setAttribute("transform", moved);
  group.append(...copies);
  element.replaceWith(group);
  return ghost;
}
