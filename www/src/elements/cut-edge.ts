/** Whether a frame has more at its end than is in view: a fade there says that it scrolls, which a bar that comes with the scrolling does not. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

/** What is cut by less than a pixel is not cut. */
const LEAST = 1;

export class CutEdge implements ReactiveController {
  #frame: HTMLElement | null = null;
  readonly #sizes = new ResizeObserver(() => this.#look());
  readonly #look = (): void => {
    const frame = this.#frame;
    if (!frame) return;
    frame.toggleAttribute("data-cut", frame.scrollWidth - frame.clientWidth - frame.scrollLeft > LEAST);
  };

  /** `frame`: the element that scrolls, once the host is rendered. Its first child is what it shows. */
  constructor(
    host: ReactiveControllerHost,
    private readonly frame: () => HTMLElement | null,
  ) {
    host.addController(this);
  }

  hostUpdated(): void {
    if (this.#frame) return;
    this.#frame = this.frame();
    this.#frame?.addEventListener("scroll", this.#look, { passive: true });
    this.hostConnected();
  }

  hostConnected(): void {
    for (const one of [this.#frame, this.#frame?.firstElementChild]) if (one) this.#sizes.observe(one);
  }

  hostDisconnected(): void {
    this.#sizes.disconnect();
  }
}
