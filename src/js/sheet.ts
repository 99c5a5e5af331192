/** Sheets of homework for a class: exercises, derivations, polls and text that a lecturer puts together, and the file that a student hands in for one. */
import type { MarkedDerivation } from "./derivation-types.js";
import { AttographError, reading, reasonOf } from "./errors.js";
import type { Answers, Difficulty, ExerciseKey, Homework, MarkSummary } from "./exercise-types.js";
import { copyOf, differingFields, sealOf } from "./homework.js";
import type { PollAnswer } from "./lecture-types.js";
import { plainCopy } from "./plain.js";
import { type OwnPoll, type QuestionsLab, revealQuestion } from "./questions.js";
import { MOST_VALUES, QUESTIONS_SCHEMA } from "./questions-schema.js";
import { each, outOfRange, readRecord, wrongType } from "./refuse.js";
import { readAs, type Schema } from "./schema.js";

/** What a sheet needs of a lab. */
export interface SheetLab extends QuestionsLab {
  readonly engine: { readonly version: string };
  homework(exercise: ExerciseKey, answers: Answers, options: { readonly name: string }): Promise<Homework>;
  markDerivation(id: string, texts: Readonly<Record<string, string>>): MarkedDerivation;
  reveal(id: string): PollAnswer;
}

/** One part of a sheet. */
export type SheetPart =
  | { readonly kind: "text"; readonly text: string }
  /** Each student gets the numbers of one seed of the range, which follows from the name. */
  | {
      readonly kind: "exercise";
      readonly id: string;
      readonly difficulty: Difficulty;
      readonly seeds: readonly [first: number, last: number];
      /** Inputs in the place of drawn ones, as `own` of `lab.exercise` takes them: the same for everyone. */
      readonly own?: object;
      /** What the positions of these inputs are called, for each axis; null where an axis has numbers. Of a graph, its nodes. */
      readonly names?: Readonly<Record<string, readonly (readonly string[] | null)[]>>;
    }
  | { readonly kind: "derivation"; readonly id: string }
  | { readonly kind: "poll"; readonly id: string }
  /** A poll of the lecturer, of which the sheet has all: no other device knows it. */
  | { readonly kind: "own-poll"; readonly poll: OwnPoll };

/** A sheet: plain JSON. */
export interface Sheet {
  readonly format: "attograph-sheet";
  readonly version: 1;
  readonly title: string;
  readonly parts: readonly SheetPart[];
}

/** How many entries are right. */
interface Counted {
  readonly id: string;
  readonly answers: Readonly<Record<string, string>>;
  readonly right: number;
  readonly wrong: number;
  readonly empty: number;
}

/** What was done on one part: of an exercise what a homework file says, without its version and seal. */
export type DonePart =
  | { readonly kind: "text" }
  | ({ readonly kind: "exercise" } & Pick<
      Homework,
      "exercise" | "seed" | "difficulty" | "own" | "answers" | "trace"
    > & {
        readonly marks: MarkSummary;
      })
  | ({ readonly kind: "derivation" } & Counted)
  | ({ readonly kind: "poll" | "own-poll" } & Counted);

/** The file that a student hands in: plain JSON. */
export interface HandedIn {
  readonly format: "attograph-handed-in";
  /** The version of the library that wrote it. */
  readonly version: string;
  readonly name: string;
  readonly sheet: Sheet;
  /** One for each part of the sheet. */
  readonly parts: readonly DonePart[];
  /** SHA-256, in hexadecimal, of everything above as JSON with sorted keys and without spaces. */
  readonly seal: string;
}

/** The answers to one part: the cells of each step of an exercise, or a text for each entry of a derivation or statement of a poll. */
export type PartAnswers = Answers | Readonly<Record<string, string>> | null;

/** The result of verifying a file that was handed in, as of a homework file. */
export type SheetVerification =
  | { readonly verdict: "verified"; readonly handedIn: HandedIn }
  | { readonly verdict: "altered" | "other-version"; readonly fields: readonly string[]; readonly handedIn: HandedIn }
  | { readonly verdict: "unreadable"; readonly code: string; readonly reason: string };

const FORMAT = "attograph-sheet";
const HANDED_IN = "attograph-handed-in";
const MOST_PARTS = 50;
const LONGEST_NAME = 200;
const LONGEST_TEXT = 5000;
/** The largest seed of the page. */
const LARGEST_SEED = 99_999_999_999_999;

type NamesOfInputs = NonNullable<Extract<SheetPart, { kind: "exercise" }>["names"]>;

const NAMES: Schema = {
  type: "object",
  additionalProperties: {
    type: "array",
    items: {
      anyOf: [{ type: "array", items: { type: "string", maxLength: LONGEST_NAME } }, { type: "null" }],
      description: "a list of names or null",
    },
  },
};

const DIFFICULTIES: readonly Difficulty[] = ["easy", "medium", "hard"];

function textIn(input: string, value: unknown, most: number): string {
  if (typeof value !== "string" || value.trim() === "" || value.length > most)
    throw wrongType(input, `a text of 1 to ${most} characters`, value);
  return value;
}

