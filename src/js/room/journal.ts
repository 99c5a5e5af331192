/** The file that keeps a room: a line for what the room is, and one for everything that happened in it since, each a JSON array. */
import { type FileHandle, open, readFile, rename, rm, stat } from "node:fs/promises";

const FORMAT = "attograph-room";
const VERSION = 1;

/** A larger file was not written by a room. */
const MOST_BYTES = 2 ** 26;

/** After so many bytes the file is written anew, without what was replaced. */
const REWRITTEN_AFTER = 2 ** 23;

/** What a room keeps beside its votes: the code for phones, and the lecturer's key. */
export interface Identity {
  readonly code: string;
  readonly key: string;
}

/** What happened: a vote, a poll that is asked, answers that are shown or hidden, or votes that are forgotten. */
export type Entry =
  | readonly ["vote", poll: string, voter: string, letters: string]
  | readonly ["show" | "reveal" | "hide" | "clear", poll: string];

/** Reads what a file kept. */
export interface Kept {
  readonly identity: Identity;
  readonly entries: readonly Entry[];
  /** How many lines could not be read, such as one that a crash cut off. */
  readonly damaged: number;
}

/** Reads a file; null where there is none, or an empty one. Throws where it is something else than a room's. */
export async function readKept(path: string): Promise<Kept | null> {
  const known = await stat(path).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === "ENOENT") return null;
    throw thrown;
  });
  if (!known) return null;
  if (!known.isFile() || known.size > MOST_BYTES) throw new Error("it is no file of a room");
  const text = await readFile(path, "utf8");
  if (text === "") return null;
  const [head = "", ...lines] = text.split("\n");
  const identity = readHead(head);
  if (!identity) throw new Error("it is no file of a room");
  // The last line ends; what stands behind it was cut off.
  const cut = lines.pop();
  const entries = lines.filter((line) => line !== "").map(readEntry);
  const read = entries.filter((entry) => entry !== null);
  return { identity, entries: read, damaged: entries.length - read.length + (cut ? 1 : 0) };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function readHead(line: string): Identity | null {
  const head = parsed(line) as { format?: unknown; version?: unknown; code?: unknown; key?: unknown } | null;
  if (head?.format !== FORMAT || head.version !== VERSION) return null;
  const { code, key } = head;
  return typeof code === "string" && typeof key === "string" && code !== "" && key !== "" ? { code, key } : null;
}

function readEntry(line: string): Entry | null {
  const entry = parsed(line);
  if (!Array.isArray(entry) || !entry.every((part) => typeof part === "string")) return null;
  const [kind = "", , voter, letters = ""] = entry;
  if (kind === "vote") return entry.length === 4 && voter && /^[hfc-]*$/.test(letters) ? (entry as never) : null;
  return ["show", "reveal", "hide", "clear"].includes(kind) && entry.length === 2 ? (entry as never) : null;
}

const lineOf = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** Writes entries in order. What is written together reaches the disk together, so that many phones do not wait for each other. */
export class Journal {
  readonly path: string;
  readonly #identity: Identity;
  /** What the file has to keep when it is written anew. */
  readonly #snapshot: () => Iterable<Entry>;
  #file: FileHandle | null = null;
  #waiting: { readonly line: string; readonly done: () => void; readonly fail: (reason: unknown) => void }[] = [];
  #running: Promise<void> | null = null;
  #written = 0;
  /** Whether the last write may have ended within a line. */
  #torn = false;
  #closed = false;

  constructor(path: string, identity: Identity, snapshot: () => Iterable<Entry>) {
    this.path = path;
    this.#identity = identity;
    this.#snapshot = snapshot;
  }

  /** Writes the file anew: beside it first, so that a crash leaves the old one. */
  async rewrite(): Promise<void> {
    const beside = `${this.path}.${process.pid}.new`;
    try {
      const file = await open(beside, "w", 0o600);
      try {
        const lines = [lineOf({ format: FORMAT, version: VERSION, ...this.#identity })];
        for (const entry of this.#snapshot()) lines.push(lineOf(entry));
        await file.writeFile(lines.join(""));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(beside, this.path);
    } catch (thrown) {
      await rm(beside, { force: true });
      throw thrown;
    }
    await this.#file?.close();
    this.#file = await open(this.path, "a", 0o600);
    this.#written = 0;
    this.#torn = false;
  }

  /** Writes the file anew, and then what was to be written before it was there. */
  async open(): Promise<void> {
    await this.rewrite();
    this.#begin();
  }

  /** Resolves when the entry is on the disk. What comes before the file is open waits for it. */
  write(entry: Entry): Promise<void> {
    return new Promise((done, fail) => {
      this.#waiting.push({ line: lineOf(entry), done, fail });
      if (this.#file || this.#closed) this.#begin();
    });
  }

  #begin(): void {
    if (this.#waiting.length > 0) this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    // What is asked for in one turn is written at once.
    await new Promise((next) => setImmediate(next));
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        if (!this.#file) throw new Error("the file is closed");
        const text = (this.#torn ? "\n" : "") + batch.map(({ line }) => line).join("");
        this.#torn = true;
        await this.#file.appendFile(text);
        await this.#file.datasync();
        this.#torn = false;
        this.#written += text.length;
        for (const { done } of batch) done();
      } catch (thrown) {
        for (const { fail } of batch) fail(thrown);
      }
      if (this.#written > REWRITTEN_AFTER) await this.#shorten();
    }
    // In the turn that saw that nothing waits.
    this.#running = null;
  }

  /** The votes of the last batch are applied in the turn after they were written, which the snapshot waits for. */
  async #shorten(): Promise<void> {
    await new Promise((next) => setImmediate(next));
    this.#written = 0;
    // Where it cannot be written anew, the long one remains.
    await this.rewrite().catch(() => undefined);
  }

  /** Ends when everything is written; what waits for a file that was never opened is refused. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#begin();
    while (this.#running) await this.#running;
    await this.#file?.close();
    this.#file = null;
  }
}
