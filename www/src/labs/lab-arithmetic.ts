/** The arithmetic of a number of a lab: of a run that is shown, or of one whose result is a point of a curve. */
import { html, nothing, type TemplateResult } from "lit";
import type { LabCell, LabSpec } from "../../labs/lab.ts";
import type { CellPlace } from "../elements/events.ts";
import type { Lab, TraceStep } from "../library.ts";
import { labelOf } from "../numbers/labels.ts";
import { contains } from "../numbers/shape.ts";
import { t } from "../text.ts";
import type { RunName } from "./lab-numbers.ts";
import type { LabRuns, Setting } from "./lab-runs.ts";
import { settingAt } from "./lab-series.ts";

export interface Opened {
  /** In which of the two runs that are compared. */
  readonly run: RunName;
  /** The run of the lab that computed it. */
  readonly of: string;
  /** The cell of the series through which it was opened, and the value of its control there. */
  readonly shown: CellPlace | null;
  readonly value: number | null;
  readonly trail: readonly CellPlace[];
}

/** Returns the cell that is shown as open: that of a series, or of a run. */
export function cellOf({ of, shown, trail }: Opened): CellPlace | LabCell | null {
  const cell = trail.at(-1);
  return shown ?? (cell ? { run: of, step: cell.step, index: cell.index } : null);
}

/** Returns the cell of an event with the run whose picture sent it. */
export function placed({ target, detail }: CustomEvent<CellPlace>): CellPlace | LabCell {
  const of = target instanceof Element ? target.closest<HTMLElement>("figure[data-of]")?.dataset.of : undefined;
  return of === undefined ? detail : { run: of, step: detail.step, index: detail.index };
}

/** Returns what a cell of a picture opens; null for a number that has no arithmetic. */
export function openedBy(
  spec: LabSpec,
  runs: LabRuns,
  setting: Setting,
  cell: CellPlace | LabCell,
): Omit<Opened, "run"> | null {
  const { step, index } = cell;
  if (step === "") return null;
  const series = spec.series?.find(({ id }) => id === step);
  if (series) {
    const value = series.at[index[0] ?? -1];
    if (value === undefined || "estimate" in series.of) return null;
    const { run, ...own } = series.of;
    return { of: run, shown: { step, index }, value, trail: [own] };
  }
  if ("run" in cell) return { of: cell.run, shown: null, value: null, trail: [{ step, index }] };
  const of = Object.keys(spec.runs).find((name) => runs.at(setting, name).steps.has(step));
  return of === undefined ? null : { of, shown: null, value: null, trail: [{ step, index }] };
}

export interface ArithmeticView {
  readonly lab: Lab;
  readonly spec: LabSpec;
  readonly runs: LabRuns;
  readonly setting: Setting;
  readonly opened: Opened;
  readonly go: (trail: readonly CellPlace[]) => void;
  readonly close: () => void;
}

export function arithmeticOf(view: ArithmeticView): TemplateResult | typeof nothing {
  const { spec, runs, opened, go, close } = view;
  const series = spec.series?.find(({ id }) => id === opened.shown?.step);
  const setting = series && opened.value !== null ? settingAt(spec, view.setting, series, opened.value) : view.setting;
  const { trace, steps } = runs.at(setting, opened.of);
  // A number that the run no longer has is closed with all that was opened from it.
  const trail = opened.trail.filter(({ step, index }) => contains(steps.get(step)?.shape ?? [-1], index));
  const cell = trail.at(-1);
  if (!cell || trail.length < opened.trail.length) return nothing;
  const rules = runs.labelsAt(setting, opened.of);
  const labels = (step: TraceStep, axis: number, position: number) => labelOf(rules, step.axes[axis], position);
  return html`<section
    class="scene-arithmetic"
    data-of=${opened.of}
    aria-label=${t("ui.arithmetic")}
    @ag-open=${(event: CustomEvent<CellPlace>) => go([...trail, { step: event.detail.step, index: event.detail.index }])}
    @ag-back=${(event: CustomEvent<{ depth: number }>) => go(trail.slice(0, event.detail.depth + 1))}
  >
    <button type="button" class="close quiet" aria-label=${t("ui.closeInspector")} @click=${close}>×</button>
    <ag-inspector
      .trail=${trail}
      .cell=${view.lab.cell(trace, cell.step, cell.index)}
      .steps=${steps}
      .labels=${labels}
      .text=${t}
    ></ag-inspector>
  </section>`;
}
