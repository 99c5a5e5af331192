/**
 * `<ag-movable-graph>`: the drawing, whose nodes are moved by the pointer, and by the arrow keys with Alt. The element never moves a node itself: it sends an event
 * and shows the places that the page sets next.
 */
import { css } from "lit";
import { customElement } from "lit/decorators.js";
import { elementStyles } from "./element-styles.ts";
import { send } from "./events.ts";
import { AgGraph } from "./graph.ts";
import type { Point } from "./graph-points.ts";
import { spotOf } from "./graph-spots.ts";
import { graphStyles } from "./graph-styles.ts";

/** How far a press has to go before it is no click, and how far a key moves, in units of the drawing. */
const SLACK = 5;
const STEP = 12;

const KEYS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

interface Press {
  readonly node: number;
  readonly from: Point;
  readonly moves: boolean;
}

@customElement("ag-movable-graph")
export class AgMovableGraph extends AgGraph {
  static override styles = [
    elementStyles,
    graphStyles,
    css`
      .node {
        cursor: grab;
      }
    `,
  ];

  #press: Press | null = null;
  /** Whether to ignore the click that ends a drag. */
  #dragged = false;

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener("keydown", this.#onMoveKey, { capture: true });
    this.addEventListener("pointerdown", this.#onDown);
    this.addEventListener("pointermove", this.#onMove);
    this.addEventListener("pointerup", this.#onUp);
    this.addEventListener("pointercancel", this.#onCancel);
    this.addEventListener("touchmove", this.#onTouch, { passive: false });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener("keydown", this.#onMoveKey, { capture: true });
    this.removeEventListener("pointerdown", this.#onDown);
    this.removeEventListener("pointermove", this.#onMove);
    this.removeEventListener("pointerup", this.#onUp);
    this.removeEventListener("pointercancel", this.#onCancel);
    this.removeEventListener("touchmove", this.#onTouch);
  }

  protected override choose(event: Event): void {
    if (!this.#dragged) super.choose(event);
    this.#dragged = false;
  }

  /** Asks for a place of a node within the drawing. */
  #put(node: number, { x, y }: Point): void {
    const size = this.renderRoot.querySelector("svg")?.viewBox.baseVal;
    if (!size) return;
    const radius = this.circles.radii[node] ?? 0;
    const inside = (value: number, whole: number) => Math.min(Math.max(value, radius), whole - radius);
    const spot = spotOf({ x: inside(x, size.width), y: inside(y, size.height) }, size);
    send(this, "ag-graph-move", { node, spot });
  }

  readonly #onDown = (event: PointerEvent) => {
    const place = this.placeOf(event.composedPath()[0] ?? null);
    const from = this.pointOf(event);
    this.#dragged = false;
    if (event.button !== 0 || !from || !place || !("node" in place)) return;
    this.#press = { node: place.node, from, moves: false };
  };

  readonly #onMove = (event: PointerEvent) => {
    const press = this.#press;
    const point = press && this.pointOf(event);
    if (!press || !point) return;
    const far = Math.hypot(point.x - press.from.x, point.y - press.from.y);
    if (!press.moves && far < SLACK * this.unit) return;
    if (!press.moves) this.setPointerCapture(event.pointerId);
    this.#press = { ...press, moves: true };
    this.#put(press.node, point);
  };

  readonly #onUp = () => {
    this.#dragged = this.#press?.moves ?? false;
    this.#press = null;
    // The click, if there is one, follows at once.
    setTimeout(() => {
      this.#dragged = false;
    });
  };

  readonly #onCancel = () => {
    this.#press = null;
  };

  /** Prevents scrolling by the finger that drags a node. */
  readonly #onTouch = (event: TouchEvent) => {
    if (this.#press && event.cancelable) event.preventDefault();
  };

  readonly #onMoveKey = (event: KeyboardEvent) => {
    const by = event.altKey ? KEYS[event.key] : undefined;
    const place = by && this.placeOf(event.composedPath()[0] ?? null);
    if (!by || !place || !("node" in place)) return;
    const { x, y } = this.points[place.node] ?? { x: 0, y: 0 };
    this.#put(place.node, { x: x + by.x * this.unit, y: y + by.y * this.unit });
    event.preventDefault();
    event.stopPropagation();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-movable-graph": AgMovableGraph;
  }
}
