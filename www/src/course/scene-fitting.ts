/** While presenting, where scrolling is impractical, the pictures of a scene shrink to what is left above its bar. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

/** Free space in px above the bar of a presented scene, as far as its pictures can shrink. */
const ABOVE_BAR = 4;
/** For so many frames pictures have to stay as they are. */
const SETTLED = 3;
/** Pictures of a presented scene shrink at most to this. */
const LEAST_SHARE = 0.5;

export class SceneFitting implements ReactiveController {
  #settling = 0;

  constructor(private readonly host: ReactiveControllerHost & HTMLElement) {
    host.addController(this);
  }

  hostUpdated(): void {
    // Pictures know their size once they have rendered.
    requestAnimationFrame(() => requestAnimationFrame(() => this.#fit()));
  }

  #fit(): void {
    cancelAnimationFrame(this.#settling);
    const figures = this.host.querySelector<HTMLElement>(".figures");
    const bar = this.host.querySelector<HTMLElement>(".scene-bar");
    if (!figures || !bar) return;
    figures.style.removeProperty("zoom");
    if (document.documentElement.dataset.view !== "present") return;
    this.#shrink(figures, bar, 1);
    this.#settle(figures, bar, SETTLED);
  }

  /** A picture that is zoomed measures its room anew in the next frame, which may make it higher. */
  #settle(figures: HTMLElement, bar: HTMLElement, frames: number): void {
    if (frames === 0 || !figures.isConnected) return;
    this.#settling = requestAnimationFrame(() => {
      const share = Number(figures.style.getPropertyValue("zoom")) || 1;
      this.#settle(figures, bar, this.#shrink(figures, bar, share) ? SETTLED : frames - 1);
    });
  }

  /** Makes the pictures smaller until they end above the bar. Returns whether they were too large. */
  #shrink(figures: HTMLElement, bar: HTMLElement, from: number): boolean {
    const column = figures.parentElement;
    let share = from;
    // Captions wrap anew in a smaller picture.
    for (let tries = 0; tries < 8; tries += 1) {
      const bottom = Math.max(...[...(column?.children ?? [])].map((child) => child.getBoundingClientRect().bottom));
      const { top, bottom: end } = figures.getBoundingClientRect();
      const beyond = bottom + ABOVE_BAR - bar.getBoundingClientRect().top;
      if (beyond <= 0 || share <= LEAST_SHARE) return tries > 0;
      share = Math.max(LEAST_SHARE, share * Math.max(LEAST_SHARE, 1 - beyond / (end - top)));
      figures.style.setProperty("zoom", String(share));
    }
    return true;
  }
}
