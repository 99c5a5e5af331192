/**
 * Curves over a control: the numbers of many runs, each computed in a task of its own while the page is at rest, so that no drag waits for them. Until the last one is
 * there, the curves are those of before.
 */
import { Collecting } from "../stage/collecting.ts";
import type { StageRuns } from "../stage/runs.ts";
import type { Collected } from "../stage/series.ts";
import type { Series, Setting } from "../stage/stage.ts";

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
    const collecting = new Collecting(this.#runs, setting, series);
    const next = () => {
      const found = collecting.go();
      if (found) this.#done(found);
      // Between two runs the page answers.
      else this.#timer = setTimeout(next);
    };
    next();
  }
}
