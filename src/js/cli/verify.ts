/** `attograph verify`: checks homework files, and prints a table of them. */
import { reasonOf } from "../errors.js";
import type { Lab } from "../lab.js";
import { isHandedIn, type SheetLab, verifyHandedIn } from "../sheet.js";
import { plain, writeRow } from "./csv.js";
import { doubledNames } from "./doubled.js";
import { Duplicates } from "./duplicates.js";
import { EXIT } from "./exit.js";
import { Failure } from "./failure.js";
import { type Entry, entriesOf, readText } from "./files.js";
import { type Judged, type Result, resultOf, resultsOf, type Verdict } from "./judged.js";
import { openResults, type Results } from "./results.js";

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

/** The arguments of the command. */
export interface VerifyArguments {
  readonly paths: readonly string[];
  /** The page of results to write. */
  readonly page: string | undefined;
  readonly language: "en" | "ko";
}

/** Reads the arguments of the command. Names of files may begin with a hyphen: only its two options are taken for some. */
export function readVerifyArguments(args: readonly string[]): VerifyArguments {
  const paths: string[] = [];
  const values = { page: undefined as string | undefined, language: "en" };
  for (let at = 0; at < args.length; at += 1) {
    const [, name, written] = /^--(page|language)(?:=(.*))?$/s.exec(args[at] ?? "") ?? [];
    if (name === undefined) {
      paths.push(args[at] ?? "");
      continue;
    }
    if (written === undefined) at += 1;
    const value = written ?? args[at];
    if (!value) throw new Failure(EXIT.usage, `--${name} needs a value`);
    values[name as "page" | "language"] = value;
  }
  const { page, language } = values;
  if (language !== "en" && language !== "ko") throw new Failure(EXIT.usage, "--language is en or ko");
  if (paths.length === 0) throw new Failure(EXIT.usage, "verify needs a file or a folder");
  return { paths, page, language };
}

/** Prints the table, and writes the page if one is asked for; what is wrong with one file, no other is judged by. */
export async function verifyAll(lab: Lab, { paths, page, language }: VerifyArguments): Promise<number> {
  const results = page === undefined ? null : await openResults(page, language);
  try {
    const code = await verifyPaths(lab, paths, results);
    await results?.finish();
    return code;
  } finally {
    await results?.discard();
  }
}

async function verifyPaths(lab: Lab, paths: readonly string[], results: Results | null): Promise<number> {
  const verdicts = new Set<Verdict>();
  const duplicates = new Duplicates();
  for (const path of paths) {
    for await (const entry of entriesOf(path)) {
      if (entry.kind === "skipped") {
        process.stderr.write(`${plain(entry.path)} was not checked: its name does not end with .json\n`);
        continue;
      }
      const judged = await judge(lab, entry, duplicates);
      if (verdicts.size === 0) process.stdout.write(writeRow(COLUMNS));
      verdicts.add(judged.verdict);
      for (const row of rowsOf(judged)) process.stdout.write(writeRow([entry.path, ...row]));
      await results?.add(entry.path, judged);
    }
  }
  if (verdicts.size === 0) {
    process.stderr.write("There are no *.json files.\n");
    return EXIT.usage;
  }
  if (verdicts.has("altered") || verdicts.has("other-version")) return EXIT.flagged;
  return verdicts.has("unreadable") ? EXIT.unreadable : EXIT.done;
}

/** The rows of a file, without its name: one for each result. */
function rowsOf({ verdict, results, detail, name }: Judged): Field[][] {
  if (results.length === 0) return [[...new Array<Field>(COLUMNS.length - 4).fill(""), verdict, detail, name]];
  return results.map((result) => [
    ...fieldsOf(result),
    verdict,
    [result.place, detail].filter(Boolean).join(": "),
    name,
  ]);
}

const fieldsOf = ({
  id,
  seed,
  difficulty,
  cells,
  right,
  following,
  short,
  wrong,
  empty,
  misconceptions,
}: Result): Field[] => [
  ...[id, seed, difficulty, cells, right, following, short, wrong, empty],
  misconceptions.join(" "),
];

/** What a file is; whatever goes wrong with it is said there. */
async function judge(lab: Lab, entry: Exclude<Entry, { kind: "skipped" }>, duplicates: Duplicates): Promise<Judged> {
  if (entry.kind === "unreadable") return unreadable(entry.reason);
  try {
    return await check(lab, entry.path, duplicates);
  } catch (thrown) {
    return unreadable(reasonOf(thrown));
  }
}

const unreadable = (detail: string): Judged => ({ verdict: "unreadable", results: [], detail, name: "" });

async function check(lab: Lab, path: string, duplicates: Duplicates): Promise<Judged> {
  const text = await readText(path, MOST_BYTES);
  const file: unknown = JSON.parse(text);
  const checked = isHandedIn(file) ? await checkSheet(lab, file) : await checkHomework(lab, file);
  if (checked.verdict === "unreadable") return checked;
  const repeated = duplicates.of(path, text, { ...workIn(file), name: checked.name }, checked.results);
  const found = { ...checked, detail: [checked.detail, repeated].filter(Boolean).join("; ") };
  // The library writes each name once. What reads another of two fields sees another homework.
  const doubled = doubledNames(text).map((name) => `${name} (twice)`);
  if (doubled.length === 0) return found;
  return { ...found, verdict: "altered", detail: [found.detail, ...doubled].filter(Boolean).join(" ") };
}

/** The task, and what was typed for which numbers: everything but who handed it in, and what follows from that. */
function workIn(file: unknown): { readonly task: unknown; readonly answers: unknown } {
  const { exercise, seed, difficulty, answers, sheet, parts } = file as Record<string, unknown>;
  return { task: [exercise, difficulty, sheet], answers: [exercise, seed, difficulty, answers, sheet, parts] };
}

async function checkHomework(lab: Lab, file: unknown): Promise<Judged> {
  const found = await lab.verify(file);
  if (found.verdict === "unreadable") return unreadable(found.reason);
  const { verdict, homework } = found;
  const detail = found.verdict === "verified" ? "" : found.fields.join(" ");
  return { verdict, results: [resultOf(homework)], detail, name: homework.name ?? "" };
}

async function checkSheet(lab: Lab, file: unknown): Promise<Judged> {
  const found = await verifyHandedIn(lab as SheetLab, file);
  if (found.verdict === "unreadable") return unreadable(found.reason);
  const { verdict, handedIn } = found;
  const detail = found.verdict === "verified" ? "" : found.fields.join(" ");
  return { verdict, results: resultsOf(handedIn), detail, name: handedIn.name };
}
