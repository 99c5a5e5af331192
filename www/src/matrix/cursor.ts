/**
 * The cursor of a matrix on a canvas, and the cell under the pointer. The arrow keys move the cursor as in a table with digits; a cell that is pointed at is
 * reported, and named below the matrix.
 */
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import { cellAfterKey } from "../elements/matrix-keys.ts";
import { styleProperties } from "../elements/style-properties.ts";
import type { Place } from "../elements/table.ts";
import { forgetTheme, observeTheme } from "../elements/theme.ts";
import { samePlace } from "./places.ts";

export interface CursorUse {
  readonly extent: () => { readonly rows: number; readonly columns: number };
  /** A key has moved the cursor: its cell has to be seen. */
  readonly reveal: (place: Place) => void;
  /** A cell is pointed at, or none. */
  readonly point: (place: Place | null) => void;
  /** The theme has changed: pixels have its colors. */
  readonly repaint: () => void;
  /** Returns the style of a ring around a cell. */
  readonly ring: (place: Place) => Record<string, string>;
}

export class MatrixCursor implements ReactiveController {
  /** The cell with the cursor. */
  at: Place = [0, 0];
  /** The cell under the pointer. */
  hovered: Place | null = null;
  focused = false;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly use: CursorUse,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    observeTheme(this.use.repaint);
  }

  hostDisconnected(): void {
    forgetTheme(this.use.repaint);
  }

  moveTo(place: Place): void {
    this.at = place;
    this.host.requestUpdate();
  }

  /** Keeps the cursor within a matrix of another size. */
  keepWithin(): void {
    const { rows, columns } = this.use.extent();
    const within = (at: number, count: number) => Math.max(0, Math.min(at, count - 1));
    this.at = [within(this.at[0], rows), within(this.at[1], columns)];
  }

  hover(place: Place | null): void {
    if (samePlace(place, this.hovered)) return;
    this.hovered = place;
    this.use.point(place ?? (this.focused ? this.at : null));
    this.host.requestUpdate();
  }

  /** Moves the cursor by a key. Returns whether it is one that moves. */
  takeKey(event: KeyboardEvent): boolean {
    const { rows, columns } = this.use.extent();
    const to = cellAfterKey(event.key, event.ctrlKey || event.metaKey, this.at, rows, columns);
    if (!to) return false;
    this.hovered = null;
    this.moveTo(to);
    this.use.reveal(to);
    this.use.point(to);
    return true;
  }

  readonly onAway = (): void => this.hover(null);

  readonly onFocus = (): void => this.#focus(true);

  readonly onBlur = (): void => this.#focus(false);

  #focus(focused: boolean): void {
    this.focused = focused;
    this.use.point(focused ? this.at : this.hovered);
    this.host.requestUpdate();
  }

  /** Draws a ring around a cell, where there is one. */
  ring(kind: string, place: Place | null): TemplateResult | typeof nothing {
    return place ? html`<i class=${`ring ${kind}`} ${styleProperties(this.use.ring(place))}></i>` : nothing;
  }

  /** The line below the matrix that names a cell; it is read aloud while the cursor has the focus. */
  reading(name: string | null): TemplateResult {
    return html`<p class="reading" aria-live=${this.focused ? "polite" : "off"}>${name ?? nothing}</p>`;
  }
}
