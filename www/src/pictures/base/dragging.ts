/** Follows a pointer that moves a mark, from its press to its release. */
import type { Spot } from "../plane/plane.ts";

/** A pointer that has moved less than this, in pixels, has clicked. */
const STILL = 4;

export interface Follower {
  /** The pointer has moved for the first time. */
  readonly begin: () => void;
  /** Where the pointer is, in units of the drawing; called at most once a frame. */
  readonly move: (at: Spot) => void;
  /** Released or canceled; not called for a click. */
  readonly end: () => void;
}

/** Returns a place of the window in units of a drawing. */
export function spotIn(drawing: SVGSVGElement, client: Spot): Spot {
  const { left, top, width, height } = drawing.getBoundingClientRect();
  const box = drawing.viewBox.baseVal;
  return { x: ((client.x - left) / width) * box.width, y: ((client.y - top) / height) * box.height };
}

/** Follows the pointer of an event; other pointers are ignored. Returns a function that stops it. */
export function follow(event: PointerEvent, drawing: SVGSVGElement, { begin, move, end }: Follower): () => void {
  const start = { x: event.clientX, y: event.clientY };
  let last: Spot = start;
  let moved = false;
  let frame = 0;
  const report = () => {
    frame = 0;
    move(spotIn(drawing, last));
  };
  const moves = (next: PointerEvent) => {
    if (next.pointerId !== event.pointerId) return;
    last = { x: next.clientX, y: next.clientY };
    if (!moved && Math.hypot(last.x - start.x, last.y - start.y) < STILL) return;
    if (!moved) begin();
    moved = true;
    frame ||= requestAnimationFrame(report);
  };
  const stop = () => {
    window.removeEventListener("pointermove", moves);
    window.removeEventListener("pointerup", ends);
    window.removeEventListener("pointercancel", ends);
    if (frame === 0) return;
    cancelAnimationFrame(frame);
    frame = 0;
  };
  const ends = (next: PointerEvent) => {
    if (next.pointerId !== event.pointerId) return;
    const pending = frame !== 0;
    stop();
    if (!moved) return;
    if (pending) report();
    end();
    // The click that follows a drag chooses nothing.
    window.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => window.removeEventListener("click", swallow, { capture: true }));
  };
  window.addEventListener("pointermove", moves);
  window.addEventListener("pointerup", ends);
  window.addEventListener("pointercancel", ends);
  return stop;
}

function swallow(event: Event): void {
  event.stopPropagation();
}

/** Returns how far a key moves a point: a grid line's distance divided by 5, with Shift one hundredth; null for other keys. */
export function moveOfKey({ key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">, tick: number): Spot | null {
  const distance = shiftKey ? 0.01 : Math.max(0.01, Math.round(tick * 20) / 100);
  switch (key) {
    case "ArrowRight":
      return { x: distance, y: 0 };
    case "ArrowLeft":
      return { x: -distance, y: 0 };
    case "ArrowUp":
      return { x: 0, y: distance };
    case "ArrowDown":
      return { x: 0, y: -distance };
    default:
      return null;
  }
}
