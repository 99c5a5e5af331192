#!/usr/bin/env node
/** `attograph verify`: checks homework files, and prints a table of them. Nothing else of the package loads this file and its folder. */
import { plain, writeRow } from "./cli/csv.js";
import { doubledNames } from "./cli/doubled.js";
import { type Entry, entriesOf, readText } from "./cli/files.js";
import { reasonOf } from "./errors.js";
import type { Homework, MarkSummary, Verification } from "./exercise-types.js";
import type { Lab } from "./lab.js";
import { load } from "./node.js";

const USAGE = `Usage: attograph verify <file or folder> ...

Checks homework files that were written by Attograph (of a folder and the folders within, its *.json files) and prints a table of them as CSV, one line a file.
"wrong" counts every cell that holds something else than the right number or what follows from an earlier one.
The verdict is one of
  verified       exercise, answers and marks belong together, and are as the library writes them
  altered        they do not; "detail" names what differs
  other-version  another version of the library wrote the file, and computes something differently
  unreadable     no homework file, or one whose answers do not fit its exercise; "detail" says why
A file that verifies is the one that the library writes for these answers. Who typed them, and with what help, no file can say.
Exit code
  0    every file verifies
  1    a file is altered, or of another version
  2    nothing was checked
  3    a file or folder is unreadable, and no file is altered or of another version
  141  whoever read the table stopped before its end
`;

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
];

/** Exit codes. */
const ALL_VERIFIED = 0;
const FLAGGED = 1;
const NOTHING_CHECKED = 2;
const UNREADABLE = 3;
/** As a shell reports a program that was ended by writing into a closed pipe. */
const PIPE_CLOSED = 141;

type Field = string | number;

interface Row {
  readonly verdict: Verification["verdict"];
  /** All but the file. */
  readonly fields: readonly Field[];
}

async function main([command, ...paths]: string[]): Promise<number> {
  if (command === "help" || command === "--help") {
    process.stdout.write(USAGE);
    return ALL_VERIFIED;
  }
  if (command !== "verify" || paths.length === 0) {
    process.stderr.write(USAGE);
    return NOTHING_CHECKED;
  }
  let lab: Lab;
  try {
    lab = await load();
  } catch (thrown) {
    process.stderr.write(`${reasonOf(thrown)}\n`);
    return NOTHING_CHECKED;
  }
  return verifyAll(lab, paths);
}

/** Prints the table; what is wrong with one file, no other is judged by. */
async function verifyAll(lab: Lab, paths: readonly string[]): Promise<number> {
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
    return NOTHING_CHECKED;
  }
  if (verdicts.has("altered") || verdicts.has("other-version")) return FLAGGED;
  return verdicts.has("unreadable") ? UNREADABLE : ALL_VERIFIED;
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
  fields: [...new Array<Field>(COLUMNS.length - 3).fill(""), "unreadable", reason],
});

async function check(lab: Lab, path: string): Promise<Row> {
  const text = await readText(path);
  const found = await lab.verify(JSON.parse(text));
  if (found.verdict === "unreadable") return unreadable(found.reason);
  const differing = found.verdict === "verified" ? [] : found.fields;
  // The library writes each name once. What reads another of two fields sees another homework.
  const doubled = doubledNames(text).map((name) => `${name} (twice)`);
  const verdict = doubled.length > 0 ? "altered" : found.verdict;
  return { verdict, fields: [...rowOf(found.homework), verdict, [...differing, ...doubled].join(" ")] };
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

/** Writing fails where whoever reads has gone, as `head` does: there is nobody to tell. */
for (const stream of [process.stdout, process.stderr])
  stream.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (code !== "EPIPE") process.stderr.write(`${message}\n`);
    process.exit(code === "EPIPE" ? PIPE_CLOSED : NOTHING_CHECKED);
  });

process.exitCode = await main(process.argv.slice(2));
