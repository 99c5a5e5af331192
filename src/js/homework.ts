import { AttographError, reading, reasonOf } from "./errors.js";
import { keyOf, readAnswers } from "./exercise.js";
import type {
  Answers,
  Exercise,
  ExerciseKey,
  ExerciseOptions,
  Homework,
  Mark,
  Marked,
  MarkSummary,
  Verification,
} from "./exercise-types.js";
import { plainCopy } from "./plain.js";
import { isPromise, wrongType } from "./refuse.js";
import type { Gradient, Trace } from "./trace-types.js";
import type { Engine } from "./types.js";

/** What homework needs of the library. */
interface Library {
  readonly engine: Engine;
  exercise(id: string, options: ExerciseOptions): Exercise;
  mark(exercise: ExerciseKey, answers: Answers): Marked;
  trace(id: string, inputs: object): Trace;
  gradient(id: string, inputs: object, options: NonNullable<Exercise["gradient"]>): Gradient;
}

/** What a homework file says beside its version and its seal. */
type Content = Omit<Homework, "version" | "seal">;

/** A file has objects within objects within an object. What has many more levels is something else. */
const MAX_DEPTH = 16;

/** More values than any file that is handed in. */
const MOST_VALUES = 2 ** 18;

/** Where nothing can be hashed, which is no fault of a file. */
const NO_HASH = "insecure-context";

const KINDS: readonly Mark["kind"][] = [
  "empty",
  "unreadable",
  "right",
  "too-few-digits",
  "follows-from-earlier",
  "misconception",
  "wrong",
];

/** Writes what is handed in. */
export async function writeHomework(
  lab: Library,
  exercise: unknown,
  answers: unknown,
  options: unknown,
): Promise<Homework> {
  const { version } = lab.engine;
  const content = await contentOf(lab, exercise, answers, nameIn(options));
  return { version, ...content, seal: await sealOf({ version, ...content }) };
}

/** Compares a file with what the library writes for its answers. */
export async function verifyHomework(lab: Library, file: unknown): Promise<Verification> {
  let claimed: Record<string, unknown>;
  let content: Content;
  try {
    claimed = reading(() => copyOf(file));
    content = await contentOf(lab, { ...claimed, id: claimed.exercise }, claimed.answers, nameIn(claimed));
  } catch (thrown) {
    if (!(thrown instanceof AttographError) || thrown.code === NO_HASH) throw thrown;
    return { verdict: "unreadable", code: thrown.code, reason: reasonOf(thrown) };
  }
  const { version } = lab.engine;
  const homework = { version, ...content, seal: await sealOf({ version, ...content }) };
  const { seal, version: writer, ...rest } = claimed;
  const fields = differingFields(content, rest);
  const sealed = typeof writer === "string" && seal === (await sealOf({ version: writer, ...rest }));
  if (!sealed) fields.push("seal");
  if (fields.length === 0) return { verdict: "verified", homework };
  return { verdict: sealed && writer !== version ? "other-version" : "altered", fields, homework };
}

/** The names of the fields in which two objects of plain data differ. */
export function differingFields(one: object, other: object): string[] {
  return namesOf(one, other).filter((name) => fieldOf(one, name) !== fieldOf(other, name));
}

/** A copy of a file, without getters, which might return something else the next time. */
export function copyOf(file: unknown): Record<string, unknown> {
  if (isPromise(file)) throw wrongType("file", "a homework file", file);
  return { ...JSON.parse(JSON.stringify(plainCopy("file", file, MOST_VALUES, MAX_DEPTH))) };
}

/** The names of the fields that any of the objects has. */
const namesOf = (...objects: object[]): string[] => [...new Set(objects.flatMap((object) => Object.keys(object)))];

/** An object's own field as JSON; `__proto__` is a name like any other in a file. */
function fieldOf(object: object, name: string): string | undefined {
  return Object.hasOwn(object, name) ? canonical((object as Record<string, unknown>)[name]) : undefined;
}

const LONGEST_NAME = 200;

/** Reads the name of whoever hands something in; undefined if there is none. */
function nameIn(options: unknown): string | undefined {
  const name = reading(() => {
    if (typeof options !== "object" || options === null || isPromise(options))
      throw wrongType("options", "an object with a name", options);
    return (options as { readonly name?: unknown }).name;
  });
  if (name !== undefined && (typeof name !== "string" || name.trim() === "" || name.length > LONGEST_NAME))
    throw wrongType("name", `a text of 1 to ${LONGEST_NAME} characters`, name);
  return name;
}

async function contentOf(lab: Library, given: unknown, answers: unknown, name: string | undefined): Promise<Content> {
  const typed = reading(() => Object.fromEntries(readAnswers(answers).map(({ step, texts }) => [step, texts])));
  const { id, seed: asked, difficulty: level, own } = reading(() => keyOf(given));
  const key = { seed: asked, difficulty: level };
  const exercise = lab.exercise(id, own === undefined ? key : { ...key, own: own as object });
  const { seed, difficulty, algorithm, inputs, gradient } = exercise;
  const marked = lab.mark(exercise, typed);
  const texts = marked.steps.map(({ step, cells }) => [step, cells.map((_, cell) => typed[step]?.[cell] ?? "")]);
  const { steps } = gradient ? lab.gradient(algorithm, inputs, gradient).trace : lab.trace(algorithm, inputs);
  const trace = await hash(steps.map(({ data }) => data as Float64Array<ArrayBuffer>));
  return {
    exercise: id,
    seed,
    difficulty,
    ...(exercise.own && { own: exercise.own }),
    ...(name === undefined ? {} : { name }),
    answers: Object.fromEntries(texts),
    trace,
    marks: summarize(marked),
  };
}

function summarize({ steps, complete }: Marked): MarkSummary {
  const kinds = steps.flatMap(({ cells }) => cells.map(({ kind }) => kind));
  const cells = KINDS.map((kind) => [kind, kinds.filter((other) => other === kind).length]);
  const misconceptions = [...new Set(steps.flatMap(({ misconceptions }) => misconceptions))];
  return { cells: Object.fromEntries(cells), misconceptions, complete };
}

export const sealOf = (unsealed: object): Promise<string> => hash([canonical(unsealed)]);

/** JSON with sorted keys and without spaces. */
function canonical(value: unknown): string {
  const sorted = (_: string, part: unknown): unknown => {
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return JSON.stringify(value, sorted);
}

/** SHA-256, in hexadecimal. */
async function hash(parts: BlobPart[]): Promise<string> {
  const { subtle } = globalThis.crypto ?? {};
  if (!subtle) {
    const reason = "browsers compute hashes only for pages that came over https, or from this machine";
    throw new AttographError(NO_HASH, `homework cannot be sealed: ${reason}`, { reason });
  }
  const digest = await subtle.digest("SHA-256", await new Blob(parts).arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
