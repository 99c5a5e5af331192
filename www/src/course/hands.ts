/** What a room has voted on the question of a scene: raised hands that a lecturer counts, kept on this device, and the same in all windows of it. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import * as v from "valibot";
import { remember, remembered } from "../state/preferences.ts";
import { StoredElsewhere } from "../state/stored-elsewhere.ts";
import type { Guess } from "./answers.ts";

/** More hands than these are in no room. */
const MOST = 100_000;

const stored = v.record(v.string(), v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MOST)));

/** The name of a vote: the option, the number, or the positions of the cell. */
export const voteOf = (guess: Guess): string => (Array.isArray(guess) ? guess.join(",") : String(guess));

/** Returns the vote with a name, as a question of a kind has it. */
export function guessOfVote(kind: "choose" | "number" | "cell", vote: string): Guess {
  return kind === "choose" ? vote : kind === "number" ? Number(vote) : vote.split(",").map(Number);
}

export type Votes = ReadonlyMap<string, number>;

function read(key: string): Votes {
  try {
    const votes = v.parse(stored, JSON.parse(remembered(key) ?? "{}"));
    return new Map(Object.entries(votes).filter(([, count]) => count > 0));
  } catch {
    // What was kept damaged is left out.
    return new Map();
  }
}

export class Hands implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #place: () => string;
  #key = "";
  #votes: Votes = new Map();
  /** Whether hands are counted, though none has been raised yet. */
  #begun = false;

  /** `place` names the scene whose votes these are. */
  constructor(host: ReactiveControllerHost, place: () => string) {
    this.#host = host;
    this.#place = place;
    host.addController(this);
    const reread = () => {
      this.#votes = read(this.#key);
    };
    new StoredElsewhere(host, () => this.#key, reread);
  }

  hostUpdate(): void {
    const key = `attograph.hands.${this.#place()}`;
    if (key === this.#key) return;
    this.#key = key;
    this.#begun = false;
    this.#votes = read(key);
  }

  get votes(): Votes {
    return this.#votes;
  }

  get counting(): boolean {
    return this.#begun || this.#votes.size > 0;
  }

  begin(): void {
    this.#begun = true;
    this.#host.requestUpdate();
  }

  /** Sets how many voted so. */
  set(vote: string, count: number): void {
    const whole = Math.max(0, Math.min(MOST, Math.round(count)));
    const others = [...this.#votes].filter(([name]) => name !== vote);
    this.#votes = new Map(whole > 0 ? [...others, [vote, whole]] : others);
    // With the last hand gone, counting goes on.
    this.#begun = true;
    remember(this.#key, JSON.stringify(Object.fromEntries(this.#votes)));
    this.#host.requestUpdate();
  }

  add(vote: string): void {
    this.set(vote, (this.#votes.get(vote) ?? 0) + 1);
  }

  clear(): void {
    this.#votes = new Map();
    this.#begun = false;
    remember(this.#key, "{}");
    this.#host.requestUpdate();
  }
}
