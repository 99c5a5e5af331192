/** The space that a picture has: its width and the size of its type, in pixels. A change renders the picture again. */
import type { ReactiveController } from "lit";
import type { AgElement } from "../../elements/ag-element.ts";
import { type DrawnRoom, roomComes, roomGoes } from "../../elements/rooms.ts";
import { onWindow } from "../../window.ts";
import { KINDS } from "../kinds.ts";
import type { PictureKind } from "../spec.ts";

/** Lengths of drawings are in sixteenths of the type size, so that a drawing grows with its type. */
const UNITS = 16;

/** Before an element is shown it has no width; this is that of a phone. */
const UNKNOWN = 328;

/** Where every picture is as wide as the one before it, apart from those whose width follows from their height: these are as wide as what they draw. */
const ALIKE = "lesson-figure";

interface Size {
  readonly width: number;
  readonly unit: number;
  readonly zoom: number;
}

/**
 * The sizes of the last pictures there. A new picture begins with those, or with that of the picture whose place it takes, since to ask how wide it is would lay out
 * the page; where they are wrong, the observer says so before the picture is painted.
 */
const LAST = new Map<string, Size>();
let before = new WeakMap<Element, Size>();
onWindow("resize", () => {
  LAST.clear();
  before = new WeakMap();
});

export class Room implements ReactiveController, DrawnRoom {
  width = UNKNOWN;
  /** The length of a unit. */
  unit = 1;
  /** By how much larger it is seen than it is drawn. */
  zoom = 1;
  private readonly sizes = new ResizeObserver(() => this.measure());

  constructor(private readonly host: AgElement) {
    host.addController(this);
  }

  hostConnected(): void {
    roomComes(this);
    this.sizes.observe(this.host);
    const { parentElement } = this.host;
    const last = this.#isByHeight ? null : (LAST.get(this.#place) ?? (parentElement && before.get(parentElement)));
    if (last) Object.assign(this, last);
    else this.measure();
  }

  /** The place on the page; empty where pictures are not alike. */
  get #place(): string {
    return this.host.parentElement?.className === ALIKE ? `${ALIKE} ${document.documentElement.dataset.view}` : "";
  }

  /** Whether its width follows from its height: that of another picture would stay its own. */
  get #isByHeight(): boolean {
    const kind = this.host.parentElement?.dataset.kind as PictureKind | undefined;
    return this.#place !== "" && kind !== undefined && KINDS.get(kind)?.isByHeight === true;
  }

  hostDisconnected(): void {
    roomGoes(this);
    this.sizes.disconnect();
  }

  draw(): void {
    this.measure();
    this.host.drawNow();
  }

  private measure(): void {
    // Not as it is seen: what is around may be scaled or have a zoom.
    const width = this.host.clientWidth;
    const unit = (Number.parseFloat(getComputedStyle(this.host).fontSize) || UNITS) / UNITS;
    // Not every browser tells it; lines are as sharp as they can be there.
    const zoom = this.host.currentCSSZoom ?? 1;
    const { parentElement } = this.host;
    if (width > 0 && this.#place !== "" && !this.#isByHeight) LAST.set(this.#place, { width, unit, zoom });
    else if (width > 0 && this.#place === "" && parentElement) before.set(parentElement, { width, unit, zoom });
    if (width <= 0 || (width === this.width && unit === this.unit && zoom === this.zoom)) return;
    this.width = width;
    this.unit = unit;
    this.zoom = zoom;
    this.host.requestUpdate();
  }
}
