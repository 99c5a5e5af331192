/** The curves of a lab's runs: what is collected of each, and whose are still those of another setting. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { RunName } from "../stage/controls.ts";
import type { StageRuns } from "../stage/runs.ts";
import type { Collected } from "../stage/series.ts";
import type { Setting } from "../stage/stage.ts";
import { SeriesCollector } from "./lab-series.ts";

const NOTHING: Collected = new Map();

export class LabCurves implements ReactiveController {
  #collectors: Readonly<Partial<Record<RunName, SeriesCollector>>> = {};
  readonly #collected = new Map<RunName, Collected>();
  readonly #stale = new Set<RunName>();

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostDisconnected(): void {
    for (const collector of Object.values(this.#collectors)) collector.stop();
  }

  /** Another lab is entered. */
  enter(runs: StageRuns): void {
    this.hostDisconnected();
    this.#collected.clear();
    this.#stale.clear();
    const collector = (name: RunName) =>
      new SeriesCollector(runs, (found) => {
        this.#collected.set(name, found);
        this.#stale.delete(name);
        this.host.requestUpdate();
      });
    this.#collectors = { one: collector("one"), other: collector("other") };
  }

  /** Collects the curves of the runs that are shown, where they are not those of before. */
  ask(settings: readonly (readonly [RunName, Setting])[]): void {
    for (const [name, setting] of settings) {
      if (this.#collectors[name]?.ask(setting) !== false || this.#stale.has(name)) continue;
      this.#stale.add(name);
      this.host.requestUpdate();
    }
  }

  /** The curves of a run, and whether they are those of another setting. */
  of(name: RunName): { readonly collected: Collected; readonly stale: boolean } {
    return { collected: this.#collected.get(name) ?? NOTHING, stale: this.#stale.has(name) };
  }
}
