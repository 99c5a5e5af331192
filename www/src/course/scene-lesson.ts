/** The run of a scene as a lesson: every step of it in the player, every number with its arithmetic. */

import { askedOf } from "../lesson/asked.ts";
import type { Lesson } from "../lesson/lesson.ts";
import type { Lab, TraceStep } from "../library.ts";
import { isReading } from "../stage/facts.ts";
import { StageRuns } from "../stage/runs.ts";
import type { Scene, Unit } from "./scene.ts";
import { settingOf, stageOf } from "./scene-stage.ts";

const known = new Map<string, Lesson>();

/** The first of the scene's facts that is a number of the step, or else the step's first cell. */
function cellOf(scene: Scene, { id, shape }: TraceStep): readonly number[] {
  const facts = Object.values(scene.facts).filter(isReading);
  const found = facts.find(({ step, run, at }) => step === id && run === undefined && at === undefined);
  return found?.index ?? shape.map(() => 0);
}

/** Returns the lesson on the scene's own run as its answer shows it, opened at the step that the scene is about; the same one each time, so that its trace is kept. */
export function sceneLesson(lab: Lab, unit: Unit, scene: Scene): Lesson {
  const key = `units/${unit.id}/${scene.id}`;
  const before = known.get(key);
  if (before) return before;
  const runs = new StageRuns(lab, stageOf(scene));
  const setting = settingOf(scene, "answer");
  const { own: inputs, asked: gradient } = askedOf(runs.inputsAt(setting), scene.gradient ?? {});
  const step = runs.at(setting).steps.get(scene.links.step ?? "");
  const lesson: Lesson = {
    algorithm: scene.algorithm,
    inputs,
    labels: scene.labels,
    fixed: true,
    ...(scene.gradient && { gradient }),
    ...(scene.graph === undefined ? {} : { graph: scene.graph }),
    ...(step === undefined ? {} : { start: { step: step.id, cell: cellOf(scene, step) } }),
  };
  known.set(key, lesson);
  return lesson;
}
