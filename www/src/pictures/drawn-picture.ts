/** What the pictures share that are one drawing: its room, its marks by keyboard, points that can be moved, and the drawing as a file. */
import { query, state } from "lit/decorators.js";
import { send, type TraceStep } from "../elements/events.ts";
import { moveOfKey } from "./base/dragging.ts";
import { Room } from "./base/room.ts";
import { PictureElement } from "./picture.ts";
import { coordinateText, type Spot } from "./plane/plane.ts";
import { standalone } from "./standalone.ts";

/** Two cells of an input that are the coordinates of a point, and where it is. */
export interface Movable {
  readonly input: string;
  readonly cells: readonly [readonly number[], readonly number[]];
  readonly spot: Spot;
}

export abstract class DrawnPicture<Options> extends PictureElement<Options> {
  protected readonly room = new Room(this);

  /** The mark that Tab reaches among those that cannot be moved. */
  @state() protected current = "";

  @query("svg") protected drawing!: SVGSVGElement;

  /** The largest width of the drawing, in its own units. */
  protected readonly widest: number = 560;

  /** The width of the drawing in its own units, in which type always has the same size. */
  protected get across(): number {
    return Math.min(this.widest, this.room.width / this.room.unit);
  }

  /** What the picture shows, in one sentence. */
  protected abstract name(): string;

  /** What the picture shows, with its values. */
  protected abstract description(): string;

  /** Returns the drawing as an SVG document, as it looks now. */
  toSVG(): string {
    return standalone(this.drawing, { name: this.name(), told: this.description(), ground: this.paper() });
  }

  /** The color behind the picture; `light-dark()` is resolved only by a style. */
  private paper(): string {
    const probe = document.createElement("span");
    probe.style.color = "var(--paper)";
    this.renderRoot.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }

  /** Returns the shown position of each leading axis of a step; `own`: the number of its last axes that are drawn. */
  protected sliceOf(step: TraceStep, own: number): number[] {
    const leading = step.axes.slice(0, Math.max(0, step.axes.length - own));
    return leading.map((axis, at) => Math.min(this.view.slices[axis] ?? 0, Math.max(0, (step.shape[at] ?? 1) - 1)));
  }

  /** Sends the coordinates of a moved point that have changed. The page applies each to the inputs as they are then. */
  protected move({ input, cells, spot }: Movable, to: Spot): void {
    const changes = [
      { index: cells[0], before: spot.x, after: to.x },
      { index: cells[1], before: spot.y, after: to.y },
    ];
    for (const { index, before, after } of changes) {
      const text = coordinateText(after);
      if (after !== before && Number(text) !== before) send(this, "ag-edit", { input, index, text });
    }
  }

  /** Moves a point by an arrow key; whether it was one. */
  protected moveByKey(event: KeyboardEvent, movable: Movable, tick: number): boolean {
    const by = moveOfKey(event, tick);
    if (!by) return false;
    this.move(movable, { x: movable.spot.x + by.x, y: movable.spot.y + by.y });
    return true;
  }

  /** Gives the focus to the mark with this key. */
  protected focusMark(key: string): void {
    this.current = key;
    this.renderRoot.querySelector<SVGElement>(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  }

  /** Returns the key of the mark that an arrow key leads to, in the order of `keys`. */
  protected keyAfter(event: Pick<KeyboardEvent, "key">, keys: readonly string[], from: string): string | null {
    const place = keys.indexOf(from);
    const last = keys.length - 1;
    switch (event.key) {
      case "ArrowRight":
      case "ArrowDown":
        return keys[Math.min(last, place + 1)] ?? null;
      case "ArrowLeft":
      case "ArrowUp":
        return keys[Math.max(0, place - 1)] ?? null;
      case "Home":
        return keys[0] ?? null;
      case "End":
        return keys[last] ?? null;
      default:
        return null;
    }
  }
}