function recordIn(input: string, value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrongType(input, "an object", value);
  return value as Readonly<Record<string, unknown>>;
}

/** Reads a sheet. Throws `wrong-type` or `out-of-range` where it is none. */
export function readSheet(value: unknown): Sheet {
  return reading(() => {
    const { format, version, title, parts } = recordIn("sheet", value);
    if (format !== FORMAT || version !== 1) throw wrongType("sheet", "a sheet of version 1", value);
    if (!Array.isArray(parts) || parts.length === 0 || parts.length > MOST_PARTS)
      throw wrongType("parts", `an array of 1 to ${MOST_PARTS} parts`, parts);
    const read = each(parts, (part, place) => readPart(`parts[${place}]`, part));
    refuseTwins(read);
    return { format: FORMAT, version: 1, title: textIn("title", title, LONGEST_NAME), parts: read };
  });
}

/** Answers are kept by the ids of polls. */
function refuseTwins(parts: readonly SheetPart[]): void {
  const ids = new Set<string>();
  for (const [place, part] of parts.entries()) {
    if (part.kind !== "own-poll") continue;
    if (ids.has(part.poll.id)) throw twin(place, part.poll.id);
    ids.add(part.poll.id);
  }
}

const twin = (place: number, id: string): AttographError =>
  wrongType(`parts[${place}].poll.id`, "an id that no other poll has", id);

function readPart(input: string, value: unknown): SheetPart {
  const { kind, id, text, difficulty = "easy", seeds, own, names, poll } = recordIn(input, value);
  switch (kind) {
    case "text":
      return { kind, text: textIn(`${input}.text`, text, LONGEST_TEXT) };
    case "derivation":
    case "poll":
      return { kind, id: textIn(`${input}.id`, id, LONGEST_NAME) };
    case "own-poll":
      return {
        kind,
        poll: readAs<OwnPoll>(QUESTIONS_SCHEMA.properties.polls.items, `${input}.poll`, poll, MOST_VALUES),
      };
    case "exercise": {
      const known = DIFFICULTIES.find((one) => one === difficulty);
      if (!known) throw wrongType(`${input}.difficulty`, DIFFICULTIES.join(", "), difficulty);
      return {
        ...{ kind, id: textIn(`${input}.id`, id, LONGEST_NAME), difficulty: known, seeds: readSeeds(input, seeds) },
        ...(own !== undefined && { own: recordIn(`${input}.own`, plainCopy(`${input}.own`, own, MOST_VALUES)) }),
        ...(names !== undefined && { names: readAs<NamesOfInputs>(NAMES, `${input}.names`, names, MOST_VALUES) }),
      };
    }
    default:
      throw wrongType(`${input}.kind`, "text, exercise, derivation, poll or own-poll", kind);
  }
}

function readSeeds(input: string, seeds: unknown): [number, number] {
  if (!Array.isArray(seeds) || seeds.length !== 2)
    throw wrongType(`${input}.seeds`, "the first and the last seed", seeds);
  const [first, last] = each(seeds, (seed) => {
    if (typeof seed !== "number") throw wrongType(`${input}.seeds`, "two whole numbers", seed);
    if (!Number.isInteger(seed) || seed < 0 || seed > LARGEST_SEED)
      throw outOfRange(`${input}.seeds`, seed, `a whole number from 0 to ${LARGEST_SEED}`);
    return seed;
  }) as [number, number];
  if (last < first) throw outOfRange(`${input}.seeds`, last, "at least the first seed");
  return [first, last];
}

/** Names that differ only in case, width or spaces are one. @internal */
export const plainName = (name: string): string => name.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();

/** FNV-1a over UTF-8. */
function hashOf(text: string): number {
  let sum = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) sum = Math.imul(sum ^ byte, 0x01000193);
  return sum >>> 0;
}

/** The seed that a student of this name has in a part of a sheet. The same name has the same one everywhere. */
export function seedFor(sheet: Sheet, place: number, name: string): number {
  const part = typeof place === "number" ? readSheet(sheet).parts[place] : null;
  if (part?.kind !== "exercise") throw wrongType("place", "the place of an exercise", place);
  const [first, last] = part.seeds;
  return first + (hashOf(`${place} ${plainName(textIn("name", name, LONGEST_NAME))}`) % (last - first + 1));
}

/** The version of a lab. */
function versionOf(lab: SheetLab): string {
  const { engine } = readRecord("lab", lab, null, "a lab") as Partial<SheetLab>;
  for (const name of ["homework", "markDerivation", "reveal", "trace", "polls"] as const)
    if (typeof lab[name] !== "function") throw wrongType("lab", "a lab", lab);
  return textIn("lab.engine.version", readRecord("lab.engine", engine).version, LONGEST_NAME);
}

