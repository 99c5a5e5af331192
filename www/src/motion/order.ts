/**
 * Rows and columns of a table that change places: each glides from where it was to where it is, one after the other, so that each can be followed, and columns once the
 * rows are there. What goes first is above what goes later, and what stays is above both: it is read all the time. A table that stands beside another one of its step,
 * with the same names in another order, begins in that order.
 */
import { counted } from "./counted.ts";
import { isDragged } from "./dragged.ts";
import { begun } from "./held.ts";
import { EASING, MOVES } from "./pace.ts";
import { isStill } from "./still.ts";

export interface Names {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
}

/** The tables of a place, in the order in which they came. */
const beside = new WeakMap<Element, Set<TableOrder>>();

/** Returns for each name where it was; null where the names are others, or in the same order. */
function formerly(now: readonly string[], before: readonly string[]): readonly number[] | null {
  const [names, others] = [counted(now), counted(before)];
  const places = names.map((name) => others.indexOf(name));
  const same = names.length !== others.length || places.includes(-1) || places.every((place, at) => place === at);
  return same ? null : places;
}

export class TableOrder {
  readonly #host: HTMLElement;
  #place: Element | null = null;
  #names: Names | null = null;

  constructor(host: HTMLElement) {
    this.#host = host;
  }

  connected(): void {
    this.#place = this.#host.closest("figure")?.parentElement ?? null;
    if (this.#place) beside.set(this.#place, (beside.get(this.#place) ?? new Set()).add(this));
  }

  disconnected(): void {
    if (this.#place) beside.get(this.#place)?.delete(this);
    this.#place = null;
  }

  /** After the table has been painted with these names. */
  shows(names: Names, table: HTMLTableElement): void {
    const before = this.#names ?? this.#other(names);
    this.#names = names;
    if (!before || isStill() || isDragged()) return;
    const rows = formerly(names.rows, before.rows);
    const columns = formerly(names.columns, before.columns);
    if (rows || columns) glide(table, rows, columns);
  }

  /** The names of a table of the same step beside this one that has the same in another order. */
  #other({ rows, columns }: Names): Names | null {
    const others = this.#place ? [...(beside.get(this.#place) ?? [])] : [];
    const { stepId } = this.#host.dataset;
    const found = others.flatMap((other) =>
      other === this || other.#host.dataset.stepId !== stepId ? [] : (other.#names ?? []),
    );
    return found.find((one) => formerly(rows, one.rows) ?? formerly(columns, one.columns)) ?? null;
  }
}

/** When what changes places sets out and how long it is under way, in milliseconds, and how far it lies below what stays. */
export interface Turn {
  readonly delay: number;
  readonly duration: number;
  readonly below: number;
}

/** Between the first that sets out and the last, and at most between one and the next. */
const SPREAD = 750;
const APART = MOVES / 2;
/** How long each is under way: where many go, they are quick, so that few are at once. */
const FEW = 2;
const QUICK = 450;
/** What slows down at its place is there to the eye after this part of its way. */
const NEARLY = 0.6;

/** Returns of each place whose turn it is and when; null for what stays. `before`: where what is there now was. Pure. */
export function turnsOf(before: readonly number[]): readonly (Turn | null)[] {
  const going = before.flatMap((place, at) => (place === at ? [] : at));
  const apart = Math.min(APART, SPREAD / Math.max(1, going.length - 1));
  const duration = going.length > FEW ? QUICK : MOVES;
  return before.map((place, at) => {
    if (place === at) return null;
    const order = going.indexOf(at);
    return { delay: order * apart, duration, below: order + 1 };
  });
}

interface Going {
  readonly elements: readonly HTMLElement[];
  /** By how many pixels it is moved at its beginning, across and down. */
  readonly from: readonly [number, number];
  readonly turn: Turn | null;
}

const CLEAR = "rgba(0, 0, 0, 0)";

/** The ground of what has none of its own, or one that others are seen through, while it moves. */
function groundOf(element: HTMLElement): Readonly<Record<string, string>> {
  const style = getComputedStyle(element);
  const seenThrough = style.backgroundColor === CLEAR || style.getPropertyValue("--solid") !== "";
  return seenThrough ? { backgroundColor: "var(--solid, var(--paper))" } : {};
}

/** Moves what has another place from where it was, after so many milliseconds. */
function glideEach(all: readonly Going[], after: number): void {
  // All is measured before the first begins.
  const going = all.flatMap(({ elements, from, turn }) =>
    turn
      ? elements.map((element) => {
          const look = { zIndex: String(-turn.below), ...groundOf(element) };
          return { element, from, turn, look };
        })
      : [],
  );
  for (const { element, from, turn, look } of going) {
    const frames = [
      { translate: from.map((by) => `${by}px`).join(" "), ...look },
      { translate: "0px 0px", ...look },
    ];
    const { delay, duration } = turn;
    begun(element.animate(frames, { delay: after + delay, duration, easing: EASING, fill: "backwards" }));
  }
}

function glide(table: HTMLTableElement, rows: readonly number[] | null, columns: readonly number[] | null): void {
  const lines = [...(table.tBodies[0]?.rows ?? [])];
  const tops = lines.map((line) => line.offsetTop);
  const heads = (line: HTMLTableRowElement) => line.cells.length - (columns?.length ?? 0);
  const cellsIn = (line: HTMLTableRowElement) => [...line.cells].slice(heads(line));
  const lefts = columns && lines[0] ? cellsIn(lines[0]).map((cell) => cell.offsetLeft) : [];
  const downward = rows ? turnsOf(rows) : [];
  const across = columns ? turnsOf(columns) : [];
  const shift = (places: readonly number[], before: readonly number[], at: number) =>
    (places[before[at] ?? at] ?? 0) - (places[at] ?? 0);
  glideEach(
    lines.map((line, at) => ({
      elements: [line],
      from: [0, rows ? shift(tops, rows, at) : 0],
      turn: downward[at] ?? null,
    })),
    0,
  );
  if (!columns) return;
  const all = [...(table.tHead?.rows ?? []), ...lines].map(cellsIn);
  glideEach(
    columns.map((_, at) => ({
      elements: all.flatMap((cells) => cells[at] ?? []),
      from: [shift(lefts, columns, at), 0],
      turn: across[at] ?? null,
    })),
    Math.max(0, ...downward.map((turn) => (turn ? turn.delay + NEARLY * turn.duration : 0))),
  );
}
