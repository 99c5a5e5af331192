/** The space of a drawing of a graph. */
import type { ReactiveController } from "lit";
import type { AgElement } from "./ag-element.ts";
import { type DrawnRoom, roomComes, roomGoes } from "./rooms.ts";

/** The unit of lengths in the drawing is a sixteenth of the type size, so that a drawing grows with its type. */
const UNITS = 16;
/** The size of small type where a unit is a pixel. */
const SMALL = 12.8;
/** Ratio of height to width, within bounds; many nodes need a square, as do some in a narrow room. */
const PROPORTION = 0.74;
const LOWEST = 200;
const HIGHEST = 340;
const LARGEST_SQUARE = 480;
const MANY_NODES = 16;
const SOME_NODES = 6;
const NARROW = 340;

export const isNarrow = (width: number): boolean => width < NARROW;

/** Returns how high a drawing is for its width, both in units. */
export function heightFor(nodes: number, width: number): number {
  const crowded = nodes > MANY_NODES || (nodes > SOME_NODES && isNarrow(width));
  return crowded ? Math.min(width, LARGEST_SQUARE) : Math.min(HIGHEST, Math.max(LOWEST, width * PROPORTION));
}

/** The width of a drawing and the size of its type, in pixels. A change renders it again. */
export class DrawingRoom implements ReactiveController, DrawnRoom {
  width = 352;
  #type = UNITS;
  #small = SMALL;
  #seen: HTMLElement | null = null;
  readonly #sizes = new ResizeObserver(() => this.#measure());

  /** `sheet`: the element that is as wide as the drawing, once the host is rendered. */
  constructor(
    private readonly host: AgElement,
    private readonly sheet: () => HTMLElement | null,
  ) {
    host.addController(this);
  }

  /** The length of a unit. */
  get unit(): number {
    return this.#type / UNITS;
  }

  /** The unit of what is written in the small type of the sheet. */
  get written(): number {
    return this.#small / SMALL;
  }

  /** Whether it is read from afar: there small type is larger than that of a drawing, which has what the window leaves. */
  get isPresented(): boolean {
    return this.written > this.unit;
  }

  hostUpdated(): void {
    const sheet = this.sheet();
    if (!sheet || sheet === this.#seen) return;
    this.#seen = sheet;
    this.#measure();
    this.#sizes.observe(sheet);
  }

  hostConnected(): void {
    roomComes(this);
    if (this.#seen) this.#sizes.observe(this.#seen);
  }

  hostDisconnected(): void {
    roomGoes(this);
    this.#sizes.disconnect();
  }

  draw(): void {
    this.#measure();
    this.host.drawNow();
  }

  #measure(): void {
    const width = Math.round(this.#seen?.clientWidth ?? 0);
    const [type = UNITS, small = SMALL] = [this.host, this.#seen].map((one) =>
      one ? Number.parseFloat(getComputedStyle(one).fontSize) || undefined : undefined,
    );
    if (width <= 0 || (width === this.width && type === this.#type && small === this.#small)) return;
    this.width = width;
    this.#type = type;
    this.#small = small;
    this.host.requestUpdate();
  }
}
