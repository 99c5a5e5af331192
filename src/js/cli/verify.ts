/** `attograph verify`: checks homework files, and prints a table of them. */
import { reasonOf } from "../errors.js";
import type { Homework, MarkSummary, Verification } from "../exercise-types.js";
import type { Lab } from "../lab.js";
import { plain, writeRow } from "./csv.js";
import { doubledNames } from "./doubled.js";
import { EXIT } from "./exit.js";
import { type Entry, entriesOf, readText } from "./files.js";

/** Far above any homework. */
const MOST_BYTES = 2 ** 20;

const COLUMNS = [
  "file",
  "exercise",
  "seed",
  "difficulty",
  "cells",
  "right",
  "follow-through",
  "too-few-digits",
  "wrong",
  "empty",
  "misconceptions",
  "verdict",
  "detail",
  "name",
];

type Field = string | number;

interface Row {
  readonly verdict: Verification["verdict"];
  /** All but the file. */
  readonly fields: readonly Field[];
}

/** Prints the table; what is wrong with one file, no other is judged by. */
export async function verifyAll(lab: Lab, paths: readonly string[]): Promise<number> {
  const verdicts = new Set<Row["verdict"]>();
  for (const path of paths) {
    for await (const entry of entriesOf(path)) {
      if (entry.kind === "skipped") {
        process.stderr.write(`${plain(entry.path)} was not checked: its name does not end with .json\n`);
        continue;
      }
      const { verdict, fields } = await judge(lab, entry);
      if (verdicts.size === 0) process.stdout.write(writeRow(COLUMNS));
      verdicts.add(verdict);
      process.stdout.write(writeRow([entry.path, ...fields]));
    }
  }
  if (verdicts.size === 0) {
    process.stderr.write("There are no *.json files.\n");
    return EXIT.usage;
  }
  if (verdicts.has("altered") || verdicts.has("other-version")) return EXIT.flagged;
  return verdicts.has("unreadable") ? EXIT.unreadable : EXIT.done;
}

/** The row of a file; whatever goes wrong with the file is said there. */
async function judge(lab: Lab, entry: Exclude<Entry, { kind: "skipped" }>): Promise<Row> {
  if (entry.kind === "unreadable") return unreadable(entry.reason);
  try {
    return await check(lab, entry.path);
  } catch (thrown) {
    return unreadable(reasonOf(thrown));
  }
}

const unreadable = (reason: string): Row => ({
  verdict: "unreadable",
  fields: [...new Array<Field>(COLUMNS.length - 4).fill(""), "unreadable", reason, ""],
});

async function check(lab: Lab, path: string): Promise<Row> {
  const text = await readText(path, MOST_BYTES);
  const found = await lab.verify(JSON.parse(text));
  if (found.verdict === "unreadable") return unreadable(found.reason);
  const differing = found.verdict === "verified" ? [] : found.fields;
  // The library writes each name once. What reads another of two fields sees another homework.
  const doubled = doubledNames(text).map((name) => `${name} (twice)`);
  const verdict = doubled.length > 0 ? "altered" : found.verdict;
  const { homework } = found;
  return { verdict, fields: [...rowOf(homework), verdict, [...differing, ...doubled].join(" "), homework.name ?? ""] };
}

/** What the library finds in the answers, whatever the file says. */
function rowOf({ exercise, seed, difficulty, marks }: Homework): Field[] {
  const { cells, misconceptions } = marks;
  const right = cells.right;
  const following = cells["follows-from-earlier"];
  const short = cells["too-few-digits"];
  const { empty } = cells;
  const all = countOf(marks);
  const wrong = all - right - following - short - empty;
  return [exercise, seed, difficulty, all, right, following, short, wrong, empty, misconceptions.join(" ")];
}

const countOf = ({ cells }: MarkSummary): number => Object.values(cells).reduce((sum, count) => sum + count, 0);
