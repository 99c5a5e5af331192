/**
 * What nodes send travels along the lines of a drawing, on them where they bend, and around loops: small dots, which are gone when they have arrived, and nothing by which a mark is
 * read. Where the lines are under way themselves, the dots leave once these are there.
 */
import { isDragged } from "./dragged.ts";
import { begun } from "./held.ts";
import { EASING, LEAVES, SHORT, TRAVELS, WAITS } from "./pace.ts";
import { isStill } from "./still.ts";
import { paceNow } from "./stride.ts";
import type { Spot } from "./way.ts";

export interface Sent {
  /** From the middle of one node along the line to the middle of the other. */
  readonly course: readonly Spot[];
  readonly color: string;
}

/** After this share of the way, what is brought begins to have its color. */
const BRINGS = 0.6;

/** What has another color once the dots have arrived. */
export interface Painted {
  readonly element: Element;
  /** Its color until then, and the one that it had at first. */
  readonly before: string;
  readonly first: string;
}

/** Dots on their way. */
export interface Sending {
  /** Whether any has not arrived. */
  isUnderWay(): boolean;
  /** Gives the dots other ways, as many as there were, where the drawing has got another size meanwhile. */
  place(all: readonly Sent[], radius: number): void;
  /** Others are sent: none of these is under way any longer. */
  stop(): void;
}

/** Returns the keyframes along a course, each part of which takes its share of the time. */
export function framesOf({ course }: Pick<Sent, "course">): Keyframe[] {
  const lengths = course.map(({ x, y }, at) => Math.hypot(x - (course[at - 1]?.x ?? x), y - (course[at - 1]?.y ?? y)));
  const all = lengths.reduce((sum, length) => sum + length, 0) || 1;
  let passed = 0;
  return course.map(({ x, y }, at) => {
    passed += lengths[at] ?? 0;
    return { transform: `translate(${x}px, ${y}px)`, offset: Math.min(1, passed / all) };
  });
}

/** How dots are sent. */
export interface Sendings {
  readonly radius: number;
  /** Says how long what they bring waits for them. */
  readonly brings: (timing: KeyframeAnimationOptions) => void;
  readonly painted: readonly Painted[];
  /** Whether the lines are under way, or nodes have something else at first than what they send. */
  readonly waits: boolean;
}

/** Sends dots on their way. */
export function sendAlong(
  drawing: SVGSVGElement,
  all: readonly Sent[],
  { radius, brings, painted, waits }: Sendings,
): Sending | null {
  if (isStill() || isDragged() || paceNow().duration < SHORT || all.length === 0) return null;
  const before = drawing.querySelector("[data-node]");
  const timing = { duration: TRAVELS, delay: waits ? WAITS : 0, easing: EASING, fill: "backwards" } as const;
  const dots = all.map((sent) => {
    const dot = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    const given = { class: "leaving sent", "aria-hidden": "true", "pointer-events": "none", r: String(radius) };
    for (const [name, value] of Object.entries(given)) dot.setAttribute(name, value);
    dot.style.fill = sent.color;
    dot.style.stroke = "currentColor";
    // It leaves and arrives behind the circles.
    drawing.insertBefore(dot, before);
    const way = begun(dot.animate(framesOf(sent), timing));
    const gone = () => dot.remove();
    way.addEventListener("finish", gone);
    way.addEventListener("cancel", gone);
    return { dot, effect: way.effect };
  });
  brings(timing);
  for (const { element, before: fill, first } of painted) {
    begun(element.animate([{ fill }, { fill, offset: BRINGS }, {}], timing));
    if (first !== fill) begun(element.animate([{ fill: first }, { fill }], { duration: LEAVES }));
  }
  return {
    isUnderWay: () => dots.some(({ dot }) => dot.isConnected),
    place(others, radius) {
      if (others.length !== dots.length) return;
      for (const [number, { dot, effect }] of dots.entries()) {
        const other = others[number];
        if (!other || !(effect instanceof KeyframeEffect)) continue;
        dot.setAttribute("r", String(radius));
        effect.setKeyframes(framesOf(other));
      }
    },
    stop() {
      for (const { dot } of dots) dot.remove();
    },
  };
}
