import { AttographError, reading } from "./errors.js";
import { freeze } from "./freeze.js";
import type { Machine } from "./machine.js";
import { wrongType } from "./refuse.js";

/** What a directory knows of one id. */
export interface Home<Entry> {
  readonly entry: Entry;
  /** The file that has it. */
  readonly machine: Machine;
}

/** Everything of one kind that the files have, by id: which file has what is nobody's business outside. Each file is asked once, when it is first needed. */
export class Directory<Entry extends { readonly id: string }> {
  readonly #kind: string;
  readonly #machines: readonly Machine[];
  readonly #read: (machine: Machine) => readonly Entry[];
  #homes: ReadonlyMap<string, Home<Entry>> | null = null;
  #entries: readonly Entry[] | null = null;

  constructor(kind: string, machines: readonly Machine[], read: (machine: Machine) => readonly Entry[]) {
    this.#kind = kind;
    this.#machines = machines;
    this.#read = read;
  }

  /** All of them. They are handed out and read again, so nobody may change them. */
  entries(): readonly Entry[] {
    this.#entries ??= freeze(Array.from(this.#all().values(), ({ entry }) => entry));
    return this.#entries;
  }

  /** Throws `unknown-…` where no file has it. */
  find(id: unknown): Home<Entry> {
    const home = this.#all().get(id as string);
    if (home) return home;
    const kind = this.#kind;
    const article = /^[aeiou]/.test(kind) ? "an" : "a";
    if (typeof id !== "string") throw reading(() => wrongType("id", `the id of ${article} ${kind}`, id));
    throw new AttographError(`unknown-${kind}`, `there is no ${kind} \`${id}\``, { id });
  }

  #all(): ReadonlyMap<string, Home<Entry>> {
    if (this.#homes) return this.#homes;
    const homes = new Map<string, Home<Entry>>();
    for (const machine of this.#machines) {
      // Of two files that have it, the first.
      for (const entry of this.#read(machine)) if (!homes.has(entry.id)) homes.set(entry.id, { entry, machine });
    }
    this.#homes = homes;
    return homes;
  }
}
