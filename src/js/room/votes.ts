/** The votes of a room: one for each voter and poll, which a later one replaces. */
import { type Answers, CHOICES, type Choice } from "./messages.js";

/** How a file writes a choice; a statement without an answer is a hyphen. */
const LETTERS: Readonly<Record<Choice, string>> = { holds: "h", fails: "f", contested: "c" };

/** Writes answers as one letter for each statement, in order. */
export const writeAnswers = (options: readonly string[], answers: Answers): string =>
  options.map((option) => (Object.hasOwn(answers, option) ? LETTERS[answers[option] as Choice] : "-")).join("");

/** Reads what {@link writeAnswers} wrote. */
export function readLetters(options: readonly string[], letters: string): Answers {
  const entries = options.flatMap((option, place) => {
    const choice = CHOICES.find((one) => LETTERS[one] === letters[place]);
    return choice ? [[option, choice] as const] : [];
  });
  return Object.fromEntries(entries);
}

export class Votes {
  readonly #polls = new Map<string, Map<string, string>>();

  #of(poll: string): Map<string, string> {
    const known = this.#polls.get(poll) ?? new Map<string, string>();
    this.#polls.set(poll, known);
    return known;
  }

  cast(poll: string, voter: string, letters: string): void {
    this.#of(poll).set(voter, letters);
  }

  find(poll: string, voter: string): string | undefined {
    return this.#polls.get(poll)?.get(voter);
  }

  clear(poll: string): void {
    this.#polls.delete(poll);
  }

  /** How many voted on a poll. */
  count(poll: string): number {
    return this.#polls.get(poll)?.size ?? 0;
  }

  /** For each statement how often each choice was made, in the order of {@link CHOICES}. */
  tally(poll: string, statements: number): number[][] {
    const counts = Array.from({ length: statements }, () => CHOICES.map(() => 0));
    for (const letters of this.#polls.get(poll)?.values() ?? []) {
      for (const [place, row] of counts.entries()) {
        const choice = CHOICES.findIndex((one) => LETTERS[one] === letters[place]);
        if (choice >= 0) row[choice] = (row[choice] ?? 0) + 1;
      }
    }
    return counts;
  }

  /** Every vote: poll, voter and letters. */
  *[Symbol.iterator](): Generator<[poll: string, voter: string, letters: string]> {
    for (const [poll, votes] of this.#polls) for (const [voter, letters] of votes) yield [poll, voter, letters];
  }
}
