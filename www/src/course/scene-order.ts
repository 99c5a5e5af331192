/**
 * In which order the figures of a scene change with the answer: first what is changed, then what is computed from it, as the run has it. A figure that draws a step
 * which reads, through whatever lies between, a step that another one draws of the same run changes after that, in the next round. Pure.
 */
import type { TraceStep } from "../library.ts";
import { stepsOf } from "../stage/figures.ts";
import type { StageRuns } from "../stage/runs.ts";
import type { Setting } from "../stage/stage.ts";
import type { Scene, SceneShown } from "./scene.ts";

/** The round in which each figure changes, counted from 0; those that do not are not among them. */
export type Rounds = ReadonlyMap<SceneShown, number>;

interface Drawn {
  readonly of: string;
  readonly steps: readonly TraceStep[];
  /** All steps that these read, also through others. */
  readonly read: ReadonlySet<string>;
}

/** Returns the steps that some steps of a run read, and that these read, and so on. */
function readBy(steps: readonly TraceStep[], all: ReadonlyMap<string, TraceStep>): ReadonlySet<string> {
  const found = new Set<string>();
  const due = [...steps];
  for (let step = due.pop(); step; step = due.pop())
    for (const { step: id } of step.reads) {
      const other = all.get(id);
      if (!other || found.has(id)) continue;
      found.add(id);
      due.push(other);
    }
  return found;
}

function drawnBy(one: SceneShown, runs: StageRuns, setting: Setting): Drawn | null {
  const of = one.run ?? runs.main;
  const run = runs.found(setting, of);
  if (!run) return null;
  const steps = stepsOf(one, run);
  return { of, steps, read: readBy(steps, run.steps) };
}

const isAlike = (one: TraceStep, other: TraceStep | undefined) =>
  one === other || (one.data.length === other?.data.length && one.data.every((value, at) => value === other.data[at]));

/** Whether a figure shows other numbers than before. */
function changes(before: Drawn | null, after: Drawn | null): boolean {
  if (!before || !after || before.steps.length !== after.steps.length) return before !== after;
  return after.steps.some((step, at) => !isAlike(step, before.steps[at]));
}

/** Whether the controls of a scene go to the answer at once: where they go through stops, all that follows from these changes along. */
const goAtOnce = ({ controls = [] }: Scene) =>
  controls.every((control) => control.kind === "choice" && (control.passes ?? []).length === 0);

/** Returns the round in which each figure of a scene changes on its way from what was asked to the answer. */
export function roundsOf(scene: Scene, runs: StageRuns, start: Setting, answer: Setting): Rounds {
  const comes = scene.shown.filter(({ when }) => when === "after");
  const stays = goAtOnce(scene) ? scene.shown.filter(({ when }) => when === undefined) : [];
  const all =
    comes.length > 0 ? comes : stays.filter((one) => changes(drawnBy(one, runs, start), drawnBy(one, runs, answer)));
  const drawn = new Map(all.map((one) => [one, drawnBy(one, runs, answer)]));
  const isAfter = (one: SceneShown, other: SceneShown): boolean => {
    if (one === other) return false;
    // What a scene says goes before what its run has.
    if (one.follows !== undefined) return other.caption === one.follows;
    if (other.follows !== undefined && other.follows === one.caption) return false;
    const [own, others] = [drawn.get(one), drawn.get(other)];
    if (!own || !others || own.of !== others.of) return false;
    // A picture of a step comes once the table that stands before it has been read.
    const isOfTable = "picture" in one && "table" in other && all.indexOf(other) < all.indexOf(one);
    return others.steps.some((step) => own.read.has(step.id) || (isOfTable && own.steps.includes(step)));
  };
  const rounds = new Map<SceneShown, number>();
  const roundOf = (one: SceneShown): number => {
    const known = rounds.get(one);
    if (known !== undefined) return known;
    rounds.set(one, 0);
    const round = Math.max(0, ...all.filter((other) => isAfter(one, other)).map((other) => roundOf(other) + 1));
    rounds.set(one, round);
    return round;
  };
  for (const one of all) roundOf(one);
  return rounds;
}
