/** Numbers what a reader does in one go, such as a drag, so that it is undone in one go. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

/** Numbers are used once, also by labs that are entered later. */
let last = 0;

export class Gestures implements ReactiveController {
  /** The number of the gesture that is going on. */
  now = 0;

  constructor(private readonly host: ReactiveControllerHost & HTMLElement) {
    host.addController(this);
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
    window[change]("keydown", this.#key, { capture: true });
    this.host[change]("change", this.#next);
  }

  readonly #next = (): void => {
    last += 1;
    this.now = last;
  };

  /** The last move of a drag is told with its end, by listeners that come after this one. */
  readonly #released = (): void => {
    setTimeout(this.#next);
  };

  readonly #key = (event: Event): void => {
    if (event instanceof KeyboardEvent && !event.repeat) this.#next();
  };
}
