/**
 * What was done is kept on this device, in the browser's own database, one entry for each exercise with its numbers.
 *
 * A store that cannot be read is told, never emptied: an entry that is damaged gives what can still be understood, one that is not understood at all
 * stays where it is, and where there is no store at all, everything lasts until the page is closed.
 */
import { createStore, entries, set, setMany } from "idb-keyval";
import { nameOf, readWork, type Work, type WorkKey } from "./work.ts";
import { newer } from "./work-file.ts";

/** A database that another window keeps locked would never answer. */
const PATIENCE = 3000;

async function soon<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the database does not answer")), PATIENCE);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

type Store = ReturnType<typeof createStore>;

/** A database without the table that is looked for cannot be given one by the library that reads it: then the next name is taken. */
const DATABASES = ["attograph-progress", "attograph-progress-2"];
const TABLE = "works";

export type StoreProblem =
  /** Nothing can be kept. */
  | { readonly code: "not-kept" }
  /** Some entries were damaged, some could not be understood. */
  | { readonly code: "damaged"; readonly damaged: number; readonly unreadable: number };

export class Progress {
  readonly #works = new Map<string, Work>();
  readonly #listeners = new Set<() => void>();
  #store: Store | null = null;
  #problem: StoreProblem | null = null;

  /** Reads what is kept. Never rejects. */
  static async open(): Promise<Progress> {
    const progress = new Progress();
    for (const database of DATABASES) {
      try {
        const store = createStore(database, TABLE);
        progress.#take(await soon(entries(store)));
        progress.#store = store;
        break;
      } catch {
        progress.#problem = { code: "not-kept" };
      }
    }
    return progress;
  }

  #take(kept: readonly [IDBValidKey, unknown][]): void {
    const read = kept.map(([, value]) => readWork(value));
    const damaged = read.filter(({ kind }) => kind === "damaged").length;
    const unreadable = read.filter(({ kind }) => kind === "unreadable").length;
    for (const entry of read) if (entry.kind !== "unreadable") this.#works.set(nameOf(entry.work), entry.work);
    this.#problem = damaged + unreadable > 0 ? { code: "damaged", damaged, unreadable } : null;
  }

  get problem(): StoreProblem | null {
    return this.#problem;
  }

  get works(): readonly Work[] {
    return [...this.#works.values()];
  }

  find(key: WorkKey): Work | null {
    return this.#works.get(nameOf(key)) ?? null;
  }

  keep(work: Work): void {
    this.#works.set(nameOf(work), work);
    this.#write((store) => set(nameOf(work), work, store));
  }

  /** Takes over what is newer than what is here. Answers how much that was. */
  add(works: readonly Work[]): number {
    const taken = newer(this.#works, works);
    for (const work of taken) this.#works.set(nameOf(work), work);
    this.#write((store) =>
      setMany(
        taken.map((work) => [nameOf(work), work]),
        store,
      ),
    );
    for (const listener of this.#listeners) listener();
    return taken.length;
  }

  #write(write: (store: Store) => Promise<void>): void {
    if (!this.#store) return;
    write(this.#store).catch(() => {
      // Full, or taken away: from here on nothing is kept.
      this.#problem = { code: "not-kept" };
      for (const listener of this.#listeners) listener();
    });
  }

  /** `listener` is told when entries came from a file, and when the store fails. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
