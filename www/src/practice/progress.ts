/**
 * Stores progress on this device, in the browser's database, one entry for each exercise and seed. Several windows may work on one exercise: an entry
 * is merged cell by cell with the stored one, which it never overwrites, and the other windows are notified.
 *
 * A store that cannot be read is reported, never emptied: of a damaged entry the readable part is used, an unreadable entry is left unchanged, and
 * without a store progress lasts until the page is closed.
 */
import { createStore, entries, get, update } from "idb-keyval";
import { differences, merge, nameOf, type ReadWork, readWork, type Work, type WorkKey } from "./work.ts";

/** A timeout, since a database that another window keeps locked never responds. */
const PATIENCE = 3000;

async function soon<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the database does not answer")), PATIENCE);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

type Store = ReturnType<typeof createStore>;

/** The library cannot add the table to a database without it: the next name is used instead. */
const DATABASES = ["attograph-progress", "attograph-progress-2"];
const TABLE = "works";

/** On this channel each window sends the keys of the entries that it has written. */
const CHANNEL = "attograph-progress";

/**
 * What is on its way to the database stands under this name and its own as well, until it is there: a page that is left in between would lose it, since a
 * database is written after a while, and this at once.
 */
const PENDING = "attograph-pending:";

/** Keeps an entry that is not in the database yet, and returns what drops it again, unless a later version took its place. */
function holdPending(name: string, work: Work): () => void {
  const text = JSON.stringify(work);
  try {
    localStorage.setItem(PENDING + name, text);
  } catch {
    return () => {};
  }
  return () => {
    if (localStorage.getItem(PENDING + name) === text) localStorage.removeItem(PENDING + name);
  };
}

/** Reads an entry of the browser's storage, which anything may have written. */
function readPending(text: string | null): ReadWork {
  try {
    return readWork(JSON.parse(text ?? "null"));
  } catch {
    return { kind: "unreadable" };
  }
}

/** Reads the entries that did not reach the database before the page was left. An unreadable one stays where it is. */
function pendingWorks(): ReadWork[] {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PENDING));
    return names.map((name) => readPending(localStorage.getItem(name)));
  } catch {
    return [];
  }
}

/** Null where channels are not available; windows still merge when they write. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return null;
  }
}

export type StoreProblem =
  /** Nothing can be stored. */
  | { readonly code: "not-kept" }
  /** The numbers of damaged and of unreadable entries. */
  | { readonly code: "damaged"; readonly damaged: number; readonly unreadable: number };

export class Progress {
  readonly #works = new Map<string, Work>();
  readonly #listeners = new Set<() => void>();
  #store: Store | null = null;
  #problem: StoreProblem | null = null;
  #channel: BroadcastChannel | null = null;

  /** Reads the store. Never rejects. */
  static async open(): Promise<Progress> {
    const progress = new Progress();
    for (const database of DATABASES) {
      try {
        const store = createStore(database, TABLE);
        const kept = await soon(entries(store));
        progress.#store = store;
        progress.#take(kept.map(([, value]) => readWork(value)));
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

  /** Takes what was stored, and then what was on its way to the store. */
  #take(kept: readonly ReadWork[]): void {
    const pending = pendingWorks();
    const count = (kind: ReadWork["kind"]) => [...kept, ...pending].filter((entry) => entry.kind === kind).length;
    const [damaged, unreadable] = [count("damaged"), count("unreadable")];
    this.#problem = damaged + unreadable > 0 ? { code: "damaged", damaged, unreadable } : null;
    for (const work of legibleOf(kept)) this.#works.set(nameOf(work), work);
    this.add(legibleOf(pending));
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

  /** Merges entries into those in memory. Returns the number of changed entries. */
  add(works: readonly Work[]): number {
    const taken = works.filter((work) => this.#takeIn(work));
    for (const work of taken) this.#write(work);
    this.#notify();
    return taken.length;
  }

  /** Merges an entry into the one in memory. Returns whether that changed any cell, hint or count. */
  #takeIn(work: Work): boolean {
    const name = nameOf(work);
    const known = this.#works.get(name);
    const merged = known ? merge(known, work) : work;
    if (known && isSame(known, merged)) return false;
    this.#works.set(name, merged);
    return true;
  }

  /** Merges an entry into the database in one transaction, and notifies the other windows. */
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
    const drop = holdPending(name, work);
    update(name, mergeKept, store).then(
      () => {
        drop();
        this.#channel?.postMessage(name);
        if (this.#takeIn(merged)) this.#notify();
      },
      () => {
        // Full or removed: nothing is stored from here on.
        this.#problem = { code: "not-kept" };
        this.#notify();
      },
    );
  }

  /** Reads entries that another window has written. */
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

const legibleOf = (read: readonly ReadWork[]): Work[] =>
  read.flatMap((entry) => (entry.kind === "unreadable" ? [] : [entry.work]));

/** Whether two versions have equal cells and counts. */
function isSame(one: Work, other: Work): boolean {
  const { right, asked, at, hints } = other;
  const sameHints = Object.entries(hints).every(([step, taken]) => one.hints[step] === taken);
  return differences(one, other) === 0 && sameHints && one.right === right && one.asked === asked && one.at === at;
}

let opening: Promise<Progress> | null = null;

/** Returns the progress on this device, which is read once. */
export function openProgress(): Promise<Progress> {
  opening ??= Progress.open();
  return opening;
}
