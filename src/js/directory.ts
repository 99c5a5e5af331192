import { reading } from "./errors.js";
import { freeze } from "./plain.js";
import { type Named, unknown, wrongType } from "./refuse.js";

/** The entries of one kind, by id. They are read from the instance once, at first use: all together, or one by one where that is possible. */
export class Directory<Entry extends { readonly id: string }> {
  readonly #kind: Named;
  readonly #read: () => readonly Entry[];
  readonly #readOne: ((id: string) => Entry | undefined) | null;
  #entries: readonly Entry[] | null = null;
  readonly #byId = new Map<unknown, Entry>();

  /** `readOne` is for entries that take long to read all together. */
  constructor(kind: Named, read: () => readonly Entry[], readOne?: (id: string) => Entry | undefined) {
    this.#kind = kind;
    this.#read = read;
    this.#readOne = readOne ?? null;
  }

  /** Returns all entries, frozen, since callers share them. */
  entries(): readonly Entry[] {
    if (!this.#entries) {
      this.#entries = freeze(this.#read());
      for (const entry of this.#entries) this.#byId.set(entry.id, entry);
    }
    return this.#entries;
  }

  /** Returns the entry with an id; throws `unknown-…` if there is none. */
  find(id: unknown): Entry {
    const entry = this.#byId.get(id) ?? this.#found(id);
    if (entry) return entry;
    const kind = this.#kind;
    const article = /^[aeiou]/.test(kind) ? "an" : "a";
    if (typeof id !== "string") throw reading(() => wrongType("id", `the id of ${article} ${kind}`, id));
    throw unknown(
      kind,
      id,
      this.entries().map((entry) => entry.id),
    );
  }

  #found(id: unknown): Entry | undefined {
    if (!this.#readOne || this.#entries) {
      this.entries();
      return this.#byId.get(id);
    }
    const entry = typeof id === "string" ? this.#readOne(id) : undefined;
    if (entry) this.#byId.set(entry.id, freeze(entry));
    return entry;
  }
}
