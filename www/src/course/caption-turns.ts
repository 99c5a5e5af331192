/**
 * A caption that comes with the answer is read at once and seen with its picture: once what was there has turned into it, and rows and columns are at their places.
 */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { begun } from "../motion/held.ts";
import { placesChange } from "../motion/order.ts";
import { ENTERS } from "../motion/pace.ts";

export class CaptionTurns implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #waits: () => number | null;
  /** What each caption said. */
  #said = new Map<Element, string>();

  /** `waits`: how long the picture takes in a reveal that is under way, in milliseconds; null while none is. */
  constructor(host: ReactiveControllerHost & Element, waits: () => number | null) {
    this.#host = host;
    this.#waits = waits;
    host.addController(this);
  }

  hostUpdated(): void {
    const before = this.#said;
    const captions = [...this.#host.querySelectorAll(".figures > figure > figcaption")];
    this.#said = new Map(captions.map((caption) => [caption, caption.textContent ?? ""]));
    const waits = this.#waits();
    if (waits === null || before.size === 0) return;
    for (const [caption, text] of this.#said) if (before.get(caption) !== text) comesAfter(caption, waits);
  }

  hostDisconnected(): void {
    this.#said.clear();
  }
}

function comesAfter(caption: Element, delay: number): void {
  const comes = begun(
    caption.animate([{ opacity: 0 }, { opacity: 1 }], { delay, duration: ENTERS, fill: "backwards" }),
  );
  // Where rows and columns are still under way it waits for them, and for the turn of its figure.
  const wait = () => {
    if (comes.playState === "finished" || comes.playState === "idle") return;
    if ((placesChange() || caption.closest("[data-waits]")) && Number(comes.currentTime ?? 0) >= delay)
      comes.currentTime = delay;
    requestAnimationFrame(wait);
  };
  requestAnimationFrame(wait);
}
