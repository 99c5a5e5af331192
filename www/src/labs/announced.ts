/** What is said to who does not see it, once nothing has changed for a while. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

/** What is to be seen is announced when nothing has changed for so long, in milliseconds. */
const CALM = 600;

export class Announced implements ReactiveController {
  text = "";
  #calm: ReturnType<typeof setTimeout> | undefined;

  /** `read` returns what is to be seen. */
  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly read: () => string,
  ) {
    host.addController(this);
  }

  hostUpdated(): void {
    clearTimeout(this.#calm);
    this.#calm = setTimeout(() => {
      const text = this.read();
      if (text === this.text) return;
      this.text = text;
      this.host.requestUpdate();
    }, CALM);
  }

  hostDisconnected(): void {
    clearTimeout(this.#calm);
  }
}
