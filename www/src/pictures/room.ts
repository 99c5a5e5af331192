/** The space that a picture has: its width and the size of its type, in pixels. A change renders the picture again. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

/** Lengths of drawings are in sixteenths of the type size, so that a drawing grows with its type. */
const UNITS = 16;

/** Before an element is shown it has no width; this is that of a phone. */
const UNKNOWN = 328;

export class Room implements ReactiveController {
  width = UNKNOWN;
  /** The length of a unit. */
  unit = 1;
  private readonly sizes = new ResizeObserver(() => this.measure());

  constructor(private readonly host: ReactiveControllerHost & HTMLElement) {
    host.addController(this);
  }

  hostConnected(): void {
    this.sizes.observe(this.host);
    this.measure();
  }

  hostDisconnected(): void {
    this.sizes.disconnect();
  }

  private measure(): void {
    const width = Math.floor(this.host.getBoundingClientRect().width);
    const unit = (Number.parseFloat(getComputedStyle(this.host).fontSize) || UNITS) / UNITS;
    if (width <= 0 || (width === this.width && unit === this.unit)) return;
    this.width = width;
    this.unit = unit;
    this.host.requestUpdate();
  }
}