/** Writes what is handed in. `answers` has an entry for each part. */
export async function handIn(
  lab: SheetLab,
  sheet: Sheet,
  name: string,
  answers: readonly PartAnswers[],
): Promise<HandedIn> {
  const read = readSheet(sheet);
  const who = textIn("name", name, LONGEST_NAME);
  const version = reading(() => versionOf(lab));
  const given = reading(() => {
    if (!Array.isArray(answers)) throw wrongType("answers", "an array with an entry for each part", answers);
    return read.parts.map((_, place): PartAnswers => answers[place] ?? null);
  });
  const parts: DonePart[] = [];
  for (const [place, part] of read.parts.entries())
    parts.push(await donePart(lab, read, place, part, who, given[place] ?? {}));
  const content = { format: HANDED_IN, name: who, sheet: read, parts } as const;
  return { version, ...content, seal: await sealOf({ version, ...content }) };
}

async function donePart(
  lab: SheetLab,
  sheet: Sheet,
  place: number,
  part: SheetPart,
  name: string,
  answers: NonNullable<PartAnswers>,
): Promise<DonePart> {
  switch (part.kind) {
    case "text":
      return { kind: "text" };
    case "exercise": {
      const { id, difficulty, own } = part;
      const key = { id, difficulty, seed: seedFor(sheet, place, name), own };
      const done = await lab.homework(key, answers as Answers, { name });
      const { exercise, seed, answers: texts, trace, marks } = done;
      const brought = done.own && { own: done.own };
      return { kind: "exercise", exercise, seed, difficulty, ...brought, answers: texts, trace, marks };
    }
    case "derivation": {
      const texts = textsIn(answers);
      const kinds = lab.markDerivation(part.id, texts).marks.map(({ kind }) => kind);
      return { kind: "derivation", ...counted(part.id, texts, kinds) };
    }
    case "poll":
      return { kind: "poll", ...answered(part.id, lab.reveal(part.id).statements, answers) };
    case "own-poll": {
      const { poll } = part;
      if (lab.polls().some(({ id }) => id === poll.id)) throw twin(place, poll.id);
      return { kind: "own-poll", ...answered(poll.id, revealQuestion(lab, poll), answers) };
    }
  }
}

/** The answers to the statements of a poll, counted. */
function answered(
  poll: string,
  statements: readonly { readonly id: string; readonly key: string }[],
  answers: NonNullable<PartAnswers>,
): Counted {
  const texts = textsIn(answers);
  const unknown = Object.keys(texts).find((id) => statements.every((statement) => statement.id !== id));
  if (unknown !== undefined) throw wrongType("answers", `statements of ${poll}`, unknown);
  const kinds = statements.map(({ id, key }) =>
    (texts[id] ?? "") === "" ? "empty" : texts[id] === key ? "right" : "wrong",
  );
  return counted(poll, texts, kinds);
}

function textsIn(answers: unknown): Record<string, string> {
  const entries = Object.entries(reading(() => plainCopy("answers", recordIn("answers", answers))) as object);
  for (const [id, text] of entries)
    if (typeof text !== "string" || text.length > LONGEST_TEXT) throw wrongType(`answers.${id}`, "a text", text);
  return Object.fromEntries(entries) as Record<string, string>;
}

function counted(id: string, answers: Readonly<Record<string, string>>, kinds: readonly string[]): Counted {
  const of = (kind: string) => kinds.filter((other) => other === kind).length;
  const [right, empty] = [of("right"), of("empty")];
  return { id, answers, right, wrong: kinds.length - right - empty, empty };
}

/** Whether plain data says that it was handed in for a sheet. */
export const isHandedIn = (file: unknown): boolean =>
  reading(() => typeof file === "object" && file !== null && (file as { format?: unknown }).format === HANDED_IN);

/** Compares a file with what the library writes for its answers. */
export async function verifyHandedIn(lab: SheetLab, file: unknown): Promise<SheetVerification> {
  const version = reading(() => versionOf(lab));
  let claimed: Record<string, unknown>;
  let handedIn: HandedIn;
  try {
    claimed = reading(() => copyOf(file));
    const { sheet, parts, name } = claimed;
    if (claimed.format !== HANDED_IN) throw wrongType("format", HANDED_IN, claimed.format);
    if (!Array.isArray(parts)) throw wrongType("parts", "an array", parts);
    const answers = parts.map((part) => (recordIn("parts", part).answers ?? null) as PartAnswers);
    handedIn = await handIn(lab, readSheet(sheet), name as string, answers);
  } catch (thrown) {
    if (!(thrown instanceof AttographError) || thrown.code === "insecure-context") throw thrown;
    return { verdict: "unreadable", code: thrown.code, reason: reasonOf(thrown) };
  }
  const { version: _, seal: __, ...expected } = handedIn;
  const { seal, version: writer, ...rest } = claimed;
  const fields = differingFields(expected, rest);
  const sealed = typeof writer === "string" && seal === (await sealOf({ version: writer, ...rest }));
  if (!sealed) fields.push("seal");
  if (fields.length === 0) return { verdict: "verified", handedIn };
  return { verdict: sealed && writer !== version ? "other-version" : "altered", fields, handedIn };
}
