/** Numbers what a reader does in one go, such as a drag, so that it is undone in one go. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

/** Numbers are used once, also by labs that are entered later. */
let last = 0;

export class Gestures implements ReactiveController {
  #number = 0;
  /** The release that ends the gesture, once it is dispatched. */
  #release: Event | null = null;

  constructor(private readonly host: ReactiveControllerHost & HTMLElement) {
    host.addController(this);
  }

  /** The number of the gesture that is going on. */
  get now(): number {
    // The last move of a drag is told within its release, by listeners that come after the one here. A timer may be late: what follows at once is not of the drag.
    if (this.#release?.eventPhase === Event.NONE) this.#next();
    return this.#number;
  }

  hostConnected(): void {
    this.#next();
    this.#listen("addEventListener");
  }

  hostDisconnected(): void {
    this.#listen("removeEventListener");
  }

  /** A press, its end, a key that is not held, and a control that is let go of each begin another one. */
  #listen(change: "addEventListener" | "removeEventListener"): void {
    window[change]("pointerdown", this.#next, { capture: true });
    window[change]("pointerup", this.#released);
    window[change]("pointercancel", this.#released);
    window[change]("keydown", this.#key, { capture: true });
    this.host[change]("change", this.#next);
  }

  readonly #next = (): void => {
    last += 1;
    this.#number = last;
    this.#release = null;
  };

  readonly #released = (event: Event): void => {
    this.#release = event;
  };

  readonly #key = (event: Event): void => {
    if (event instanceof KeyboardEvent && !event.repeat) this.#next();
  };
}
