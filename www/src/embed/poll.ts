/** `<attograph-poll>`: a poll with its statements, and the evidence for each. */
import type { PropertyValues } from "lit";
import { property } from "lit/decorators.js";
import type { PollElement } from "../lecture/ag-poll.ts";
import { entryPlace, PlaceElement, type Where } from "./place.ts";
import { expectKnown } from "./problem.ts";

export class PollFrame extends PlaceElement {
  /** The id of the poll, where `id` is needed for something else. */
  @property() poll: string | null = null;

  protected override readonly asked = ["poll"];
  protected override readonly section = "polls";

  override get folds(): readonly string[] {
    return ["evidence"];
  }

  protected override async sheets(): Promise<readonly string[]> {
    return (await import("./practice-sheets.ts")).sheets;
  }

  get #name(): string | null {
    return this.poll ?? (this.id || null);
  }

  /** Which statements hold, and then the evidence for each. */
  override async stops(): Promise<number> {
    const { POLLS } = await import("./practice-parts.ts");
    const found = POLLS.find(({ id }) => id === this.#name);
    return found ? 1 + found.options.length : 0;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const poll = this.renderRoot.querySelector<PollElement>("ag-poll");
    if (poll && poll.stop !== this.stop) poll.stop = this.stop;
  }

  protected override async placeOf(): Promise<Where> {
    const { POLLS } = await import("./practice-parts.ts");
    const [attribute, id] = [this.poll === null ? "id" : "poll", this.#name];
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
