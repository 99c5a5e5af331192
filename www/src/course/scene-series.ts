/** The curves of a scene over one of its controls: few runs, computed once, when they are first drawn. */
import type { TraceStep } from "../library.ts";
import type { StageRuns } from "../stage/runs.ts";
import { type Collected, cursorsOf, seriesNumberOrNone, seriesSteps } from "../stage/series.ts";
import type { Setting } from "../stage/stage.ts";
import { t } from "../text.ts";

export interface SceneSeries {
  readonly steps: readonly TraceStep[];
  /** Where their cursors are, by the name of their axis. */
  readonly cursors: Readonly<Record<string, number>>;
}

const NONE: SceneSeries = { steps: [], cursors: {} };

const known = new WeakMap<StageRuns, ReadonlyMap<string, Collected>>();

/** Returns the numbers of a setting's curves, which do not depend on the controls that they run over. */
function collected(runs: StageRuns, { values, inputs }: Setting): Collected {
  const { series = [] } = runs.stage;
  const over = new Set(series.map((one) => one.over));
  const key = JSON.stringify([Object.entries(values).filter(([control]) => !over.has(control)), inputs]);
  const before = known.get(runs)?.get(key);
  if (before) return before;
  const found = new Map(
    series.map((one) => [one.id, one.at.map((value) => seriesNumberOrNone(runs, { values, inputs }, one, value))]),
  );
  known.set(runs, new Map([[key, found]]));
  return found;
}

/** Returns the curves of a scene as steps that pictures draw; `words` is the key of its texts. */
export function sceneSeries({
  runs,
  setting,
  words,
}: {
  readonly runs: StageRuns;
  readonly setting: Setting;
  readonly words: string;
}): SceneSeries {
  const { stage } = runs;
  if (!stage.series) return NONE;
  const control = (id: string) => t(`${words}.controls.${id}`);
  const names = { control, series: (id: string) => t(`${words}.series.${id}`) };
  return {
    steps: seriesSteps(stage, collected(runs, setting), names),
    cursors: cursorsOf(stage, setting.values, control),
  };
}
