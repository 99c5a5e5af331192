/** The pointers that are down on a picture: one drags, two pinch, and one that has hardly moved has clicked. Pure. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What a movement does: nothing yet, a way in pixels, or a change of the distance between two fingers around the point between them. */
export type Gesture =
  | { readonly kind: "none" }
  | ({ readonly kind: "drag" } & Point)
  | ({ readonly kind: "pinch"; readonly factor: number } & Point);

/** A pointer that has moved less, in pixels, has clicked. */
const CLICK = 4;

export class Pointers {
  private readonly places = new Map<number, Point>();
  private way = 0;

  down(id: number, place: Point): void {
    if (this.places.size === 0) this.way = 0;
    this.places.set(id, place);
  }

  /** Returns what the movement of a pointer does, or null where it is not down. */
  move(id: number, now: Point): Gesture | null {
    const before = this.places.get(id);
    if (!before) return null;
    const [x, y] = [now.x - before.x, now.y - before.y];
    this.way += Math.hypot(x, y);
    this.places.set(id, now);
    const other = [...this.places].find(([one]) => one !== id)?.[1];
    if (other) {
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      const factor = was > 0 ? Math.hypot(now.x - other.x, now.y - other.y) / was : 1;
      return { kind: "pinch", factor, x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    }
    return this.way > CLICK ? { kind: "drag", x, y } : { kind: "none" };
  }

  /** Returns where a pointer has clicked, or null where it has dragged, or was not down. */
  up(id: number): Point | null {
    const place = this.places.get(id) ?? null;
    this.places.delete(id);
    return this.way > CLICK ? null : place;
  }
}
