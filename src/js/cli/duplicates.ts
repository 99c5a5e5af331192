/** Files of a folder that have the same contents, the same answers with the same mistakes, or the same name for the same task. Whether that means anything is for people to say. */
import { createHash } from "node:crypto";
import { plainName } from "../sheet.js";
import type { Result } from "./judged.js";

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

/** What a file is compared by. */
export interface Work {
  /** The exercise with its numbers, or the sheet. */
  readonly task: unknown;
  readonly answers: unknown;
  readonly name: string;
}

export class Duplicates {
  readonly #files = new Map<string, string>();
  readonly #answers = new Map<string, string>();
  readonly #names = new Map<string, string>();

  /** Returns what a file repeats of an earlier one; empty where that is nothing. Right answers alone are the same for all who have the same numbers. */
  of(path: string, text: string, { task, answers, name }: Work, results: readonly Result[]): string {
    const file = digest(text);
    const same = this.#files.get(file);
    if (same !== undefined) return `same file as ${same}`;
    this.#files.set(file, path);
    const found = [this.#ofAnswers(path, answers, results), this.#ofName(path, task, name)];
    return found.filter(Boolean).join("; ");
  }

  /** The same name may have handed in twice, or two people share it. */
  #ofName(path: string, task: unknown, name: string): string {
    if (name.trim() === "") return "";
    const key = digest(JSON.stringify([task, plainName(name)]));
    const before = this.#names.get(key);
    this.#names.set(key, path);
    return before === undefined ? "" : `same name as ${before}`;
  }

  #ofAnswers(path: string, answers: unknown, results: readonly Result[]): string {
    const hasMistakes = results.some(({ wrong, following }) => wrong + following > 0);
    if (!hasMistakes) return "";
    const typed = digest(JSON.stringify(answers));
    const alike = this.#answers.get(typed);
    if (alike !== undefined) return `same answers as ${alike}`;
    this.#answers.set(typed, path);
    return "";
  }
}
