/**
 * Rows and columns of a table that change places: each glides from where it was to where it is, one after the other, so that each can be followed, and columns once the
 * rows are there. A table that stands beside another one of its step,
 * with the same names in another order, begins in that order, and stays in it until it is seen.
 */
import { counted } from "./counted.ts";
import { isDragged } from "./dragged.ts";
import { begun, waits } from "./held.ts";
import { EASING, MOVES, SHORT } from "./pace.ts";
import { isStill } from "./still.ts";
import { paceNow } from "./stride.ts";

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
    const came = this.#names === null;
    const before = this.#names ?? this.#other(names);
    this.#names = names;
    // What is computed when its turn comes has its own order from the beginning.
    if (!before || isStill() || isDragged() || waits(this.#host)) return;
    const rows = formerly(names.rows, before.rows);
    const columns = formerly(names.columns, before.columns);
    // A table that came has not been seen in the order in which it begins.
    if (rows || columns) glide(table, rows, columns, came ? SEEN : 0);
    else if (!came && paceNow().duration >= SHORT) arrive(table, names, before);
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

/** Returns the places of what is new beside what was there before, all of which is still there; none where anything else has changed. Pure. */
export function newAmong(now: readonly string[], before: readonly string[]): readonly number[] {
  const [names, others] = [counted(now), counted(before)];
  const found = names.flatMap((name, at) => (others.includes(name) ? [] : at));
  return found.length === names.length - others.length && found.length < names.length ? found : [];
}

/** How long what is new waits, so that its place is seen to be free, in milliseconds, and from how far it comes: from inside the table, which would not fit its room else. */
const FREE = 300;
const NEAR = "-1em";

/** Rows and columns that are new beside those that stay come to their places. */
function arrive(table: HTMLTableElement, now: Names, before: Names): void {
  const lines = [...(table.tHead?.rows ?? []), ...(table.tBodies[0]?.rows ?? [])];
  const body = [...(table.tBodies[0]?.rows ?? [])];
  const across = newAmong(now.columns, before.columns).map((column) =>
    lines.flatMap((line) => line.cells[column + line.cells.length - now.columns.length] ?? []),
  );
  const down = newAmong(now.rows, before.rows).flatMap((row) => body[row] ?? []);
  const timing = { delay: FREE, duration: MOVES, easing: EASING, fill: "backwards" } as const;
  const comes = (element: HTMLElement, from: string) =>
    begun(
      element.animate(
        [
          { opacity: 0, translate: from },
          { opacity: 1, translate: "0 0" },
        ],
        timing,
      ),
    );
  for (const cell of across.flat()) comes(cell, `${NEAR} 0`);
  for (const line of down) comes(line, `0 ${NEAR}`);
}

/** Where something is at a share of its time, and how high it lies above what stays. */
export interface Stop {
  readonly share: number;
  readonly place: number;
  readonly height: number;
}

/** The way of what changes places: when it sets out and how long it is under way, in milliseconds, and its stops. */
export interface Way {
  readonly delay: number;
  readonly duration: number;
  readonly stops: readonly Stop[];
}

/**
 * So few go one after the other, above what stays and the first above the second: below it, they would be cut through. The second sets out when the first is nearly
 * there.
 */
const FEW = 2;
const APART = MOVES / 2;
/** Of more, one after the other is put to its place above the others, which make room: each takes so long, and all together at most so long. */
const PUT = 320;
const LONGEST = 1600;
/** After this share of its time something has risen that sets out at once. */
const RISES = 1e-4;
/** How long a table that came stands in the order in which it begins. */
const SEEN = 700;
/** What is put to its place casts a shadow on what it passes over, above and below a row, on both sides of a column. */
const SHADOW = "0.45em -0.3em color-mix(in srgb, var(--ink) 70%, transparent)";
const LIFTED = {
  rows: `0 0.4em ${SHADOW}, 0 -0.4em ${SHADOW}`,
  columns: `0.4em 0 ${SHADOW}, -0.4em 0 ${SHADOW}`,
};
/** Stops of what goes to its place at once: where it is, where it has risen, and its place. */
const DIRECT = 3;
/** What slows down at its place is there to the eye after this part of its way. */
const NEARLY = 0.6;

const isThereAfter = ({ delay, duration, stops }: Way): number =>
  delay + duration * (stops.length > DIRECT ? 1 : NEARLY);

/** Returns the way of what is now at each place; null for what stays. `before`: where it was. Pure. */
export function waysOf(before: readonly number[]): readonly (Way | null)[] {
  const going = before.flatMap((place, at) => (place === at ? [] : at));
  if (going.length > FEW) return putInTurn(before);
  return before.map((place, at) => {
    if (place === at) return null;
    const turn = going.indexOf(at);
    const [delay, height] = [turn * APART, going.length - turn];
    const stops = [
      { share: 0, place, height: 0 },
      { share: 0, place, height },
      { share: 1, place: at, height },
    ];
    return { delay, duration: MOVES, stops };
  });
}

function putInTurn(before: readonly number[]): readonly (Way | null)[] {
  // What is in each place, by where it is in the end.
  const order = before.map((_, place) => before.indexOf(place));
  const stops = before.map((place): Omit<Stop, "share">[] => [{ place, height: 0 }]);
  const puts = before
    .map((_, at) => at)
    .filter((at) => {
      const from = order.indexOf(at);
      if (from === at) return false;
      order.splice(at, 0, ...order.splice(from, 1));
      for (const [place, which] of order.entries()) {
        const last = stops[which]?.at(-1)?.place ?? place;
        const height = which === at ? 1 : 0;
        // It rises and sinks at once.
        stops[which]?.push({ place: last, height }, { place, height });
      }
      return true;
    });
  const duration = Math.min(LONGEST, PUT * puts.length);
  return stops.map((all) => ({
    ...{ delay: 0, duration },
    // The first stop, and two of each put: at its beginning and at its end.
    stops: all.map((stop, number) => ({ ...stop, share: Math.floor(number / 2) / puts.length })),
  }));
}

interface Going {
  readonly elements: readonly HTMLElement[];
  readonly way: Way | null;
  /** By how many pixels it is moved where it is at a place, across and down. */
  readonly by: (place: number) => readonly [number, number];
}

const CLEAR = "rgba(0, 0, 0, 0)";

/** The ground of what has none of its own, or one that others are seen through, while it moves. */
function groundOf(element: HTMLElement): Readonly<Record<string, string>> {
  const style = getComputedStyle(element);
  const seenThrough = style.backgroundColor === CLEAR || style.getPropertyValue("--solid") !== "";
  return seenThrough ? { backgroundColor: "var(--solid, var(--paper))" } : {};
}

const underWay = new Set<Animation>();

/** Whether rows or columns of any table are changing places. */
export const placesChange = (): boolean => underWay.size > 0;

/** Moves what has another place from where it was, after so many milliseconds. */
function glideEach(all: readonly Going[], along: keyof typeof LIFTED, after: number): void {
  // All is measured before the first begins.
  const going = all.flatMap(({ elements, way, by }) =>
    way ? elements.map((element) => ({ element, way, by, ground: groundOf(element) })) : [],
  );
  for (const { element, way, by, ground } of going) {
    const frames = way.stops.map(({ share, place, height }, at) => ({
      // What is the first to rise does not do so while it waits.
      offset: at === 1 && share === 0 ? RISES : share,
      ...{ easing: EASING, zIndex: String(height), ...ground },
      boxShadow: height > 0 ? LIFTED[along] : "none",
      translate: by(place)
        .map((pixels) => `${pixels}px`)
        .join(" "),
    }));
    const { delay, duration } = way;
    const animation = begun(element.animate(frames, { delay: after + delay, duration, fill: "backwards" }));
    underWay.add(animation);
    for (const end of ["finish", "cancel"]) animation.addEventListener(end, () => underWay.delete(animation));
  }
}

/** Moves rows and columns that have other places from where they were, after so many milliseconds. */
function glide(
  table: HTMLTableElement,
  rows: readonly number[] | null,
  columns: readonly number[] | null,
  after: number,
): void {
  const lines = [...(table.tBodies[0]?.rows ?? [])];
  const tops = lines.map((line) => line.offsetTop);
  const heads = (line: HTMLTableRowElement) => line.cells.length - (columns?.length ?? 0);
  const cellsIn = (line: HTMLTableRowElement) => [...line.cells].slice(heads(line));
  const lefts = columns && lines[0] ? cellsIn(lines[0]).map((cell) => cell.offsetLeft) : [];
  const downward = rows ? waysOf(rows) : [];
  const across = columns ? waysOf(columns) : [];
  const shift = (places: readonly number[], place: number, at: number) => (places[place] ?? 0) - (places[at] ?? 0);
  glideEach(
    lines.map((line, at) => ({
      elements: [line],
      way: downward[at] ?? null,
      by: (place) => [0, shift(tops, place, at)],
    })),
    "rows",
    after,
  );
  if (!columns) return;
  const all = [...(table.tHead?.rows ?? []), ...lines].map(cellsIn);
  glideEach(
    columns.map((_, at) => ({
      elements: all.flatMap((cells) => cells[at] ?? []),
      way: across[at] ?? null,
      by: (place) => [shift(lefts, place, at), 0],
    })),
    "columns",
    after + Math.max(0, ...downward.map((way) => (way ? isThereAfter(way) : 0))),
  );
}
