import { AttographError, reading } from "./errors.js";
import { freeze } from "./freeze.js";
import { wrongType } from "./refuse.js";

/** Everything of one kind that the library has, by id. The library is asked once, when it is first needed. */
export class Directory<Entry extends { readonly id: string }> {
  readonly #kind: string;
  readonly #read: () => readonly Entry[];
  #entries: readonly Entry[] | null = null;
  #byId: ReadonlyMap<unknown, Entry> = new Map();

  constructor(kind: string, read: () => readonly Entry[]) {
    this.#kind = kind;
    this.#read = read;
  }

  /** All of them. They are handed out and read again, so nobody may change them. */
  entries(): readonly Entry[] {
    if (!this.#entries) {
      this.#entries = freeze(this.#read());
      this.#byId = new Map(this.#entries.map((entry) => [entry.id, entry]));
    }
    return this.#entries;
  }

  /** Throws `unknown-…` where there is none. */
  find(id: unknown): Entry {
    this.entries();
    const entry = this.#byId.get(id);
    if (entry) return entry;
    const kind = this.#kind;
    const article = /^[aeiou]/.test(kind) ? "an" : "a";
    if (typeof id !== "string") throw reading(() => wrongType("id", `the id of ${article} ${kind}`, id));
    throw new AttographError(`unknown-${kind}`, `there is no ${kind} \`${id}\``, { id });
  }
}
