/**
 * The curves of a scene over one of its controls: few runs, computed when they are first drawn. Where another control changes them, they are drawn at once if that is
 * soon done; else they stay those of before until the others are computed in several tasks, between which the page answers.
 */
import type { TraceStep } from "../library.ts";
import { Collecting } from "../stage/collecting.ts";
import { SOON, type StageRuns } from "../stage/runs.ts";
import { type Collected, cursorsOf, seriesSteps } from "../stage/series.ts";
import type { Setting } from "../stage/stage.ts";
import { t } from "../text.ts";

export interface SceneSeries {
  readonly steps: readonly TraceStep[];
  /** Where their cursors are, by the name of their axis. */
  readonly cursors: Readonly<Record<string, number>>;
}

const NONE: SceneSeries = { steps: [], cursors: {} };

/** The curves that are drawn, and those that are asked for, by what they depend on. */
interface Curves {
  drawn: { readonly key: string; readonly collected: Collected } | null;
  wanted: { readonly key: string; readonly collecting: Collecting } | null;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const curvesOf = new WeakMap<StageRuns, Curves>();

/** Returns what a setting's curves depend on: all but the controls that they run over. */
function keyOf({ stage: { series = [] } }: StageRuns, { values, inputs }: Setting): string {
  const over = new Set(series.map((one) => one.over));
  return JSON.stringify([Object.entries(values).filter(([control]) => !over.has(control)), inputs]);
}

/** Returns the curves to draw for a setting: its own, or those of before, if its own take longer; `again` draws once these are there. */
function collected(runs: StageRuns, setting: Setting, again: () => void): Collected {
  const curves = curvesOf.get(runs) ?? { drawn: null, wanted: null, timer: undefined };
  curvesOf.set(runs, curves);
  const key = keyOf(runs, setting);
  if (curves.drawn?.key === key) {
    clearTimeout(curves.timer);
    curves.wanted = null;
    return curves.drawn.collected;
  }
  // What is being computed is drawn before anything later is begun, so that the curves follow a drag.
  if (curves.drawn && curves.wanted) return curves.drawn.collected;
  const collecting = new Collecting(runs, setting, runs.stage.series ?? []);
  const found = collecting.go(curves.drawn ? SOON : Number.POSITIVE_INFINITY);
  if (found) {
    curves.drawn = { key, collected: found };
    return found;
  }
  curves.wanted = { key, collecting };
  goOn(curves, again);
  return curves.drawn?.collected ?? new Map();
}

/** Computes what is wanted in further tasks. */
function goOn(curves: Curves, again: () => void): void {
  curves.timer = setTimeout(() => {
    const { wanted } = curves;
    const found = wanted?.collecting.go(SOON);
    if (wanted && found) {
      curves.drawn = { key: wanted.key, collected: found };
      curves.wanted = null;
      again();
    } else if (wanted) goOn(curves, again);
  });
}

/** Returns the curves of a scene as steps that pictures draw; `words` is the key of its texts, `again` draws the scene again. */
export function sceneSeries({
  runs,
  setting,
  words,
  again,
}: {
  readonly runs: StageRuns;
  readonly setting: Setting;
  readonly words: string;
  readonly again: () => void;
}): SceneSeries {
  const { stage } = runs;
  if (!stage.series) return NONE;
  const control = (id: string) => t(`${words}.controls.${id}`);
  const names = { control, series: (id: string) => t(`${words}.series.${id}`) };
  return {
    steps: seriesSteps(stage, collected(runs, setting, again), names),
    cursors: cursorsOf(stage, setting.values, control),
  };
}
