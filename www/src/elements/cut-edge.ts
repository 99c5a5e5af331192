/** Whether frames have more at their ends or below than is in view: a fade there says that they scroll, which a bar that comes with the scrolling does not. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

/** What is cut by less than a pixel is not cut. */
const LEAST = 1;
/** Nor is what is cut below by less than the space under its last line. */
const LEAST_BELOW = 4;

function look(frame: HTMLElement): void {
  frame.toggleAttribute("data-cut", frame.scrollWidth - frame.clientWidth - frame.scrollLeft > LEAST);
  frame.toggleAttribute("data-cut-below", frame.scrollHeight - frame.clientHeight - frame.scrollTop > LEAST_BELOW);
}

const scrolled = ({ currentTarget }: Event): void => {
  if (currentTarget instanceof HTMLElement) look(currentTarget);
};

export class CutEdge implements ReactiveController {
  #frames: readonly HTMLElement[] = [];
  /** The frames, and what each shows. */
  #parts: readonly Element[] = [];
  readonly #sizes = new ResizeObserver(() => this.#frames.forEach(look));

  /** `frames`: the elements that scroll, once the host is rendered. The first child of each is what it shows. */
  constructor(
    host: ReactiveControllerHost,
    private readonly frames: () => readonly HTMLElement[],
  ) {
    host.addController(this);
  }

  hostUpdated(): void {
    const frames = this.frames();
    const parts = frames.flatMap((frame) => [frame, ...(frame.firstElementChild ? [frame.firstElementChild] : [])]);
    if (parts.length === this.#parts.length && parts.every((part, at) => part === this.#parts[at])) return;
    for (const frame of this.#frames) frame.removeEventListener("scroll", scrolled);
    for (const frame of frames) frame.addEventListener("scroll", scrolled, { passive: true });
    [this.#frames, this.#parts] = [frames, parts];
    this.hostDisconnected();
    this.hostConnected();
  }

  hostConnected(): void {
    for (const part of this.#parts) this.#sizes.observe(part);
  }

  hostDisconnected(): void {
    this.#sizes.disconnect();
  }
}
