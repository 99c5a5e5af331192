/** `<attograph-poll>`: a poll with its statements, and the evidence for each. */
import { property } from "lit/decorators.js";
import { entryPlace, PlaceElement, type Where } from "./place.ts";
import { expectKnown } from "./problem.ts";

export class PollFrame extends PlaceElement {
  /** The id of the poll, where `id` is needed for something else. */
  @property() poll: string | null = null;

  protected override readonly asked = ["poll"];
  protected override readonly section = "polls";

  protected override async sheets(): Promise<readonly string[]> {
    return (await import("./practice-sheets.ts")).sheets;
  }

  protected override async placeOf(): Promise<Where> {
    const { POLLS } = await import("./practice-parts.ts");
    const { poll } = this;
    const [attribute, id] = poll === null ? (["id", this.id || null] as const) : (["poll", poll] as const);
    expectKnown(
      attribute,
      id,
      POLLS.map((one) => one.id),
    );
    return entryPlace("polls", id);
  }

  protected override told() {
    return { poll: this.where?.practice.id ?? null };
  }
}
