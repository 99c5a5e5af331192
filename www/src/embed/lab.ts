/** `<attograph-lab-hash>` and the like: a lab, in a state that an address of the page may name. */
import { property } from "lit/decorators.js";
import { EXAMPLE_IDS } from "../../examples/index.ts";
import { LABS } from "../../labs/index.ts";
import { decodePlace } from "../state/link.ts";
import { entryPlace, PlaceElement, type Where } from "./place.ts";
import { AttributeProblem, GivenProblem } from "./problem.ts";

/** The base of a class for each lab. */
export abstract class LabFrame extends PlaceElement {
  abstract readonly lab: string;
  /** The address of the lab on the page in some state, of which only what follows `#` is read. */
  @property() state: string | null = null;

  protected override readonly asked = ["state"];
  protected override readonly section = "labs";

  protected override async sheets(): Promise<readonly string[]> {
    return (await import("./lab-sheets.ts")).sheets;
  }

  protected override async placeOf(): Promise<Where> {
    await import("./lab-parts.ts");
    const start = entryPlace("labs", this.lab);
    if (this.state === null) return start;
    const { place, problem } = decodePlace(this.state.slice(Math.max(0, this.state.indexOf("#"))), EXAMPLE_IDS);
    if (problem !== null || place.practice?.id !== this.lab)
      throw new AttributeProblem("state", this.state, [`#/labs/${this.lab}?…`]);
    return { ...start, changes: place.changes };
  }

  protected override refuse(): never {
    throw new GivenProblem("state", "lab.state", { lab: this.lab });
  }

  protected override told() {
    return { lab: this.lab, changes: this.where?.changes ?? {} };
  }
}

/** Returns a class for each lab, by the name of its element. */
export function labFrames(): ReadonlyMap<string, CustomElementConstructor> {
  return new Map(
    LABS.ids.map((id) => [
      `attograph-lab-${id}`,
      class extends LabFrame {
        override readonly lab = id;
      },
    ]),
  );
}
