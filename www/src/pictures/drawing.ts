/**
 * The base of pictures that are drawings: marks that can be focused, one of which Tab reaches and from which the arrow keys lead on; their names and the
 * numbers in them; and the drawing as a file.
 *
 * A mark is a group with `data-step`, `data-index` and `data-value` (`markOf`). Hover and focus do the same, a click and Enter choose the cell.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { type CellPlace, send } from "../elements/events.ts";
import { Room } from "./base/room.ts";
import { PictureElement, sameCell } from "./picture.ts";
import { paperOf, standalone } from "./standalone.ts";

/** The size of a drawing, in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export abstract class Drawing<Options> extends PictureElement<Options> {
  protected readonly room = new Room(this);

  /** The mark that Tab focuses; null for the first. */
  @state() protected current: CellPlace | null = null;

  /** The mark under the pointer or with the focus. */
  @state() protected pointed: CellPlace | null = null;

  /** The name of the picture, for a screen reader and for the file. */
  protected abstract get name(): string;

  /** What the picture shows, in words and numbers. */
  protected abstract get told(): string;

  /** Returns the mark that a key leads to, or null. */
  protected abstract markAfter(key: string, from: CellPlace): CellPlace | null;

  /** All marks in their order; the first is focused by Tab as long as none has been. */
  protected abstract get marks(): readonly CellPlace[];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.view || !this.options) return;
    // The cell that is chosen on the page is where Tab leads to.
    const { selected } = this.view;
    if (changed.has("view") && selected && this.hasMark(selected) && !this.matches(":focus-within"))
      this.current = selected;
    if (!this.current || !this.hasMark(this.current)) this.current = this.marks[0] ?? null;
  }

  protected hasMark(cell: CellPlace): boolean {
    return this.marks.some((mark) => sameCell(mark, cell));
  }

  /** Whether a mark is emphasized: chosen, pointed to here, or pointed to elsewhere. */
  protected isLit(cell: CellPlace): boolean {
    return sameCell(cell, this.pointed) || this.view.lit.some((other) => sameCell(other, cell));
  }

  protected classOf(cell: CellPlace): string {
    const chosen = sameCell(cell, this.view.selected) ? " chosen" : "";
    return `mark${this.isLit(cell) ? " lit" : ""}${chosen}`;
  }

  protected tabIndexOf(cell: CellPlace): number {
    return sameCell(cell, this.current) ? 0 : -1;
  }

  /** Returns the drawing with its name and description around what is in it. */
  protected sheet({ width, height }: Size, content: unknown): TemplateResult {
    return html`<svg
      viewBox="0 0 ${width} ${height}"
      width=${width}
      height=${height}
      role="group"
      aria-label=${this.name}
      aria-describedby="told keys"
      @keydown=${this.onKey}
      @pointerover=${this.onPoint}
      @pointerleave=${this.onLeave}
      @focusin=${this.onFocus}
      @focusout=${this.onLeave}
      @click=${this.onClick}
    >${content}</svg><p id="told" class="unseen">${this.told}</p>${this.renderKeys()}`;
  }

  /** The keys of the picture, for a screen reader. */
  protected renderKeys(): unknown {
    return this.keysText === "" ? nothing : html`<p id="keys" class="unseen">${this.keysText}</p>`;
  }

  protected get keysText(): string {
    return this.text("pictures.keys");
  }

  /** Focuses a mark, once it is drawn. */
  async focusMark(cell: CellPlace): Promise<void> {
    this.current = cell;
    await this.updateComplete;
    const found = `[data-step="${CSS.escape(cell.step)}"][data-index="${cell.index.join(",")}"][tabindex]`;
    this.renderRoot.querySelector<SVGElement>(found)?.focus({ preventScroll: true });
    // A mark that now stands for another cell had the focus before.
    if (!sameCell(this.pointed, cell)) {
      this.pointed = cell;
      send(this, "ag-hover", cell);
    }
  }

  private readonly onClick = (event: MouseEvent): void => {
    const cell = this.cellAt(event.target);
    if (cell) this.current = cell;
    this.select(event);
  };

  private readonly onPoint = (event: Event): void => {
    const cell = this.cellAt(event.target);
    if (sameCell(cell, this.pointed) || (!cell && !this.pointed)) return;
    this.pointed = cell;
    this.point(event);
  };

  private readonly onFocus = (event: FocusEvent): void => {
    const cell = this.cellAt(event.target);
    if (cell) this.current = cell;
    this.onPoint(event);
  };

  private readonly onLeave = (): void => {
    if (!this.pointed) return;
    this.pointed = null;
    this.leave();
  };

  protected onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const cell = this.cellAt(event.target);
    if (!cell) return;
    if (event.key === "Enter" || event.key === " ") this.select(event);
    else {
      const next = this.markAfter(event.key, cell);
      if (!next) return;
      void this.focusMark(next);
    }
    event.preventDefault();
    event.stopPropagation();
  };

  /** Returns the drawing as an SVG document, as it looks now; empty before it is drawn. */
  toSVG(): string {
    const drawing = this.renderRoot.querySelector("svg");
    if (!drawing) return "";
    return standalone(drawing, { name: this.name, told: this.told, ground: paperOf(this.renderRoot) });
  }
}
