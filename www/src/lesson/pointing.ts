/** What the pointer or the focus is at: a cell of the stage, or a node or line of the drawing. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { CellPlace, GraphPlace } from "../elements/events.ts";
import type { CellRef } from "../state/state.ts";

/** After a choice, the tables may move below a resting pointer: until it moves, the chosen cell outranks what happens to lie below it. */
export class Pointing implements ReactiveController {
  #cell: CellRef | null = null;
  #place: GraphPlace | null = null;
  #last = { x: -1, y: -1 };
  #resting: { readonly x: number; readonly y: number } | null = null;

  constructor(private readonly host: ReactiveControllerHost & HTMLElement) {
    host.addController(this);
    host.addEventListener("pointermove", this.#moved);
    host.addEventListener("pointerdown", this.#moved);
    // The keyboard moves the focus, which is a choice of its own.
    host.addEventListener("keydown", this.#stirred, { capture: true });
  }

  hostConnected(): void {
    this.#resting = null;
  }

  get cell(): CellRef | null {
    return this.#resting ? null : this.#cell;
  }

  get place(): GraphPlace | null {
    return this.#resting ? null : this.#place;
  }

  readonly #moved = ({ clientX: x, clientY: y }: PointerEvent) => {
    this.#last = { x, y };
    if (!this.#resting || (this.#resting.x === x && this.#resting.y === y)) return;
    this.#resting = null;
    this.host.requestUpdate();
  };

  readonly #stirred = () => {
    this.#resting = null;
  };

  readonly atCell = (event: CustomEvent<CellPlace | null>) => {
    this.#point(event.detail?.step ? event.detail : null, this.#place);
  };

  readonly atPlace = (place: GraphPlace | null) => {
    this.#point(this.#cell, place);
  };

  #point(cell: CellRef | null, place: GraphPlace | null): void {
    if (cell === this.#cell && place === this.#place) return;
    this.#cell = cell;
    this.#place = place;
    if (!this.#resting) this.host.requestUpdate();
  }

  /** A cell was chosen. */
  rest(): void {
    this.#resting = this.#last;
    this.clear();
  }

  clear(): void {
    this.#cell = null;
    this.#place = null;
  }
}
