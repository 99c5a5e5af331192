/** Scrolls the frame of a map, and nothing around it, as little as needed to show one of its cells. */
import type { Place } from "../elements/table.ts";
import type { HeatShape } from "./heat-shape.ts";

export function showCell(frame: Element, field: HTMLElement, [row, column]: Place, { across, down }: HeatShape): void {
  if (frame.scrollHeight <= frame.clientHeight && frame.scrollWidth <= frame.clientWidth) return;
  frame.scrollLeft = nearest(field.offsetLeft + column * across, across, frame.scrollLeft, frame.clientWidth);
  frame.scrollTop = nearest(field.offsetTop + row * down, down, frame.scrollTop, frame.clientHeight);
}

/** Returns the position nearest to the present one from which a part is seen. */
function nearest(at: number, size: number, from: number, room: number): number {
  if (at < from) return at;
  return at + size > from + room ? at + size - room : from;
}
