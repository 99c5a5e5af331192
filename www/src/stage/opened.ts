/** The number of a stage whose arithmetic is open, and the one that is pointed to. */
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import type { CellPlace, PointedNodes } from "../elements/events.ts";
import type { Cell, Lab } from "../library.ts";
import { contains } from "../numbers/shape.ts";
import { t } from "../text.ts";
import type { RunName } from "./controls.ts";
import { isReading } from "./facts.ts";
import type { Computed, StageRuns } from "./runs.ts";
import { settingWith } from "./setting.ts";
import type { Reading, Setting } from "./stage.ts";

/** A cell of a run, or, without a run, of a series. */
export type StageCell = CellPlace & Pick<Reading, "run">;

/** Nodes of a run's graph. */
export type StageNodes = PointedNodes & Pick<Reading, "run">;

/** The runs that are shown, for some values and inputs. */
export interface Shown {
  readonly runs: StageRuns;
  readonly setting: Setting;
}

interface Opened {
  /** In which of the two runs that are compared. */
  readonly in: RunName;
  /** The run that computed it. */
  readonly of: string;
  /** The cell of the series through which it was opened, and the setting of the run whose number it is. */
  readonly series: { readonly cell: CellPlace; readonly over: string; readonly value: number } | null;
  readonly trail: readonly CellPlace[];
}

/** Returns the run whose picture sent an event. */
function runOf({ target }: Event): Pick<Reading, "run"> {
  const of = target instanceof Element ? target.closest<HTMLElement>("figure[data-of]")?.dataset.of : undefined;
  return of === undefined ? {} : { run: of };
}

/** Returns the cell of an event with its run. */
function placed(event: CustomEvent<CellPlace>): StageCell {
  const { step, index } = event.detail;
  return { ...runOf(event), step, index };
}

/** Returns what a cell opens; null for a number that has no arithmetic. */
function openedBy({ runs, setting }: Shown, { run, step, index }: StageCell): Omit<Opened, "in"> | null {
  if (step === "") return null;
  const stage = runs.stageAt(setting);
  const series = stage.series?.find(({ id }) => id === step);
  if (series) {
    const value = series.at[index[0] ?? -1];
    if (value === undefined || !isReading(series.of)) return null;
    const { run: of = runs.main, ...own } = series.of;
    return { of, series: { cell: { step, index }, over: series.over, value }, trail: [own] };
  }
  const of = run ?? Object.keys(stage.runs).find((name) => runs.at(setting, name).steps.has(step));
  return of === undefined ? null : { of, series: null, trail: [{ step, index }] };
}

export class OpenedNumber implements ReactiveController {
  #opened: Opened | null = null;
  #pointed: StageCell | null = null;
  #nodes: StageNodes | null = null;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostConnected(): void {}

  /** Another stage is entered. */
  enter(): void {
    this.#pointed = null;
    this.#nodes = null;
    this.#opened = null;
  }

  get pointed(): StageCell | null {
    return this.#pointed;
  }

  /** What is pointed to in the picture of a graph. */
  get nodes(): StageNodes | null {
    return this.#nodes;
  }

  /** The cell of a run that is open: that of a series, or of one of the stage's runs. */
  selected(run: RunName): StageCell | null {
    const opened = this.#opened;
    if (opened?.in !== run) return null;
    const cell = opened.trail.at(-1);
    return opened.series?.cell ?? (cell ? { run: opened.of, step: cell.step, index: cell.index } : null);
  }

  open(run: RunName, shown: Shown, cell: StageCell): void {
    const opened = openedBy(shown, cell);
    this.#set(opened && { ...opened, in: run });
  }

  /** A picture says what was chosen in it. */
  choose(run: RunName, shown: Shown, event: CustomEvent<CellPlace>): void {
    this.open(run, shown, placed(event));
  }

  readonly close = (): void => this.#set(null);

  /** A picture says what is pointed to. */
  readonly hover = (event: CustomEvent<CellPlace | null>): void => {
    this.#pointed = event.detail?.step ? placed(event as CustomEvent<CellPlace>) : null;
    this.host.requestUpdate();
  };

  /** The picture of a graph says what is pointed to. */
  readonly hoverNodes = (event: CustomEvent<PointedNodes | null>): void => {
    this.#nodes = event.detail && { ...runOf(event), ...event.detail };
    this.host.requestUpdate();
  };

  /** Returns the run of the open number; null where it no longer has a number from which it was opened. */
  #found(run: RunName, { runs, setting }: Shown): (Opened & Computed & { readonly at: Setting }) | null {
    const opened = this.#opened;
    if (opened?.in !== run) return null;
    const { series } = opened;
    const at = series ? settingWith(runs.stage, setting, series.over, series.value) : setting;
    const computed = runs.found(at, opened.of);
    if (!computed) return null;
    const known = opened.trail.every(({ step, index }) => contains(computed.steps.get(step)?.shape ?? [-1], index));
    return known ? { ...opened, ...computed, at } : null;
  }

  /** Returns the open number of a run with its trace; null where none is open. */
  cell(run: RunName, lab: Lab, shown: Shown): { readonly trace: Computed["trace"]; readonly cell: Cell } | null {
    const found = this.#found(run, shown);
    const last = found?.trail.at(-1);
    return found && last ? { trace: found.trace, cell: lab.cell(found.trace, last.step, last.index) } : null;
  }

  /** The arithmetic of the number that is open in a run. */
  arithmetic(run: RunName, lab: Lab, shown: Shown): TemplateResult | typeof nothing {
    const found = this.#found(run, shown);
    const last = found?.trail.at(-1);
    if (!found || !last) return nothing;
    const { of, at, trace, steps, trail } = found;
    const go = (next: readonly CellPlace[]) => this.#set({ in: run, of, series: found.series, trail: next });
    return html`<section
      class="arithmetic"
      data-of=${of}
      aria-label=${t("ui.arithmetic")}
      @ag-open=${({ detail: { step, index } }: CustomEvent<CellPlace>) => go([...trail, { step, index }])}
      @ag-back=${({ detail }: CustomEvent<{ depth: number }>) => go(trail.slice(0, detail.depth + 1))}
    >
      <button type="button" class="close quiet" aria-label=${t("ui.closeInspector")} @click=${this.close}>×</button>
      <ag-inspector
        .trail=${trail}
        .cell=${lab.cell(trace, last.step, last.index)}
        .steps=${steps}
        .labels=${shown.runs.labelsAt(at, of)}
        .text=${t}
      ></ag-inspector>
    </section>`;
  }

  #set(opened: Opened | null): void {
    this.#opened = opened;
    this.host.requestUpdate();
  }
}
