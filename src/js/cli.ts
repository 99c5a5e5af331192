#!/usr/bin/env node
/** `attograph verify`: checks homework files, and prints a table of them. Nothing else of the package loads this file. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { reasonOf } from "./errors.js";
import type { Homework, MarkSummary } from "./exercise-types.js";
import type { Lab } from "./lab.js";
import { load } from "./node.js";

const USAGE = `Usage: attograph verify <file or folder> ...

Checks homework files that were written by Attograph (of a folder, its *.json files) and prints a table of them as CSV, one line a file.
"wrong" counts every cell that holds something else than the right number or what follows from an earlier one.
The verdict is one of
  verified       exercise, answers and marks belong together, and are as the library writes them
  altered        they do not; "detail" names what differs
  other-version  another version of the library wrote the file, and computes something differently
  unreadable     no homework file, or one whose answers do not fit its exercise
A file that verifies is the one that the library writes for these answers. Who typed them, and with what help, no file can say.
Exit code: 0 if every file verifies, 1 if one does not, 2 if nothing was checked.
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

/** Far above any homework. */
const MAX_BYTES = 2 ** 20;

type Field = string | number;

async function main([command, ...paths]: string[]): Promise<number> {
  if (command === "help" || command === "--help") {
    process.stdout.write(USAGE);
    return 0;
  }
  if (command !== "verify" || paths.length === 0) {
    process.stderr.write(USAGE);
    return 2;
  }
  const files = (await Promise.all(paths.map(filesOf))).flat();
  if (files.length === 0) {
    process.stderr.write("There are no *.json files.\n");
    return 2;
  }
  const lab = await load();
  let flagged = 0;
  print(COLUMNS);
  for (const file of files) {
    const { verdict, fields } = await check(lab, file);
    if (verdict !== "verified") flagged += 1;
    print([file, ...fields]);
  }
  return flagged > 0 ? 1 : 0;
}

/** The files that a path stands for. One that is not there is a file that cannot be read. */
async function filesOf(path: string): Promise<string[]> {
  const known = await stat(path).catch(() => null);
  if (!known?.isDirectory()) return [path];
  const names = (await readdir(path)).filter((name) => name.endsWith(".json")).sort();
  return names.map((name) => join(path, name));
}

async function check(lab: Lab, file: string): Promise<{ verdict: string; fields: Field[] }> {
  const unreadable = (reason: string) => ({
    verdict: "unreadable",
    fields: [...new Array<Field>(COLUMNS.length - 3).fill(""), "unreadable", reason],
  });
  let content: unknown;
  try {
    if ((await stat(file)).size > MAX_BYTES) return unreadable("larger than any homework");
    content = JSON.parse(await readFile(file, "utf8"));
  } catch (thrown) {
    return unreadable(reasonOf(thrown));
  }
  const found = await lab.verify(content);
  if (found.verdict === "unreadable") return unreadable(found.reason);
  const detail = found.verdict === "verified" ? "" : found.fields.join(" ");
  return { verdict: found.verdict, fields: [...rowOf(found.homework), found.verdict, detail] };
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

function print(fields: readonly Field[]): void {
  process.stdout.write(`${fields.map(quote).join(",")}\r\n`);
}

/** A field of a CSV (RFC 4180). What a spreadsheet would run as a formula, such as a file name, gets an apostrophe in front. */
function quote(field: Field): string {
  const text = /^[=+\-@\t\r]/.test(`${field}`) ? `'${field}` : `${field}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

process.exitCode = await main(process.argv.slice(2));
