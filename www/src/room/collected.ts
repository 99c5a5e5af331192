/** The votes on one poll that a lecturer has collected, one for each voter, kept on this device. */

import { collectedKey } from "../lecture/kept.ts";
import { CHOICES, type Choices } from "../lecture/poll-answers.ts";
import { remember, remembered } from "../state/preferences.ts";
import { type CodedPoll, type FoundCode, findCodes } from "./code.ts";

/** How the choices are written where they are kept. */
const LETTERS = "hfc";

/** What became of the codes of a text. */
export interface Collection {
  readonly added: number;
  /** Votes that replaced an earlier one of the same voter. */
  readonly changed: number;
  /** Votes that were there already. */
  readonly doubled: number;
  /** Votes on other polls, which are collected on their pages. */
  readonly others: number;
  readonly bad: readonly Extract<FoundCode, { kind: "bad" }>[];
}

export class Collected {
  readonly #poll: CodedPoll;
  readonly #polls: readonly CodedPoll[];
  #votes = new Map<string, string>();

  constructor(poll: CodedPoll, polls: readonly CodedPoll[]) {
    this.#poll = poll;
    this.#polls = polls;
    this.read();
  }

  /** The name of its entry in the browser's storage. */
  get key(): string {
    return collectedKey(this.#poll.id);
  }

  get count(): number {
    return this.#votes.size;
  }

  /** Reads what is kept; what was kept damaged is left out. */
  read(): void {
    const { options } = this.#poll;
    const form = new RegExp(`^([0-9A-HJKMNP-TV-Z]{6}) ([${LETTERS}-]{${options.length}})$`);
    const lines = (remembered(this.key) ?? "").split("\n").map((line) => form.exec(line));
    this.#votes = new Map(lines.flatMap((line) => (line ? [[line[1], line[2]] as [string, string]] : [])));
  }

  /** Collects every code of a text. */
  take(text: string): Collection {
    const counts = { added: 0, changed: 0, doubled: 0, others: 0 };
    const bad: Extract<FoundCode, { kind: "bad" }>[] = [];
    for (const found of findCodes(text, this.#polls)) {
      if (found.kind === "bad") bad.push(found);
      else if (found.poll !== this.#poll.id) counts.others += 1;
      else counts[this.#cast(found.voter, found.answers)] += 1;
    }
    remember(this.key, [...this.#votes].map((vote) => vote.join(" ")).join("\n"));
    return { ...counts, bad };
  }

  #cast(voter: string, answers: Choices): "added" | "changed" | "doubled" {
    const letters = this.#poll.options
      .map((option) => {
        const choice = answers[option];
        return (choice && LETTERS[CHOICES.indexOf(choice)]) ?? "-";
      })
      .join("");
    const before = this.#votes.get(voter);
    this.#votes.set(voter, letters);
    return before === undefined ? "added" : before === letters ? "doubled" : "changed";
  }

  clear(): void {
    this.#votes.clear();
    remember(this.key, "");
  }

  /** How often each choice was made, for each statement, in the order of `CHOICES`. */
  tally(): readonly (readonly number[])[] {
    const all = [...this.#votes.values()];
    return this.#poll.options.map((_, place) =>
      [...LETTERS].map((letter) => all.filter((letters) => letters[place] === letter).length),
    );
  }
}
