/**
 * Curves over a control: the numbers of many runs, computed one after the other while the page is at rest, so that no drag waits for them. Until the last one is
 * there, the curves are those of before.
 */
import type { LabSeries, LabSpec } from "../../labs/lab.ts";
import { NOWHERE } from "../elements/graph-spots.ts";
import type { TraceStep } from "../library.ts";
import type { LabRuns, Setting } from "./lab-runs.ts";
import { withValue } from "./lab-state.ts";

/** Nothing is computed until nothing has changed for so long, in milliseconds. */
const REST = 140;

/** Returns the series that a setting has; none where the library refuses it. */
function seriesOf(runs: LabRuns, setting: Setting): readonly LabSeries[] {
  try {
    return runs.specAt(setting).series ?? [];
  } catch {
    return [];
  }
}

/** The numbers of each series, by its id. */
export type Collected = ReadonlyMap<string, readonly number[]>;

/** Returns the setting of one place of a series. */
export function settingAt(spec: LabSpec, { values, inputs }: Setting, { over }: LabSeries, value: number): Setting {
  return withValue(spec, { values, inputs, spots: NOWHERE, other: null }, over, value);
}

export class SeriesCollector {
  readonly #spec: LabSpec;
  readonly #runs: LabRuns;
  readonly #done: (collected: Collected) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = "";

  constructor(spec: LabSpec, runs: LabRuns, done: (collected: Collected) => void) {
    this.#spec = spec;
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

  #collect(setting: Setting, series: readonly LabSeries[]): void {
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
  #numberAt(setting: Setting, series: LabSeries, value: number): number {
    const there = settingAt(this.#spec, setting, series, value);
    try {
      return "estimate" in series.of
        ? this.#runs.operations(there, series.of.estimate)
        : this.#runs.number(there, series.of);
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
export function seriesSteps({ series = [] }: LabSpec, collected: Collected, names: SeriesNames): TraceStep[] {
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
