/**
 * Rows and columns of a table that change places: each glides from where it was to where it is. A table that stands beside another one with the same names in
 * another order begins in that order.
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

  /** The names of a table beside this one that has the same in another order. */
  #other({ rows, columns }: Names): Names | null {
    const others = this.#place ? [...(beside.get(this.#place) ?? [])] : [];
    const found = others.flatMap((other) => (other === this ? [] : (other.#names ?? [])));
    return found.find((one) => formerly(rows, one.rows) ?? formerly(columns, one.columns)) ?? null;
  }
}

function glide(table: HTMLTableElement, rows: readonly number[] | null, columns: readonly number[] | null): void {
  const lines = [...(table.tBodies[0]?.rows ?? [])];
  const tops = lines.map((line) => line.offsetTop);
  const heads = (line: HTMLTableRowElement) => line.cells.length - (columns?.length ?? 0);
  const lefts = columns && lines[0] ? [...lines[0].cells].slice(heads(lines[0])).map((cell) => cell.offsetLeft) : [];
  for (const [at, line] of lines.entries()) {
    const down = rows ? (tops[rows[at] ?? at] ?? 0) - (tops[at] ?? 0) : 0;
    if (down !== 0) begun(line.animate([{ translate: `0 ${down}px`, offset: 0 }], { duration: MOVES, easing: EASING }));
  }
  if (!columns) return;
  for (const line of [...(table.tHead?.rows ?? []), ...lines]) {
    for (const [at, cell] of [...line.cells].slice(heads(line)).entries()) {
      const across = (lefts[columns[at] ?? at] ?? 0) - (lefts[at] ?? 0);
      if (across !== 0)
        begun(cell.animate([{ translate: `${across}px 0`, offset: 0 }], { duration: MOVES, easing: EASING }));
    }
  }
}
