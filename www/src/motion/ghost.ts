/** What is left of a mark that is gone, while it fades: shapes that look as they did, and nothing by which a mark is read, found or counted. */

const LOOKS = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "opacity"];
const SHAPES = "rect, circle, path";
const GEOMETRY = ["x", "y", "width", "height", "rx", "cx", "cy", "r", "d", "transform"];

/** A mark that was removed, or a shape of one. */
export interface Gone {
  readonly element: SVGElement;
  /** The transform of what it was in. */
  readonly within: string | null;
  /** The color of the mark, for a shape alone. */
  readonly color?: string;
}

const make = (tag: string) => document.createElementNS("http://www.w3.org/2000/svg", tag);

/** Puts the shapes of elements that were removed above a drawing. Styles are those of elements that are drawn: all are put there before the first is asked for. */
export function ghostsOf(gone: readonly Gone[], drawing: SVGSVGElement): SVGElement[] {
  const ghosts = gone.map(({ element, within, color }) => {
    const ghost = make("g");
    for (const [name, value] of Object.entries({ class: "leaving", "aria-hidden": "true", "pointer-events": "none" }))
      ghost.setAttribute(name, value);
    if (within !== null) ghost.setAttribute("transform", within);
    if (color !== undefined) ghost.style.color = color;
    ghost.append(element);
    return ghost;
  });
  drawing.append(...ghosts);
  const groups = gone.map(({ element }) => shapesOf(element));
  for (const [at, { element }] of gone.entries()) element.replaceWith(groups[at] ?? "");
  return ghosts;
}

/** Returns copies of an element's shapes, with the looks that they have. */
function shapesOf(element: SVGElement): SVGElement {
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
  return group;
}
