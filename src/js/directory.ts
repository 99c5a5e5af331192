import { reading } from "./errors.js";
import { freeze } from "./freeze.js";
import { refusal, wrongType } from "./refuse.js";

/** What a directory lists. */
type Kind = "algorithm" | "exercise" | "erratum" | "poll";

/** The entries of one kind, by id. They are read from the instance once, at first use. */
export class Directory<Entry extends { readonly id: string }> {
  readonly #kind: Kind;
  readonly #read: () => readonly Entry[];
  #entries: readonly Entry[] | null = null;
  #byId: ReadonlyMap<unknown, Entry> = new Map();

  constructor(kind: Kind, read: () => readonly Entry[]) {
    this.#kind = kind;
    this.#read = read;
  }

  /** Returns all entries, frozen, since callers share them. */
  entries(): readonly Entry[] {
    if (!this.#entries) {
      this.#entries = freeze(this.#read());
      this.#byId = new Map(this.#entries.map((entry) => [entry.id, entry]));
    }
    return this.#entries;
  }

  /** Returns the entry with an id; throws `unknown-…` if there is none. */
  find(id: unknown): Entry {
    this.entries();
    const entry = this.#byId.get(id);
    if (entry) return entry;
    const kind = this.#kind;
    const article = /^[aeiou]/.test(kind) ? "an" : "a";
    if (typeof id !== "string") throw reading(() => wrongType("id", `the id of ${article} ${kind}`, id));
    throw refusal(`unknown-${kind}`, { id });
  }
}
