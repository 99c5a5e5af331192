/**
 * Numbers whose marks are under way. What was written goes with its mark and is gone half-way; what is written now comes as the mark arrives. Digits do not run from
 * the one to the other: each number that can be read is one of the run, on the way as well.
 */
import type { Shape } from "./marked.ts";
import type { Pace } from "./stride.ts";

/** What was written is gone, and what is written now begins to be seen, after these shares of the way. */
const GONE = 0.5;
const COMES = 0.6;
/** On a way of less than this, in milliseconds, what was written and what is written change places half-way: to come and go would only flicker. */
const SHORT = 200;
/** What is left of a number is not read, found or counted. */
const KEPT = ["class", "x", "y", "transform", "text-anchor", "font-size"];

/** How a shape is moved to its place. */
export interface Course {
  readonly animation: Animation;
  readonly keyframes: readonly Keyframe[];
}

interface Fading {
  /** What was written. */
  readonly ghost: SVGElement;
  /** Whether it goes where what is written now goes; else it stays where it was. */
  readonly goes: boolean;
  leaves: Animation | null;
  enters: Animation | null;
  way: Animation | null;
}

type Animate = (element: SVGElement, keyframes: Keyframe[], timing: KeyframeAnimationOptions) => Animation;

const opacityOf = (element: Element): number => Number(getComputedStyle(element).opacity);

export class Written {
  readonly #animate: Animate;
  readonly #fading = new Map<SVGElement, Fading>();

  constructor(animate: Animate) {
    this.#animate = animate;
  }

  /** Something else is written: it was what `before` says, and is seen once its mark has come there. */
  change(before: Shape, { element, look }: Shape, pace: Pace): void {
    const under = this.#fading.get(element);
    // What has not been read yet is passed over; what is still seen stays so, or goes on to fade.
    const passed = under && opacityOf(under.ghost) >= opacityOf(element) ? under : null;
    const seen = opacityOf(passed?.ghost ?? element);
    if (under && !passed) this.#end(element, under);
    const fading = passed ?? this.#ghost(before, element, before.look.tag === look.tag);
    if (!passed || pace.duration < SHORT) this.#leave(fading, seen, pace);
    this.#enter(element, fading, pace);
  }

  #ghost(before: Shape, element: SVGElement, goes: boolean): Fading {
    const ghost = ghostOf(element, before);
    if (!goes) placeAs(ghost, before);
    element.after(ghost);
    const fading = { ghost, goes, leaves: null, enters: null, way: null };
    this.#fading.set(element, fading);
    return fading;
  }

  #leave(fading: Fading, seen: number, pace: Pace): void {
    fading.leaves?.cancel();
    const { ghost } = fading;
    fading.leaves =
      pace.duration < SHORT
        ? this.#animate(ghost, [{ opacity: seen }, { opacity: seen }], { ...pace, duration: pace.duration / 2 })
        : this.#animate(ghost, [{ opacity: seen }, { opacity: 0, offset: GONE }, { opacity: 0 }], pace);
    fading.leaves.addEventListener("finish", () => ghost.remove());
  }

  #enter(element: SVGElement, fading: Fading, pace: Pace): void {
    fading.enters?.cancel();
    fading.enters =
      pace.duration < SHORT
        ? this.#animate(element, [{ opacity: 0 }, { opacity: 0 }], { ...pace, duration: pace.duration / 2 })
        : this.#animate(element, [{ opacity: 0 }, { opacity: 0, offset: COMES }, {}], pace);
    fading.enters.addEventListener("finish", () => {
      if (this.#fading.get(element) === fading) this.#fading.delete(element);
    });
  }

  /** What was written goes along with what is written now, after the drawing has changed or got another size. */
  follow(courseOf: (element: SVGElement) => Course | undefined): void {
    for (const [element, fading] of this.#fading) {
      const { ghost, goes } = fading;
      if (!element.isConnected) this.#end(element, fading);
      if (!goes || !ghost.isConnected) continue;
      for (const name of ["x", "y", "transform", "font-size"]) {
        const value = element.getAttribute(name);
        if (value === null) ghost.removeAttribute(name);
        else ghost.setAttribute(name, value);
      }
      fading.way?.cancel();
      const course = courseOf(element);
      fading.way = course ? this.#along(ghost, course) : null;
    }
  }

  #along(ghost: SVGElement, { animation, keyframes }: Course): Animation {
    const { duration, easing } = animation.effect?.getTiming() ?? {};
    // Its color is its own.
    const moves = keyframes.map(({ fill: _, stroke: __, ...frame }) => frame);
    const way = this.#animate(ghost, moves, { duration: Number(duration), easing: easing ?? "linear" });
    way.currentTime = animation.currentTime;
    return way;
  }

  #end(element: SVGElement, { ghost, leaves, enters }: Fading): void {
    this.#fading.delete(element);
    leaves?.cancel();
    enters?.cancel();
    ghost.remove();
  }

  /** What was written is gone at once: on its way it would pass through other words. */
  drop(element: SVGElement): void {
    const fading = this.#fading.get(element);
    fading?.leaves?.cancel();
    fading?.ghost.remove();
  }

  /** What is written now is seen at once. */
  finish(): void {
    for (const [element, fading] of this.#fading) this.#end(element, fading);
  }
}

/** A text that looks like another one and says what was written before. */
function ghostOf(element: SVGElement, { text, look }: Shape): SVGElement {
  const ghost = document.createElementNS("http://www.w3.org/2000/svg", "text");
  for (const name of KEPT) if (element.hasAttribute(name)) ghost.setAttribute(name, element.getAttribute(name) ?? "");
  ghost.classList.add("leaving");
  ghost.setAttribute("aria-hidden", "true");
  ghost.setAttribute("pointer-events", "none");
  // The policy of the page allows no attribute of styles.
  for (const name of element.style) ghost.style.setProperty(name, element.style.getPropertyValue(name));
  for (const [name, color] of Object.entries(look.colors)) ghost.style.setProperty(name, color);
  ghost.textContent = text;
  return ghost;
}

/** Leaves a text where it was. */
function placeAs(ghost: SVGElement, { look: { spot, tag } }: Shape): void {
  const [, anchor] = tag.split(" ");
  if (anchor) ghost.setAttribute("text-anchor", anchor);
  ghost.removeAttribute("transform");
  for (const axis of ["x", "y"] as const) ghost.setAttribute(axis, String(spot?.[axis] ?? 0));
}
