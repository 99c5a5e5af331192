/** `<attograph-poll>`: a poll with its statements, and the evidence for each. */
import type { PropertyValues } from "lit";
import { property } from "lit/decorators.js";
import type { PollElement } from "../lecture/ag-poll.ts";
import { problemText } from "../lesson/problem-text.ts";
import { openLibrary } from "../library.ts";
import { parsed, readJson } from "./json.ts";
import { entryPlace, PlaceElement, type Where } from "./place.ts";
import { expectKnown, GivenProblem } from "./problem.ts";

export class PollFrame extends PlaceElement {
  /** The id of the poll, where `id` is needed for something else. */
  @property() poll: string | null = null;

  /** Polls of a lecturer, as a property or as JSON, in the place of the library's. Without `poll` the first one is shown. */
  @property({ converter: { fromAttribute: readJson } }) questions: unknown = null;

  protected override readonly asked = ["poll", "questions"];
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

  /** The polls that there are, with how many statements they have, and the id of the one that is shown. */
  async #polls() {
    const { POLLS, bring, readQuestions } = await import("./practice-parts.ts");
    if (this.questions === null) {
      return { polls: POLLS.map(({ id, options }) => ({ id, statements: options.length })), id: this.#name };
    }
    const { polls, problems } = readQuestions(await openLibrary(), parsed("questions", this.questions));
    const [wrong] = problems;
    if (wrong)
      throw new GivenProblem("questions", "given.questions", { place: wrong.path, reason: problemText(wrong) });
    bring(polls);
    const own = polls.map(({ id, statements }) => ({ id, statements: statements.length }));
    return { polls: own, id: this.poll ?? own[0]?.id ?? null };
  }

  /** Which statements hold, and then the evidence for each. */
  override async stops(): Promise<number> {
    try {
      const { polls, id } = await this.#polls();
      const found = polls.find((poll) => poll.id === id);
      return found ? 1 + found.statements : 0;
    } catch {
      return 0;
    }
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const poll = this.renderRoot.querySelector<PollElement>("ag-poll");
    if (poll && poll.stop !== this.stop) poll.stop = this.stop;
  }

  protected override async placeOf(): Promise<Where> {
    const { polls, id } = await this.#polls();
    expectKnown(
      this.poll === null ? "id" : "poll",
      id,
      polls.map((one) => one.id),
    );
    return entryPlace("polls", id);
  }

  protected override told() {
    return { poll: this.where?.practice.id ?? null };
  }
}
