/**
 * What the pictures share whose marks can be moved: which mark is pointed to, which one Tab reaches, choosing its numbers one after the other, and its keys.
 *
 * A few marks that can be moved are reached by Tab one by one. Of more, Tab reaches the one that had the focus last, and `.` and `,` lead to the next and to
 * the one before, since the arrow keys move it.
 */
import { state } from "lit/decorators.js";
import { type CellPlace, send } from "../elements/events.ts";
import { DrawnPicture } from "./drawn-picture.ts";
import { sameCell } from "./picture.ts";

/** A mark with a key of its own, by which it is found in the drawing (`data-key`). */
export interface KeyedMark {
  readonly key: string;
  /** The input by which it can be moved; null where it cannot. */
  readonly input: string | null;
}

/** Up to so many marks that can be moved are each reached by Tab. */
const FEW = 8;

export abstract class MovablePicture<Options, Mark extends KeyedMark> extends DrawnPicture<Options> {
  /** The keys of the marks under the pointer and with the focus. */
  @state() protected hovered: string | null = null;
  @state() protected focused: string | null = null;
  @state() protected moving = false;

  /** Stops to follow the pointer that moves a mark. */
  protected stop: (() => void) | null = null;

  /** Whether Tab reaches only one of the marks that can be moved. */
  private roving = false;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop?.();
  }

  /** All marks, in their order. */
  protected abstract get marks(): readonly Mark[];

  /** Returns the mark with this key. */
  protected abstract markWith(key: string): Mark | null;

  /** Returns the numbers of a mark, in the order in which they are chosen. */
  protected abstract cellsOf(mark: Mark): readonly CellPlace[];

  /** Moves a mark by a key; whether it was one that moves it. */
  protected abstract moveBy(event: KeyboardEvent, mark: Mark): boolean;

  /** Finds which mark Tab reaches; before each render. */
  protected settleTabStops(): void {
    const { marks } = this;
    this.roving = marks.filter(({ input }) => input !== null).length > FEW;
    const rovers = marks.filter((mark) => this.roves(mark));
    if (!rovers.some(({ key }) => key === this.current)) this.current = rovers[0]?.key ?? "";
  }

  private roves({ input }: Mark): boolean {
    return input === null || this.roving;
  }

  protected tabIndexOf(mark: Mark): number {
    return !this.roves(mark) || mark.key === this.current ? 0 : -1;
  }

  /** The keys of the picture in words; `own`: those that lead from mark to mark where none can be moved, and those that move one. */
  protected keysSaid(own: { readonly marks: string; readonly moves: string }): string {
    const { marks } = this;
    const movable = marks.some(({ input }) => input !== null);
    const parts = [
      marks.some(({ input }) => input === null) ? this.text(own.marks) : "",
      movable ? this.text(own.moves) : "",
      movable && this.roving ? this.text("pictures.next") : "",
      this.text("pictures.opens"),
    ];
    return parts.filter((part) => part !== "").join(" ");
  }

  /** Returns the mark in which an event happens. */
  protected markAt(target: EventTarget | null): Mark | null {
    const key = target instanceof Element ? target.closest<SVGElement>("[data-key]")?.dataset.key : undefined;
    return key === undefined ? null : this.markWith(key);
  }

  /** The key of the mark that is pointed to or has the focus. */
  protected get pointedKey(): string | null {
    return this.hovered ?? this.focused;
  }

  /** Chooses the next number of a mark, or the number that was clicked. */
  protected readonly choose = (event: Event): void => {
    const mark = this.markAt(event.target);
    if (!mark) {
      this.select(event);
      return;
    }
    const cells = this.cellsOf(mark);
    const next = cells[(cells.findIndex((cell) => sameCell(cell, this.view.selected)) + 1) % cells.length];
    if (next) send(this, "ag-select", { step: next.step, index: next.index });
  };

  protected readonly onOver = (event: Event): void => {
    if (this.moving) return;
    this.hovered = this.markAt(event.target)?.key ?? null;
    this.point(event);
  };

  protected readonly onLeave = (): void => {
    this.hovered = null;
    this.leave();
  };

  protected readonly onFocus = (event: Event): void => {
    const mark = this.markAt(event.target);
    if (!mark || !(event.target as Element).matches(":focus-visible")) return;
    if (this.roves(mark)) this.current = mark.key;
    this.focused = mark.key;
    this.point(event);
  };

  protected readonly onBlur = (): void => {
    this.focused = null;
    this.leave();
  };

  protected readonly onKey = (event: KeyboardEvent): void => {
    const mark = this.markAt(event.target);
    if (!mark || event.altKey || event.ctrlKey || event.metaKey || !this.answer(event, mark)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  private answer(event: KeyboardEvent, mark: Mark): boolean {
    if (event.key === "Enter" || event.key === " ") {
      this.choose(event);
      return true;
    }
    const next = this.keyBeside(event, mark);
    if (next !== null) this.focusMark(next);
    return next !== null || (mark.input !== null && this.moveBy(event, mark));
  }

  /** Returns the key of the mark that a key leads to. */
  private keyBeside(event: KeyboardEvent, mark: Mark): string | null {
    if (mark.input === null) {
      const fixed = this.marks.filter(({ input }) => input === null);
      return this.keyAfter(
        event,
        fixed.map(({ key }) => key),
        mark.key,
      );
    }
    const key = { ".": "ArrowRight", ",": "ArrowLeft", Home: "Home", End: "End" }[event.key];
    if (key === undefined) return null;
    const movable = this.marks.filter(({ input }) => input !== null);
    return this.keyAfter(
      { key },
      movable.map((each) => each.key),
      mark.key,
    );
  }
}
