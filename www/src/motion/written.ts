/**
 * Numbers whose marks are under way. What was written goes with its mark and is gone half-way; what is written now comes as the mark arrives. Digits do not run from
 * the one to the other: each number that can be read is one of the run, on the way as well.
 */
import type { Look } from "./look.ts";
import type { Shape } from "./marked.ts";
import { ENTERS, LEAVES, SHORT } from "./pace.ts";
import type { Pace } from "./stride.ts";

/** What was written is gone, and what is written now begins to be seen, after these shares of the way; what is brought has the former in sight until shortly before. */
const GONE = 0.5;
const STAYS = 0.35;
export const COMES = 0.6;

/** How a shape is moved to its place. */
export interface Course {
  readonly animation: Animation;
  readonly keyframes: readonly Keyframe[];
}

/** A text that is brought. */
export interface Waiting {
  readonly element: SVGTextElement;
  /** What is read until then, in its color where it has its own, and what was written before; by default what was written. */
  readonly meanwhile?: { readonly text: string; readonly color: string | null; readonly before: string };
}

/** What is written now, what was before, and how it is seen when both change places. */
interface Change {
  readonly before: Shape;
  readonly after: Shape;
  /** What is under way there. */
  readonly under: Fading | undefined;
  /** How much is seen of what is written, and of what was written before. */
  readonly seen: number;
  readonly left: number;
  readonly style: Style;
}

interface Fading {
  /** What was written, in what it stands in. */
  readonly ghost: SVGTextElement;
  readonly around: SVGGElement;
  /** Whether it goes where what is written now goes; else it stays where it was. */
  readonly goes: boolean;
  leaves: Animation | null;
  /** Whether it stays until what is written now is brought. */
  waits: boolean;
  enters: Animation | null;
  way: Animation | null;
}

type Animate = (element: SVGElement, keyframes: Keyframe[], timing: KeyframeAnimationOptions) => Animation;

/** How a text looks, by property. */
const LOOKS = [
  ...["fill", "fill-opacity", "stroke", "stroke-width", "stroke-linejoin", "paint-order"],
  ...["font-family", "font-size", "font-style", "font-variant-numeric", "font-weight"],
  ...["text-anchor", "dominant-baseline"],
];

type Style = readonly (readonly [name: string, value: string])[];

const opacityOf = (element: Element): number => Number(getComputedStyle(element).opacity);

export class Written {
  readonly #animate: Animate;
  readonly #fading = new Map<SVGElement, Fading>();
  #changes: Change[] = [];

  constructor(animate: Animate) {
    this.#animate = animate;
  }

