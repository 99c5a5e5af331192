/**
 * What was done is kept on this device, in the browser's own database, one entry for each exercise with its numbers. Several windows may work on one
 * exercise: an entry is merged cell by cell with what the database holds, never written over it, and the other windows are notified.
 *
 * A store that cannot be read is told, never emptied: an entry that is damaged gives what can still be understood, one that is not understood at all
 * stays where it is, and where there is no store at all, everything lasts until the page is closed.
 */
import { createStore, entries, get, update } from "idb-keyval";
import { differences, merge, nameOf, readWork, type Work, type WorkKey } from "./work.ts";

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

/** On this channel each window names the entries that it has written. */
const CHANNEL = "attograph-progress";

/** Null where windows cannot talk to each other; they still merge when they write. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return null;
  }
}

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
  #channel: BroadcastChannel | null = null;

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
    if (progress.#store) {
      progress.#channel = openChannel();
      progress.#channel?.addEventListener("message", ({ data }) => void progress.#readAgain(data));
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
    const known = this.#works.get(nameOf(work));
    this.#works.set(nameOf(work), known ? merge(known, work) : work);
    this.#write(work);
  }

  /** Merges entries with those that are here. Returns how many that changed. */
  add(works: readonly Work[]): number {
    const taken = works.filter((work) => this.#takeIn(work));
    for (const work of taken) this.#write(work);
    this.#notify();
    return taken.length;
  }

  /** Merges an entry with the one that is here. Returns whether that changed any cell, hint or count. */
  #takeIn(work: Work): boolean {
    const name = nameOf(work);
    const known = this.#works.get(name);
    const merged = known ? merge(known, work) : work;
    if (known && isSame(known, merged)) return false;
    this.#works.set(name, merged);
    return true;
  }

  /** Merges an entry into the database in one transaction, and tells the other windows. */
  #write(work: Work): void {
    const store = this.#store;
    if (!store) return;
    const name = nameOf(work);
    let merged = work;
    const mergeKept = (kept: unknown): Work => {
      const read = readWork(kept);
      merged = read.kind === "unreadable" ? work : merge(read.work, work);
      return merged;
    };
    update(name, mergeKept, store).then(
      () => {
        this.#channel?.postMessage(name);
        if (this.#takeIn(merged)) this.#notify();
      },
      () => {
        // Full, or taken away: from here on nothing is kept.
        this.#problem = { code: "not-kept" };
        this.#notify();
      },
    );
  }

  /** Takes in what another window has written. */
  async #readAgain(name: unknown): Promise<void> {
    if (!this.#store || typeof name !== "string") return;
    const kept = await get(name, this.#store).catch(() => undefined);
    const read = readWork(kept);
    if (read.kind !== "unreadable" && this.#takeIn(read.work)) this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Calls `listener` when entries came from a file or from another window, and when the store fails. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Whether two versions say the same of every cell, and of how far the work is. */
function isSame(one: Work, other: Work): boolean {
  const { right, asked, at, hints } = other;
  const sameHints = Object.entries(hints).every(([step, taken]) => one.hints[step] === taken);
  return differences(one, other) === 0 && sameHints && one.right === right && one.asked === asked && one.at === at;
}
