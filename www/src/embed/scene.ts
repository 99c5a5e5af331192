/** `<attograph-scene>`: a scene of a unit; without a scene, the unit from its first page on. */
import { property } from "lit/decorators.js";
import { UNITS } from "../../units/index.ts";
import type { Practice } from "../state/state.ts";
import { entryPlace, PlaceElement, type Where } from "./place.ts";
import { expectKnown } from "./problem.ts";

export class SceneFrame extends PlaceElement {
  /** The id of the unit, such as `self-attention`. */
  @property() lesson: string | null = null;
  @property() scene: string | null = null;
  /** Whether the answer is shown. */
  @property({ type: Boolean, reflect: true }) answer: boolean = false;
  /** Whether there is a bar with the other scenes of the unit. */
  @property({ type: Boolean, reflect: true }) bar: boolean = false;

  protected override readonly asked = ["lesson", "scene", "answer", "stop"];
  protected override readonly section = "units";

  override get folds(): readonly string[] {
    return ["captions", "controls", "options"];
  }

  protected override async sheets(): Promise<readonly string[]> {
    return (await import("./scene-sheets.ts")).sheets;
  }

  protected override async placeOf(): Promise<Where> {
    await import("./scene-parts.ts");
    const { lesson, scene } = this;
    expectKnown("lesson", lesson, UNITS.ids);
    const unit = await UNITS.open(lesson);
    const scenes = unit?.scenes.map(({ id }) => id) ?? [];
    if (scene !== null) expectKnown("scene", scene, scenes);
    return entryPlace("units", lesson, { scene, solution: this.answer || this.stop > 0 });
  }

  /** The answer, where the element does not begin with it. */
  override async stops(): Promise<number> {
    return this.answer || this.scene === null ? 0 : 1;
  }

  protected override admits(_practice: Practice): boolean {
    return true;
  }

  protected override told() {
    const { id, scene = null, solution } = this.where?.practice ?? {};
    return { lesson: id ?? null, scene, answer: solution ?? false };
  }
}
