/**
 * Curves over a control: the numbers of many runs, computed one after the other while the page is at rest, so that no drag waits for them. Until the last one is
 * there, the curves are those of before.
 */
import type { TraceStep } from "../library.ts";
import { factAt } from "../stage/facts.ts";
import type { StageRuns } from "../stage/runs.ts";
import { settingWith } from "../stage/setting.ts";
import type { Series, Setting, Stage } from "../stage/stage.ts";

/** Nothing is computed until nothing has changed for so long, in milliseconds. */
const REST = 140;

/** Returns the series that a setting has; none where the library refuses it. */
function seriesOf(runs: StageRuns, setting: Setting): readonly Series[] {
  try {
    return runs.stageAt(setting).series ?? [];
  } catch {
    return [];
  }
}

/** The numbers of each series, by its id. */
export type Collected = ReadonlyMap<string, readonly number[]>;

/** Returns the number of a series for a value of its control. Throws the library's error. */
export function seriesNumber(runs: StageRuns, setting: Setting, { over, of }: Series, value: number): number {
  const there = settingWith(runs.stage, setting, over, value);
  return "estimate" in of ? runs.operations(there, of.estimate) : factAt(runs, there, of);
}

export class SeriesCollector {
  readonly #runs: StageRuns;
  readonly #done: (collected: Collected) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = "";

  constructor(runs: StageRuns, done: (collected: Collected) => void) {
    this.#runs = runs;
    this.#done = done;
  }

  /** Collects the curves of a setting, soon. Returns whether they are those that were asked for before. */
  ask(setting: Setting): boolean {
    const key = JSON.stringify(setting);
    if (key === this.#asked) return true;
    this.#asked = key;
    this.stop();
    const series = seriesOf(this.#runs, setting);
    if (series.length === 0) return true;
    this.#timer = setTimeout(() => this.#collect(setting, series), REST);
    return false;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #collect(setting: Setting, series: readonly Series[]): void {
    const left = series.flatMap((one) => one.at.map((value) => ({ one, value })));
    const found = new Map<string, number[]>(series.map(({ id }) => [id, []]));
    const next = () => {
      const job = left.shift();
      if (!job) {
        this.#done(found);
        return;
      }
      found.get(job.one.id)?.push(this.#numberAt(setting, job.one, job.value));
      // Between two runs the page answers.
      this.#timer = setTimeout(next);
    };
    next();
  }

  /** Returns a number of a series; none where the library refuses the run. */
  #numberAt(setting: Setting, series: Series, value: number): number {
    try {
      return seriesNumber(this.#runs, setting, series, value);
    } catch {
      return Number.NaN;
    }
  }
}

/** The names of series and controls. */
export interface SeriesNames {
  readonly series: (id: string) => string;
  readonly control: (id: string) => string;
}

/** Returns the steps that pictures draw: the numbers of each series, and its places. The axis is called as the control. */
export function seriesSteps({ series = [] }: Stage, collected: Collected, names: SeriesNames): TraceStep[] {
  return series.flatMap(({ id, over, at }) => {
    const axis = names.control(over);
    const data = collected.get(id);
    return data ? [stepOf(id, axis, data, names.series(id)), stepOf(`${id}.places`, axis, at, axis)] : [];
  });
}

function stepOf(id: string, axis: string, data: readonly number[], symbol: string): TraceStep {
  return {
    id,
    axes: [axis],
    shape: [data.length],
    data: Float64Array.from(data),
    symbol,
    op: "given",
  } as unknown as TraceStep;
}
