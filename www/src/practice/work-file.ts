/** All work as one file, to transfer it to another device. */
import { readWork, type Work } from "./work.ts";

const FORMAT = "attograph-progress";
const VERSION = 1;
/** A larger file was not written by this page. */
const MOST_WORKS = 100_000;

export function writeWorks(works: readonly Work[]): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, works }, null, 1)}\n`;
}

export type ReadWorks =
  | { readonly ok: true; readonly works: readonly Work[]; readonly damaged: number; readonly unreadable: number }
  | { readonly ok: false; readonly problem: "no-progress-file" | "too-new" };

export function readWorks(text: string): ReadWorks {
  let file: { format?: unknown; version?: unknown; works?: unknown };
  try {
    file = Object(JSON.parse(text));
  } catch {
    return { ok: false, problem: "no-progress-file" };
  }
  const { format, version, works } = file;
  if (format !== FORMAT || typeof version !== "number" || !Array.isArray(works) || works.length > MOST_WORKS) {
    return { ok: false, problem: "no-progress-file" };
  }
  if (version > VERSION) return { ok: false, problem: "too-new" };
  const read = works.map(readWork);
  return {
    ok: true,
    works: read.flatMap((entry) => (entry.kind === "unreadable" ? [] : [entry.work])),
    damaged: read.filter(({ kind }) => kind === "damaged").length,
    unreadable: read.filter(({ kind }) => kind === "unreadable").length,
  };
}
