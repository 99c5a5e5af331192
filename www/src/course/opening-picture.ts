/** The picture on the first page of a unit: what one of its scenes shows before its answer, in the numbers of that scene's run. */
import { html, nothing, type TemplateResult } from "lit";
import type { Lab } from "../library.ts";
import { StageRuns } from "../stage/runs.ts";
import type { Shown } from "../stage/stage.ts";
import { go, sceneAddress } from "../state/addresses.ts";
import { sceneFacts } from "./answers.ts";
import type { Scene, Unit } from "./scene.ts";
import { sceneFigures } from "./scene-figures.ts";
import { settingOf, stageOf } from "./scene-stage.ts";

export interface Opening {
  readonly scene: Scene;
  readonly shown: Shown;
}

/** Returns the picture that a unit opens with: that of the scene that the unit names, else of its first one with a picture before the answer. */
export function openingOf({ opening, scenes }: Unit): Opening | null {
  for (const scene of scenes) {
    if (opening !== undefined && scene.id !== opening) continue;
    const shown = scene.shown.find((one) => "picture" in one && one.when !== "after");
    if (shown) return { scene, shown };
  }
  return null;
}

/** Draws the picture. What is chosen in it leads to its scene. */
export function openingPicture(lab: Lab, unit: Unit): TemplateResult | typeof nothing {
  const opening = openingOf(unit);
  if (!opening) return nothing;
  const { scene, shown } = opening;
  const runs = new StageRuns(lab, stageOf(scene));
  const lead = (event: Event) => {
    if (event.currentTarget) go(event.currentTarget, sceneAddress(unit.id, scene.id));
  };
  return html`<div class="unit-picture" data-of=${scene.id} @ag-select=${lead}>${sceneFigures({
    ...{
      scene,
      runs,
      setting: settingOf(scene, "start"),
      facts: sceneFacts(scene, runs),
      answered: false,
      shown: [shown],
    },
    words: `units.${unit.id}.scenes.${scene.id}`,
  })}</div>`;
}
