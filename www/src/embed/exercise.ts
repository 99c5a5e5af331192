/** `<attograph-exercise>`: an exercise, marked while it is filled in. */
import { property } from "lit/decorators.js";
import { type Lab, openLibrary } from "../library.ts";
import { DIFFICULTIES, type Difficulty, LARGEST_SEED, readSeed } from "../state/state.ts";
import { readJson } from "./json.ts";
import { entryPlace, PlaceElement, type Where } from "./place.ts";
import { AttributeProblem, expectKnown, RefusedRun } from "./problem.ts";

export class ExerciseFrame extends PlaceElement {
  /** The id of the exercise, where `id` is needed for something else. */
  @property() exercise: string | null = null;
  @property() seed: string | null = null;
  @property() difficulty: string | null = null;
  /** Inputs in the place of drawn ones, as plain data or as JSON. */
  @property({ converter: { fromAttribute: readJson } }) inputs: unknown = null;
  /** The names of what these inputs count: a list of words for each axis. */
  @property({ converter: { fromAttribute: readJson } }) names: unknown = null;

  protected override readonly asked = ["exercise", "seed", "difficulty", "inputs", "names"];
  protected override readonly section = "exercises";

  protected override async sheets(): Promise<readonly string[]> {
    return (await import("./practice-sheets.ts")).sheets;
  }

  protected override async placeOf(): Promise<Where> {
    const { EXERCISES } = await import("./practice-parts.ts");
    const { exercise } = this;
    const [attribute, id] = exercise === null ? (["id", this.id || null] as const) : (["exercise", exercise] as const);
    expectKnown(
      attribute,
      id,
      EXERCISES.map((one) => one.id),
    );
    if (this.difficulty !== null) expectKnown("difficulty", this.difficulty, DIFFICULTIES);
    const seed = readSeed(this.seed ?? "1");
    if (seed === null) throw new AttributeProblem("seed", this.seed, [`0 … ${LARGEST_SEED}`]);
    const place = entryPlace("exercises", id, { difficulty: (this.difficulty ?? "easy") as Difficulty });
    if (this.inputs === null && this.names === null) return { ...place, seed };
    const { readOwn } = await import("./exercise-inputs.ts");
    const changes = readOwn(await openLibrary(), { id, difficulty: place.practice.difficulty, seed }, this);
    return { ...place, seed, changes };
  }

  protected override async refuse(lab: Lab, { practice, seed, changes }: Where): Promise<void> {
    const { refusalOf } = await import("./practice-parts.ts");
    const problem = refusalOf(lab, practice, seed, changes);
    if (problem) throw new RefusedRun(problem);
  }

  protected override told() {
    const { practice, seed } = this.where ?? {};
    return { exercise: practice?.id ?? null, difficulty: practice?.difficulty ?? "easy", seed: seed ?? null };
  }
}
