/** Finds and reads the files that the command line names. */
import { constants, type Dirent } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { reasonOf } from "../errors.js";

/** What a path stands for. */
export type Entry =
  /** A file to check. */
  | { readonly kind: "file"; readonly path: string }
  /** A folder that cannot be listed. */
  | { readonly kind: "unreadable"; readonly path: string; readonly reason: string }
  /** Something in a folder that is no homework by its name. */
  | { readonly kind: "skipped"; readonly path: string };

const isJson = (name: string): boolean => name.toLowerCase().endsWith(".json");

/** Everything that a path stands for, in order: itself, or what is in the folder and in the folders within. Links to folders are not followed. */
export async function* entriesOf(path: string): AsyncGenerator<Entry> {
  // One that is not there is a file that cannot be read.
  const known = await stat(path).catch(() => null);
  if (known?.isDirectory()) yield* entriesIn(path);
  else yield { kind: "file", path };
}

async function* entriesIn(folder: string): AsyncGenerator<Entry> {
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (thrown) {
    yield { kind: "unreadable", path: folder, reason: reasonOf(thrown) };
    return;
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* entriesIn(path);
    else yield { kind: isJson(entry.name) ? "file" : "skipped", path };
  }
}

/** Reads a file of text of at most so many bytes. Throws where it is too large, is no text, or is no file: a pipe would be waited for without end. */
export async function readText(path: string, most: number): Promise<string> {
  // Without O_NONBLOCK, opening a pipe waits for whoever writes into it. Windows has no such flag and no such pipes.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!(await file.stat()).isFile()) throw new Error("it is a folder, a pipe or a device, and no file");
    const bytes = new Uint8Array(most + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      ({ bytesRead: read } = await file.read(bytes, length, bytes.length - length));
    }
    if (length > most) throw new Error(`it has more than ${most} bytes`);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, length));
  } finally {
    await file.close();
  }
}

/** Reads the text of at most so many bytes that is piped into the program. */
export async function readStandardInput(most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of process.stdin as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > most) throw new Error(`it has more than ${most} bytes`);
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
}
