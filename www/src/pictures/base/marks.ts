/**
 * What a picture declares: its marks, and what is drawn below and above them. A mark stands for a cell, by which it is found again when the run, the slice or
 * the order has changed; the base draws it, speaks for it, and answers pointers and keys.
 */
import type { SVGTemplateResult } from "lit";
import type { CellPlace, TraceStep } from "../../elements/events.ts";
import { valueAt } from "../picture.ts";
import type { Spot } from "../plane/plane.ts";

/** A cell with its number. */
export interface ShownCell extends CellPlace {
  readonly value: number;
}

/** Returns a cell of a step with its number. */
export function shownCell(step: TraceStep, index: readonly number[]): ShownCell {
  return { step: step.id, index, value: valueAt(step, index) };
}

/** A point that is moved by dragging it, and by keys: two cells of an input are its coordinates. */
export interface Movable {
  readonly input: string;
  readonly cells: readonly [readonly number[], readonly number[]];
  readonly spot: Spot;
  /** Returns where a key moves it; null for other keys. */
  readonly byKey: (event: Pick<KeyboardEvent, "key" | "shiftKey">) => Spot | null;
  /** Begins to drag it at a place of the panel; returns where it is when the pointer is at another one. */
  readonly drag: (pressed: Spot) => (at: Spot) => Spot;
}

export interface Mark {
  readonly cell: ShownCell;
  /** What names the mark where several stand for one cell; by default its cell. */
  readonly key?: string;
  /** By what it is found again in another drawing, such as the word that it stands for; by default the names of its cell. */
  readonly moves?: string;
  /** By what it is found again whatever other steps are drawn with its own: its place in the drawing. In place of its step and of `moves`. */
  readonly role?: string;
  /** By what the two marks are found again that it joins, such as words: where they were before, a line that is new goes with them. */
  readonly ends?: readonly string[];
  /** A further number that it shows, such as the second coordinate of a point. */
  readonly second?: ShownCell;
  /** The numbers that it opens, one after the other; by default that of the cell. */
  readonly opens?: readonly CellPlace[];
  /** Its row and column, through which the arrow keys lead; without it they lead from mark to mark in their order. */
  readonly at?: readonly [row: number, column: number];
  /** What a screen reader says; absent for a mark that stands back, which the focus does not reach. */
  readonly label?: () => string;
  /** Further classes. */
  readonly kind?: string;
  /** Style properties, such as its color. */
  readonly style?: Readonly<Record<string, string>>;
  readonly movable?: Movable | null;
  /** What its shapes depend on: while none of it has changed, they are not drawn again. */
  readonly same?: readonly unknown[];
  readonly draw: () => SVGTemplateResult;
}

/** A part of the drawing with its own origin, such as one of several rounds. */
export interface Panel {
  readonly at?: Spot;
  readonly kind?: string;
  /** The center of a panel in which marks turn. */
  readonly about?: Spot;
  readonly under?: unknown;
  readonly marks: readonly Mark[];
  readonly over?: unknown;
  /** Returns the mark that is nearest to a place of the panel, where marks are too thin to be hit; null far from all. */
  readonly near?: (at: Spot) => Mark | null;
}

/** A drawing. Lengths are in units, sixteenths of the type size. */
export interface Declared {
  readonly width: number;
  /** The width below which parts of it would not stand beside each other. */
  readonly least?: number;
  /** The width with which names stand level that are upright in a smaller one; none where all are level. */
  readonly level?: number;
  readonly height: number;
  readonly panels: readonly Panel[];
  /** The marks in the order in which keys lead through them; by default as they are drawn. */
  readonly order?: readonly Mark[];
  /** The key of the mark that Tab reaches where the page has chosen none; by default the first. */
  readonly first?: string;
  /** What it is, for a screen reader and for the file. */
  readonly name: string;
  /** What it shows, in words and numbers. */
  readonly told: () => string;
  /** What its keys do, and those that move a mark. */
  readonly keys: string;
  readonly moves?: string;
  readonly kind?: string;
  /** What stands above and below the drawing. */
  readonly above?: unknown;
  readonly below?: unknown;
}

/** What a pointer or the focus is at: a mark by its key, or a number that is written elsewhere. */
export interface Pointer {
  readonly key: string;
  readonly cell: CellPlace;
}

/** Returns what names a cell. */
export const keyOfCell = ({ step, index }: CellPlace): string => `${step}[${index.join()}]`;

/** Returns what names a mark. */
export const keyOf = ({ key, cell }: Mark): string => key ?? keyOfCell(cell);

/** Returns the numbers that a mark opens. */
export const openedBy = ({ opens, cell }: Mark): readonly CellPlace[] => opens ?? [cell];

/** Returns what an arrow key, Home or End leads to in a list; null for other keys. */
export function alongList<Item>(items: readonly Item[], from: Item, key: string): Item | null {
  const at = items.indexOf(from);
  const to: Readonly<Record<string, number>> = {
    ArrowRight: Math.min(items.length - 1, at + 1),
    ArrowDown: Math.min(items.length - 1, at + 1),
    ArrowLeft: Math.max(0, at - 1),
    ArrowUp: Math.max(0, at - 1),
    Home: 0,
    End: items.length - 1,
  };
  return items[to[key] ?? -1] ?? null;
}

/** Returns the mark that a key leads to: along its row, or to the nearest one of the row above or below; null for other keys. */
export function inGrid(marks: readonly Mark[], from: Mark, key: string): Mark | null {
  const [row, column] = from.at ?? [0, 0];
  const rowOf = ({ at }: Mark) => at?.[0] ?? 0;
  if (key !== "ArrowUp" && key !== "ArrowDown")
    return alongList(
      marks.filter((mark) => rowOf(mark) === row),
      from,
      key,
    );
  const sign = key === "ArrowDown" ? 1 : -1;
  const beyond = marks.filter((mark) => sign * (rowOf(mark) - row) > 0);
  const away = (mark: Mark) => Math.abs(rowOf(mark) - row) * 1e6 + Math.abs((mark.at?.[1] ?? 0) - column);
  return beyond.reduce((best, mark) => (best === from || away(mark) < away(best) ? mark : best), from);
}
