/** How a result moves to its place as an operand: by transform and opacity alone, so that the layout is that of the step from the beginning. */
import type { LitElement } from "lit";
import { TABLES } from "./sight.ts";

const GLIDE = 420;
const FADE = 180;
const EASING = "cubic-bezier(0.2, 0, 0, 1)";
/** Rounds of updates until the stage has found its size. */
const ROUNDS = 24;

/** Resolves when the stage is drawn, before it is painted. */
export async function settled(lesson: LitElement): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const tables = lesson.querySelectorAll<LitElement>(`${TABLES}, .inspector ag-inspector`);
    await Promise.all([lesson, ...tables].map((element) => element.updateComplete));
  }
}

/** Returns the animation of a table that goes. */
export function fadeOut(table: Element): Animation {
  return table.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE, easing: "ease-out", fill: "forwards" });
}

/** Returns the animations of a table that comes from a place on the screen, and of all else on the stage, which appears. */
export function glide(table: Element, from: DOMRect, stage: Element): readonly Animation[] {
  const to = table.getBoundingClientRect();
  // Lengths of a transform are those of the zoomed stage.
  const zoom = table.currentCSSZoom ?? 1;
  const moved = `translate(${(from.left - to.left) / zoom}px, ${(from.top - to.top) / zoom}px)`;
  const grown = `scale(${from.width / Math.max(1, to.width)}, ${from.height / Math.max(1, to.height)})`;
  const start = { transform: `${moved} ${grown}`, transformOrigin: "0 0" };
  const end = { transform: "none", transformOrigin: "0 0" };
  const others = [...stage.querySelectorAll("ag-matrix, ag-heat-map, .sign")].filter((other) => !table.contains(other));
  return [
    table.animate([start, end], { duration: GLIDE, easing: EASING }),
    ...others.map((other) => other.animate([{ opacity: 0 }, { opacity: 1 }], { duration: GLIDE, easing: "ease-in" })),
  ];
}
