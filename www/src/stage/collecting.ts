/** The numbers of curves over a control, computed run by run, in as many tasks as it takes. */
import { factAt } from "./facts.ts";
import type { StageRuns } from "./runs.ts";
import { type Collected, orNone } from "./series.ts";
import { settingWith } from "./setting.ts";
import type { Series, Setting } from "./stage.ts";

export class Collecting {
  readonly #runs: StageRuns;
  readonly #found: ReadonlyMap<string, number[]>;
  /** The setting of a number is the same object until the number is there, so that no input of its runs is made twice. */
  readonly #left: { readonly one: Series; readonly at: Setting }[];

  constructor(runs: StageRuns, setting: Setting, series: readonly Series[]) {
    this.#runs = runs;
    this.#found = new Map(series.map(({ id }) => [id, []]));
    this.#left = series.flatMap((one) =>
      one.at.map((value) => ({ one, at: settingWith(runs.stage, setting, one.over, value) })),
    );
  }

  /** Computes one run, and others only as long as it has taken less than so many milliseconds. Returns all numbers once the last one is there, before that null. */
  go(milliseconds = 0): Collected | null {
    const until = performance.now() + milliseconds;
    for (let job = this.#left[0]; job; job = this.#left[0]) {
      const { one, at } = job;
      const number = orNone(() => this.#runs.once(() => factAt(this.#runs, at, one.of))?.found ?? null);
      // Where a number takes more than one task, the next one goes on.
      if (number !== null) {
        this.#found.get(one.id)?.push(number);
        this.#left.shift();
      }
      if (this.#left.length > 0 && performance.now() >= until) return null;
    }
    return this.#found;
  }
}
