/** `attograph list`: prints the ids of what the library and the course have, with their titles. */
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { Lab } from "../lab.js";
import type { LoadOptions } from "../load.js";
import { plain } from "./csv.js";
import { EXIT } from "./exit.js";
import { Failure } from "./failure.js";

const OF_LIBRARY = ["algorithms", "exercises", "derivations", "errata", "polls"] as const;
const OF_COURSE = ["labs", "scenes"] as const;
const KINDS = [...OF_LIBRARY, ...OF_COURSE];

/** The arguments of the command. */
export interface ListArguments {
  readonly kind: (typeof KINDS)[number];
  readonly language: "en" | "ko";
}

/** Reads the arguments of the command: what to list. */
export function readListArguments(args: string[]): ListArguments {
  const options = { language: { type: "string", default: "en" } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [asked = "algorithms", ...more] = positionals;
  const kind = KINDS.find((known) => known === asked);
  if (!kind || more.length > 0) throw new Failure(EXIT.usage, `list takes one of ${KINDS.join(", ")}`);
  const { language } = values;
  if (language !== "en" && language !== "ko") throw new Failure(EXIT.usage, "--language is en or ko");
  return { kind, language };
}

/** Prints the ids, one in each line, with their titles. */
export async function printList(
  load: (options: LoadOptions) => Promise<Lab>,
  { kind, language }: ListArguments,
): Promise<void> {
  const course = OF_COURSE.find((known) => known === kind);
  const listed = course ? (await readPlaces())[language][course] : titlesOf(await load({ text: language }), kind);
  const width = Math.max(...listed.map(([id]) => id.length));
  process.stdout.write(listed.map(([id, title]) => `${id.padEnd(width)}  ${plain(title)}\n`).join(""));
}

type Titles = readonly (readonly [id: string, title: string])[];

/** The question of a poll, and the topic of an erratum, stand for its title. */
function titlesOf(lab: Lab, kind: ListArguments["kind"]): Titles {
  if (kind === "polls") return lab.polls().map(({ id, question = "" }) => [id, question]);
  if (kind === "algorithms") return lab.catalog().map(({ id, title }) => [id, title]);
  const entries = kind === "exercises" ? lab.exercises() : kind === "errata" ? lab.errata() : lab.derivations();
  return entries.map(({ id, title = "" }) => [id, title]);
}

async function readPlaces(): Promise<Record<"en" | "ko", Record<(typeof OF_COURSE)[number], Titles>>> {
  return JSON.parse(await readFile(new URL("./places.json", import.meta.url), "utf8"));
}
