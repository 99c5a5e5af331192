/** What nodes send travels along the lines of a drawing: small dots, which are gone when they have arrived, and nothing by which a mark is read. */
import { begun } from "./held.ts";
import { EASING, MOVES } from "./pace.ts";
import { isStill } from "./still.ts";
import type { Spot } from "./way.ts";

export interface Sent {
  readonly from: Spot;
  readonly to: Spot;
  readonly color: string;
}

/** How long a dot is seen before it leaves, as a share of its way. */
const WAITS = 0.1;

/** Dots on their way. */
export interface Sending {
  /** Whether any has not arrived. */
  isUnderWay(): boolean;
  /** Gives the dots other ways, as many as there were, where the drawing has got another size meanwhile. */
  place(all: readonly Sent[], radius: number): void;
}

const framesOf = ({ from, to }: Sent): Keyframe[] => {
  const at = ({ x, y }: Spot) => `translate(${x}px, ${y}px)`;
  return [{ transform: at(from) }, { transform: at(from), offset: WAITS }, { transform: at(to) }];
};

/** Sends dots on their way; what they bring, `brought`, is seen once they are there. */
export function sendAlong(
  drawing: SVGSVGElement,
  all: readonly Sent[],
  radius: number,
  brought: Iterable<Element>,
): Sending | null {
  if (isStill() || all.length === 0) return null;
  const before = drawing.querySelector("[data-node]");
  const timing = { duration: 2 * MOVES, easing: EASING };
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
  for (const element of brought)
    begun(element.animate([{ opacity: 0 }, { opacity: 0, offset: 0.6 }, { opacity: 1 }], timing));
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
  };
}
