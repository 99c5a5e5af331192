/** What of the map is in sight: only its own frame scrolls, never the page. */
import type { Rect } from "./geometry.ts";

/** Where a box was on the screen before others moved. */
export interface Anchor {
  readonly key: string;
  readonly top: number;
  readonly left: number;
}

/** How far a box in sight is from the edge. */
const EDGE = 24;

/** Scrolls so that a box stays where it was. */
export function hold(view: HTMLElement, place: Rect, scale: number, anchor: Anchor): void {
  const { top, left } = view.getBoundingClientRect();
  view.scrollTo({
    top: place.y * scale - (anchor.top - top),
    left: place.x * scale - (anchor.left - left),
    behavior: "instant",
  });
}

/** Brings a box into the middle if it is not in sight. */
export function bring(view: HTMLElement, place: Rect, scale: number): void {
  const { clientHeight, clientWidth, scrollTop, scrollLeft } = view;
  const start = (from: number, length: number, scrolled: number, room: number) => {
    const seen = from >= scrolled + EDGE && from + length <= scrolled + room - EDGE;
    return seen ? scrolled : from + length / 2 - room / 2;
  };
  view.scrollTo({
    top: start(place.y * scale, place.height * scale, scrollTop, clientHeight),
    left: start(place.x * scale, place.width * scale, scrollLeft, clientWidth),
    behavior: "instant",
  });
}