  /** Something else is written: it was what `before` says. Measures both, so that it is said before anything begins to move: each that begins has styles computed anew. */
  change(before: Shape, after: Shape, pace: Pace): void {
    const under = this.#fading.get(after.element);
    if (pace.duration < SHORT) {
      if (under) this.#end(after.element, under);
      return;
    }
    const style = getComputedStyle(after.element);
    this.#changes.push({
      ...{ before, after, under },
      seen: Number(style.opacity),
      left: under ? opacityOf(under.ghost) : 0,
      style: LOOKS.map((name) => [name, style.getPropertyValue(name)] as const),
    });
  }

  /** After all changes of a drawing: what was written begins to leave, and goes along with what is written now. */
  go(drawing: SVGSVGElement, pace: Pace, courseOf: (element: SVGElement) => Course | undefined): void {
    for (const change of this.#changes) {
      const { before, after, under, seen, left } = change;
      const { element, look } = after;
      // What has not been read yet is passed over; what is still seen stays so, or goes on to fade.
      const passed = under && left >= seen ? under : null;
      if (under && !passed) this.#end(element, under);
      const fading = passed ?? this.#ghost(drawing, change, before.look.tag === look.tag);
      this.#fading.set(element, fading);
      if (!passed || passed.waits) this.#leave(fading, passed ? left : seen, pace);
      this.#enter(element, fading, pace);
    }
    this.#changes = [];
    for (const [element, fading] of this.#fading) this.#follow(element, fading, courseOf(element));
  }

  #ghost(drawing: SVGSVGElement, { before, after, style }: Change, goes: boolean): Fading {
    const fading = this.#put(drawing, after.element, before.text, [...style, ...Object.entries(before.look.colors)]);
    if (!goes) leaveAt(fading.ghost, before.look);
    return { ...fading, goes };
  }

  #put(drawing: SVGSVGElement, element: SVGElement, text: string, style: Style): Fading {
    const around = document.createElementNS("http://www.w3.org/2000/svg", "g");
    const given = { class: "leaving", "aria-hidden": "true", "pointer-events": "none" };
    for (const [name, value] of Object.entries(given)) around.setAttribute(name, value);
    const ghost = document.createElementNS("http://www.w3.org/2000/svg", "text");
    for (const [name, value] of style) ghost.style.setProperty(name, value);
    ghost.textContent = text;
    placeAs(ghost, around, element);
    around.append(ghost);
    // Outside of its mark, which is read by what is in it.
    drawing.append(around);
    return { ghost, around, goes: true, leaves: null, waits: false, enters: null, way: null };
  }

  #leave(fading: Fading, seen: number, timing: KeyframeAnimationOptions, stays = 0): void {
    fading.leaves?.cancel();
    const { ghost, around } = fading;
    const fades = [{ opacity: seen }, { opacity: seen, offset: stays }, { opacity: 0, offset: GONE }, { opacity: 0 }];
    fading.leaves = this.#animate(ghost, fades, timing);
    fading.waits = stays > 0;
    fading.leaves.addEventListener("finish", () => around.remove());
  }

  /** What is written now is brought: until then the former is read, or what is to be read meanwhile. */
  wait({ element, meanwhile }: Waiting, timing: KeyframeAnimationOptions): void {
    if (meanwhile && meanwhile.text !== meanwhile.before) this.#replace(element, meanwhile);
    const fading = this.#fading.get(element);
    if (!fading) return;
    this.#leave(fading, opacityOf(fading.ghost), timing, STAYS);
    this.#enter(element, fading, timing);
  }

  /** What was written leaves at once, and something else comes in its place. */
  #replace(element: SVGTextElement, { text, color, before }: NonNullable<Waiting["meanwhile"]>): void {
    const { ownerSVGElement: drawing } = element;
    if (!drawing) return;
    const computed = getComputedStyle(element);
    const style: Style = LOOKS.map((name) => [name, computed.getPropertyValue(name)]);
    const former = this.#fading.get(element) ?? this.#put(drawing, element, before, style);
    const left = opacityOf(former.ghost);
    for (const animation of [former.leaves, former.enters, former.way]) animation?.cancel();
    const leaves = this.#animate(former.ghost, [{ opacity: left }, { opacity: 0 }], {
      ...{ duration: LEAVES, fill: "forwards" },
    });
    leaves.addEventListener("finish", () => former.around.remove());
    const now = this.#put(drawing, element, text, color === null ? style : [...style, ["fill", color]]);
    this.#animate(now.around, [{ opacity: 0, offset: 0 }], { duration: ENTERS });
    this.#fading.set(element, now);
  }

  #enter(element: SVGElement, fading: Fading, timing: KeyframeAnimationOptions): void {
    fading.enters?.cancel();
    fading.enters = this.#animate(element, [{ opacity: 0 }, { opacity: 0, offset: COMES }, {}], timing);
    fading.enters.addEventListener("finish", () => {
      if (this.#fading.get(element) === fading) this.#fading.delete(element);
    });
  }

  /** What was written goes along with what is written now, whose drawing may have got another size. */
  #follow(element: SVGElement, fading: Fading, course: Course | undefined): void {
    const { ghost, around, goes } = fading;
    if (!element.isConnected) this.#end(element, fading);
    if (!goes || !around.isConnected) return;
    placeAs(ghost, around, element);
    fading.way?.cancel();
    fading.way = course ? this.#along(ghost, course) : null;
  }

  #along(ghost: SVGElement, { animation, keyframes }: Course): Animation {
    const { duration, easing } = animation.effect?.getTiming() ?? {};
    // Its color is its own.
    const moves = keyframes.map(({ fill: _, stroke: __, ...frame }) => frame);
    const way = this.#animate(ghost, moves, { duration: Number(duration), easing: easing ?? "linear" });
    way.currentTime = animation.currentTime;
    return way;
  }

  #end(element: SVGElement, { around, leaves, enters }: Fading): void {
    this.#fading.delete(element);
    leaves?.cancel();
    enters?.cancel();
    around.remove();
  }

  /** What was written and does not go along is gone at once: where it stood is elsewhere in a drawing of another size. */
  leave(): void {
    for (const { goes, around } of this.#fading.values()) if (!goes) around.remove();
  }

  /** What was written is gone at once: on its way it would pass through other words. */
  drop(element: SVGElement): void {
    const fading = this.#fading.get(element);
    fading?.leaves?.cancel();
    fading?.around.remove();
  }

  /** What is written now is seen at once. */
  finish(): void {
    for (const [element, fading] of this.#fading) this.#end(element, fading);
  }
}

/** Puts a text where another one is. */
function placeAs(ghost: SVGTextElement, around: SVGGElement, element: SVGElement): void {
  around.setAttribute("transform", transformsAround(element));
  for (const axis of ["x", "y"]) ghost.setAttribute(axis, element.getAttribute(axis) ?? "0");
}

/** Leaves a text where it was, on that side of its place. */
function leaveAt(ghost: SVGTextElement, { spot, tag }: Look): void {
  const [, anchor] = tag.split(" ");
  if (anchor) ghost.style.setProperty("text-anchor", anchor);
  for (const axis of ["x", "y"] as const) ghost.setAttribute(axis, String(spot?.[axis] ?? 0));
}

/** The transforms of what an element is in, and its own. */
function transformsAround(element: Element): string {
  const own = element.getAttribute("transform") ?? "";
  const { parentElement: parent } = element;
  return parent?.closest("g") ? `${transformsAround(parent)} ${own}`.trim() : own;
}
