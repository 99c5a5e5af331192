/**
 * Tables that come with the answer are filled as they are computed: cell by cell, or row by row where there are more, and what each is computed from is outlined in
 * the tables beside them.
 */
import type { Lab, TraceStep } from "../library.ts";
import { ENTERS, MOVES } from "../motion/pace.ts";
import { cellCount, indexOf, offsetOf } from "../numbers/shape.ts";
import type { Computed, StageRuns } from "../stage/runs.ts";
import type { Setting } from "../stage/stage.ts";
import type { SceneShown } from "./scene.ts";
import type { Rounds } from "./scene-order.ts";

/** Of a table that is filled: how many cells at a time, how long each of these is looked at, and what each is computed from. */
export interface Filling {
  readonly cells: number;
  readonly unit: number;
  /** In milliseconds, as how long its places are seen before the first of them is filled. */
  readonly beat: number;
  readonly lead: number;
  /** By the tables beside it: the cells from which those of each time are computed. */
  readonly lit: ReadonlyMap<SceneShown, readonly (readonly (readonly number[])[])[]>;
}

/** What a moment shows of a table: how many of its cells, by offset, and which of these has come last. */
export interface Told {
  readonly filled: number;
  /** Null where none has come yet. */
  readonly at: number | null;
}

/** A table of which nothing is seen yet but its places. */
export const EMPTY: Told = { filled: 0, at: null };

/** Larger tables are seen at once; up to so many cells are filled one by one. */
const MOST = 64;
const SINGLE = 12;
/** How long the tables of a scene are filled at most, one after the other, and each time in one, in milliseconds. */
const LONGEST = 2000;
const [SHORT_BEAT, LONG_BEAT] = [120, 400];

/** How long a table takes until it is full. */
export const lengthOf = ({ cells, unit, beat, lead }: Filling): number => lead + (cells / unit) * beat;

/** Returns what is shown of a table after so many milliseconds; null for all of it. Pure. */
export function toldAfter({ cells, unit, beat, lead }: Filling, milliseconds: number): Told | null {
  const at = Math.floor((milliseconds - lead) / beat);
  if (at < 0) return EMPTY;
  return at * unit < cells ? { filled: (at + 1) * unit, at } : null;
}

/** Returns the cells of some steps from which a cell is computed, also through others: by the steps, their offsets. */
class Origins {
  readonly #known = new Map<string, ReadonlyMap<string, ReadonlySet<number>>>();

  constructor(
    private readonly lab: Lab,
    private readonly run: Computed,
    private readonly targets: ReadonlySet<string>,
  ) {}

  of(step: string, index: readonly number[]): ReadonlyMap<string, ReadonlySet<number>> {
    const key = `${step} ${index.join()}`;
    const known = this.#known.get(key);
    if (known) return known;
    const found = new Map<string, Set<number>>();
    this.#known.set(key, found);
    const add = (id: string, offset: number) => {
      const cells = found.get(id) ?? new Set();
      found.set(id, cells.add(offset));
    };
    for (const { step: id, index: at } of this.lab.cell(this.run.trace, step, index).terms.flat()) {
      const shape = this.run.steps.get(id)?.shape;
      if (this.targets.has(id) && shape) add(id, offsetOf(shape, at));
      else for (const [other, offsets] of this.of(id, at)) for (const offset of offsets) add(other, offset);
    }
    return found;
  }
}

/** What fillings are found by. */
interface Shown {
  readonly lab: Lab;
  readonly runs: StageRuns;
  readonly answer: Setting;
  readonly shown: readonly SceneShown[];
  readonly rounds: Rounds;
}

/** Returns the tables that are filled with the answer: those that are computed from tables beside them, and those that come after what they are computed from. */
export function fillingsOf({ lab, runs, answer, shown, rounds }: Shown): ReadonlyMap<SceneShown, Filling> {
  const tables = shown.flatMap((one) => {
    const run = runs.found(answer, one.run);
    const step = "table" in one ? run?.steps.get(one.table) : undefined;
    return run && step ? [{ one, run, step, of: one.run ?? runs.main }] : [];
  });
  const found = tables.flatMap(({ one, run, step, of }): [SceneShown, Omit<Filling, "beat">][] => {
    const round = rounds.get(one);
    const cells = cellCount(step.shape);
    if (round === undefined || cells === 0 || cells > MOST || !isFlat(step)) return [];
    const beside = tables.filter((other) => other.one !== one && other.of === of);
    const unit = cells <= SINGLE ? 1 : (step.shape.at(-1) ?? 1);
    const origins = new Origins(lab, run, new Set(beside.map((other) => other.step.id)));
    const read = Array.from({ length: cells }, (_, offset) => origins.of(step.id, indexOf(step.shape, offset)));
    const lit = beside.flatMap((other): [SceneShown, number[][][]][] => {
      const all = cellCount(other.step.shape);
      const times = Array.from({ length: cells / unit }, (_, at) => {
        const own = read.slice(at * unit, (at + 1) * unit).flatMap((cell) => [...(cell.get(other.step.id) ?? [])]);
        return [...new Set(own)];
      });
      // What is read whole each time says nothing.
      if (times.every(({ length }) => length === 0 || length === all)) return [];
      return [[other.one, times.map((offsets) => offsets.map((offset) => indexOf(other.step.shape, offset)))]];
    });
    // What comes first may come while others make room for it.
    const lead = round > 0 ? ENTERS : MOVES;
    return round > 0 || lit.length > 0 ? [[one, { cells, unit, lead, lit: new Map(lit) }]] : [];
  });
  const longest = LONGEST / new Set(found.map(([one]) => rounds.get(one))).size;
  return new Map(
    found.map(([one, filling]) => {
      const beat = longest / (filling.cells / filling.unit);
      return [one, { ...filling, beat: Math.max(SHORT_BEAT, Math.min(LONG_BEAT, beat)) }];
    }),
  );
}

/** Whether a table shows all of a step at once. */
const isFlat = ({ shape }: TraceStep): boolean => shape.slice(0, -2).every((length) => length === 1);
