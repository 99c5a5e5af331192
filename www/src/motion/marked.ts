/**
 * The marks of a drawing, by the names by which they are found again: an element names itself by `data-move`, its shapes are joined by their classes and their
 * order. What turns is around the center that `data-about` states.
 */
import { type Look, lookOf } from "./look.ts";
import type { Spot } from "./way.ts";

export interface Shape {
  readonly element: SVGGraphicsElement;
  readonly look: Look;
  /** What it says; empty for what is no text. */
  readonly text: string;
}

export interface Marked {
  readonly element: SVGElement;
  /** The transform of what it is in. */
  readonly within: string | null;
  readonly about: Spot | null;
  /** By their names within the mark. */
  readonly shapes: ReadonlyMap<string, Shape>;
}

/** A drawing of more shapes is large, and moves nothing. */
const MOST = 300;
const SHAPES = "rect, circle, path, text";
/** What only a pointer finds, and what follows a choice: rings, and what is around a line that is not chosen. */
export const UNSEEN = "[data-touch], .touch, .touch-node, .touch-tip, .ring, :not(.active, .pointed) > .halo";

const placeOf = (element: Element): Spot | null => {
  const [x, y] = element.closest<SVGElement>("[data-about]")?.dataset.about?.split(",").map(Number) ?? [];
  return x === undefined || y === undefined ? null : { x, y };
};

/** Returns a name that is new among others: what has the name of another is counted. */
function unlike(name: string, others: ReadonlyMap<string, unknown>): string {
  let number = 1;
  while (others.has(number === 1 ? name : `${name}#${number}`)) number += 1;
  return number === 1 ? name : `${name}#${number}`;
}

function shapesOf(element: SVGGraphicsElement): ReadonlyMap<string, Shape> {
  const found = new Map<string, Shape>();
  for (const shape of [element, ...element.querySelectorAll<SVGGraphicsElement>(SHAPES)]) {
    if (shape !== element && shape.matches(UNSEEN)) continue;
    const look = lookOf(shape);
    if (shape === element && !shape.matches(SHAPES) && look.spot === null) continue;
    const name = shape === element ? "" : `${shape.tagName}.${shape.classList[0] ?? ""}`;
    const text = shape.tagName === "text" ? shape.textContent.trim() : "";
    found.set(unlike(name, found), { element: shape, look, text });
  }
  return found;
}

/** Returns the marks of a drawing; none of one that is too large. */
export function markedIn(drawing: SVGSVGElement): ReadonlyMap<string, Marked> {
  const found = new Map<string, Marked>();
  const elements = drawing.querySelectorAll<SVGGraphicsElement>("[data-move]");
  if (elements.length > MOST) return found;
  let count = 0;
  for (const element of elements) {
    const shapes = shapesOf(element);
    count += shapes.size;
    const within = element.parentElement?.closest("g")?.getAttribute("transform") ?? null;
    found.set(unlike(element.dataset.move ?? "", found), { element, within, about: placeOf(element), shapes });
  }
  return count > MOST ? new Map() : found;
}

/** How far a transform moves what is in it. */
export const offsetOf = (within: string | null): Spot => {
  const [, x = 0, y = 0] = /^translate\(\s*(-?[\d.e-]+)[\s,]+(-?[\d.e-]+)/.exec(within ?? "") ?? [];
  return { x: Number(x), y: Number(y) };
};

/** Returns where a spot of a mark is in its drawing. */
export const shifted = ({ x, y }: Spot, within: string | null): Spot => {
  const by = offsetOf(within);
  return { x: x + by.x, y: y + by.y };
};
