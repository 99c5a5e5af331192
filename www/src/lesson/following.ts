/** Says how high the work is, so that the styles can keep it in sight while what is beside it scrolls. */
import type { ReactiveController } from "lit";

export class Following implements ReactiveController {
  #observed: HTMLElement | null = null;
  readonly #observer = new ResizeObserver(([entry]) => {
    const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
    this.#observed?.style.setProperty("--ag-work-height", `${Math.ceil(height)}px`);
  });

  constructor(
    private readonly host: HTMLElement,
    /** Whether the host is the page's, and no figure among other things. */
    private readonly alone: () => boolean,
  ) {}

  hostUpdated(): void {
    const work = this.alone() ? this.host.querySelector<HTMLElement>(".work") : null;
    if (work === this.#observed) return;
    this.#observer.disconnect();
    this.#observed = work;
    if (work) this.#observer.observe(work);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
    this.#observed = null;
  }
}
