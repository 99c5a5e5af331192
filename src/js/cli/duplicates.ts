/** Files of a folder that have the same contents, or the same answers with the same mistakes. Whether that means anything is for people to say. */
import { createHash } from "node:crypto";
import type { Result } from "./judged.js";

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

export class Duplicates {
  readonly #files = new Map<string, string>();
  readonly #answers = new Map<string, string>();

  /** Returns what a file repeats of an earlier one; empty where that is nothing. Right answers alone are the same for all who have the same numbers. */
  of(path: string, text: string, answers: unknown, results: readonly Result[]): string {
    const file = digest(text);
    const same = this.#files.get(file);
    if (same !== undefined) return `same file as ${same}`;
    this.#files.set(file, path);
    const hasMistakes = results.some(({ wrong, following }) => wrong + following > 0);
    if (!hasMistakes) return "";
    const typed = digest(JSON.stringify(answers));
    const alike = this.#answers.get(typed);
    if (alike !== undefined) return `same answers as ${alike}`;
    this.#answers.set(typed, path);
    return "";
  }
}
