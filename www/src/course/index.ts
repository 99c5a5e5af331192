/** The pages of the units. */
import "../../styles/course.css";
import "../../styles/hands.css";
import "../../styles/opening.css";
import "../../styles/section.css";
import "../../styles/strip.css";
import "../../styles/where.css";
import "../elements/inspector.ts";
import "./ag-scene.ts";
import { html } from "lit";
import { UNITS } from "../../units/index.ts";
import { loadBackward } from "../lesson/backward-door.ts";
import { loadPicture } from "../pictures/draw.ts";
import type { SectionPages } from "../section-pages.ts";
import { kindsOf } from "../stage/figures.ts";
import { algorithmsOf, StageRuns } from "../stage/runs.ts";
import { readSetting } from "../stage/written.ts";
import { algorithmAddress, sceneAddress, sceneStepsAddress } from "../state/addresses.ts";
import type { Practice, View } from "../state/state.ts";
import { t } from "../text.ts";
import { accepted, type Whole } from "../whole/whole.ts";
import { openingOf } from "./opening-picture.ts";
import type { Scene, Unit } from "./scene.ts";
import { END, pageBeside } from "./scene-bar.ts";
import { sceneLesson } from "./scene-lesson.ts";
import { sceneNotes } from "./scene-notes.ts";
import { settingOf, stageOf } from "./scene-stage.ts";

const unitOf = (id: string | null): Unit | null => UNITS.get(id);

function sceneOf({ id, scene }: Practice): Scene | null {
  return unitOf(id)?.scenes.find((one) => one.id === scene) ?? null;
}

/** The scene that is shown, or whose picture the unit's first page shows; on paper all scenes of the unit. */
function scenesOf(practice: Practice, view: View): readonly Scene[] {
  const unit = unitOf(practice.id);
  if (!unit) return [];
  if (view === "print") return unit.scenes;
  const scene = sceneOf(practice) ?? ((practice.scene ?? null) === null ? openingOf(unit)?.scene : undefined);
  return scene ? [scene] : [];
}

/** The networks that the course is about. Scenes do without them. */
let wholes: readonly Whole[] = [];

const goesBack = (scene: Scene): boolean =>
  Object.values(stageOf(scene).runs).some(({ gradient }) => gradient !== undefined);

export const pages: SectionPages = {
  /** The list of units is above the course, since it shows how far a reader is in all of them. */
  prepare: async (practice) => {
    const { id, scene = null } = practice;
    if (scene === null) ({ WHOLES: wholes } = await import("../../wholes/index.ts"));
    await (UNITS.has(id) ? UNITS.open(id) : import("../cards/ag-units.ts"));
    // The first page of a unit, or its last.
    if (UNITS.has(id) && !sceneOf(practice)) await import("./ag-unit.ts");
  },

  algorithmsOf: (practice, view) => [
    ...new Set(
      practice.id === null
        ? wholes.flatMap(({ stage }) => algorithmsOf(stage))
        : scenesOf(practice, view).flatMap((scene) => algorithmsOf(stageOf(scene))),
    ),
  ],

  textsOf: ({ id, scene = null }) => [
    ...(UNITS.has(id) ? [`units/${id}`] : []),
    ...(scene === null ? ["whole"] : []),
    ...(unitOf(id)?.scenes.some(goesBack) ? ["backward"] : []),
  ],

  /** The pictures of the scenes, and what writes the formulas of gradients. */
  ready: (practice, view) => {
    const scenes = scenesOf(practice, view);
    const pictures = scenes.flatMap(({ shown }) => kindsOf(shown)).map(loadPicture);
    return Promise.allSettled([...pictures, scenes.some(goesBack) && loadBackward()]);
  },

  exists: (id) => UNITS.has(id),

  settle(practice) {
    if ((practice.scene ?? null) === null || practice.scene === END || sceneOf(practice)) return null;
    return { ...practice, scene: null, solution: false, steps: false };
  },

  lessonOf(lab, practice) {
    const [unit, scene] = [unitOf(practice.id), sceneOf(practice)];
    return practice.steps && unit && scene ? sceneLesson(lab, unit, scene) : null;
  },

  title(practice) {
    if (practice.id === null) return t("ui.units");
    const scene = sceneOf(practice);
    const unit = t(`units.${practice.id}.title`);
    return scene ? `${t(`units.${practice.id}.scenes.${scene.id}.title`)} · ${unit}` : unit;
  },

  presentable: ({ id }) => id !== null,

  printable: ({ id }) => id !== null,

  /** Back to the scene from its steps, and on to the page of its algorithm. */
  links(practice) {
    const scene = sceneOf(practice);
    if (!practice.id || !scene) return html``;
    return html`<nav class="parts" aria-label=${t("ui.parts")}>
      <a href=${sceneAddress(practice.id, scene.id, { answer: true })}>${t("course.toScene")}</a>
      <a href=${sceneStepsAddress(practice.id, scene.id)} aria-current="page">${t("course.steps")}</a>
      <a href=${algorithmAddress(scene.algorithm)}>${t("course.ownNumbers")}</a>
    </nav>`;
  },

  notes(lab, practice) {
    const [unit, scene] = [unitOf(practice.id), sceneOf(practice)];
    if (!unit) return { say: [], next: null };
    const words = (one: Scene) => `units.${unit.id}.scenes.${one.id}`;
    const beside = pageBeside(unit, practice.scene ?? null, 1);
    const following = unit.scenes.find(({ id }) => id === beside);
    const next = following ? t(`${words(following)}.title`) : beside === END ? t("course.ending") : null;
    return { say: scene ? sceneNotes(lab, scene, words(scene)) : [], next };
  },

  /** A clicker first shows the answer of a scene that is presented, then goes on. */
  after(practice, command, presenting) {
    const unit = unitOf(practice.id);
    if (!unit) return null;
    const scene = sceneOf(practice);
    if (command === "answer") return scene ? { ...practice, solution: !practice.solution } : null;
    if (command === "next" && presenting && scene && !practice.solution) return { ...practice, solution: true };
    const beside = pageBeside(unit, practice.scene ?? null, command === "next" ? 1 : -1);
    return beside === undefined ? null : { ...practice, scene: beside, solution: false };
  },

  accepts(lab, practice, changes) {
    const scene = sceneOf(practice);
    if (scene) return readSetting(new StageRuns(lab, stageOf(scene)), changes, settingOf(scene, "start")) !== null;
    return practice.id === null && accepted(wholes, changes);
  },

  view({ lab, practice, language, shown, changes, change }) {
    const unit = unitOf(practice.id);
    const scene = sceneOf(practice);
    if (!unit)
      return html`<ag-units .lab=${lab} .changes=${changes} .change=${change} .language=${language}></ag-units>`;
    if (shown === "print")
      return html`<ag-unit-handout .lab=${lab} .unit=${unit} .language=${language}></ag-unit-handout>`;
    if (!scene) {
      const page = practice.scene === END ? "end" : "opening";
      return html`<ag-unit .lab=${lab} .unit=${unit} .wholes=${wholes} .page=${page} .language=${language}></ag-unit>`;
    }
    return html`<ag-scene .lab=${lab} .unit=${unit} .scene=${scene} .answer=${practice.solution} .shown=${shown} .changes=${changes} .change=${change} .language=${language}></ag-scene>`;
  },
};
