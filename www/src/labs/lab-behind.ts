/**
 * What is shown of a lab while its controls are moved: a state is shown once its runs are computed, at once where that is soon done, and else in several tasks,
 * between which the page answers. The last state stays until then.
 */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { readFacts } from "../stage/facts.ts";
import { SOON, type StageRuns } from "../stage/runs.ts";
import type { Setting, Shown } from "../stage/stage.ts";
import type { LabState } from "./lab-state.ts";

/** What a lab is read from: its runs, and the settings of a state, the same objects each time. */
export interface Behind {
  readonly runs: StageRuns;
  readonly settingsOf: (state: LabState) => readonly Setting[];
}

/** The runs of a picture, or of a table. */
const runsOf = (one: Shown, main: string): readonly string[] => [
  one.run ?? main,
  ...("beside" in one ? (one.beside ?? []) : []),
  ...("scale" in one && one.scale ? [one.scale.run] : []),
];

/** Computes everything that is shown of a setting. */
function computeAll(runs: StageRuns, setting: Setting): void {
  const { shown, graph } = runs.stageAt(setting);
  for (const name of new Set(shown.flatMap((one) => runsOf(one, runs.main)))) {
    if (graph) runs.graphAt(setting, name);
    runs.at(setting, name);
  }
  if (graph) runs.graphAt(setting);
  readFacts(runs, setting);
}

export class LabBehind implements ReactiveController {
  #shown: LabState | null = null;
  #wanted: LabState | null = null;
  /** What is being computed: it is shown before anything later is begun. */
  #next: LabState | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly behind: () => Behind,
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#next = null;
  }

  /** The state that is shown. */
  get state(): LabState | null {
    return this.#shown;
  }

  /** Shows a state at once. */
  show(state: LabState): void {
    clearTimeout(this.#timer);
    this.#next = null;
    this.#wanted = state;
    this.#shown = state;
    this.host.requestUpdate();
  }

  /** Shows a state as soon as its runs are computed. */
  follow(state: LabState): void {
    this.#wanted = state;
    if (!this.#next) this.#go();
  }

  #go(): void {
    const next = this.#next ?? this.#wanted;
    if (!next) return;
    if (this.#isComputed(next)) {
      this.#next = null;
      this.#shown = next;
      this.host.requestUpdate();
      if (this.#wanted === next) return;
    } else this.#next = next;
    this.#timer = setTimeout(() => this.#go());
  }

  #isComputed(state: LabState): boolean {
    const { runs, settingsOf } = this.behind();
    const read = () => {
      for (const setting of settingsOf(state)) computeAll(runs, setting);
    };
    try {
      return runs.once(read, SOON) !== null;
    } catch {
      // What the library refuses is said where it would be shown.
      return true;
    }
  }
}
