/** Questions of a lecturer: polls from a JSON file, whose statements hold as the author says or as runs of the library decide. */
import { AttographError, type Fact, reading } from "./errors.js";
import { freeze, plainCopy } from "./plain.js";
import { MOST_VALUES, QUESTIONS_SCHEMA } from "./questions-schema.js";
import { readRecord, refusal, unknown, wrongRank, wrongType } from "./refuse.js";
import { type Refuse, readAs, validate } from "./schema.js";
import type { Trace } from "./trace-types.js";

/** What questions need of a lab. */
export interface QuestionsLab {
  trace(id: string, inputs: object): Trace;
  polls(): readonly { readonly id: string }[];
}

/** A text in one language or in both. */
export interface Words {
  readonly en?: string;
  readonly ko?: string;
}

/** A step of a run, or one of its cells. */
export interface NumberOfRun {
  /** The place of the run in `runs`; the first one without it. */
  readonly run?: number;
  readonly step: string;
  /** Without it the comparison is one of every cell of the step. */
  readonly cell?: readonly number[];
  /** What the number is called. */
  readonly name?: Words;
}

/** A comparison of numbers. */
export interface OwnComparison {
  readonly left: number | NumberOfRun;
  readonly is: "=" | "!=" | "<" | "<=" | ">" | ">=";
  readonly right: number | NumberOfRun;
  /** Numbers that differ by at most this count as equal; 1e-9 without it. */
  readonly within?: number;
}

/** What decides by runs: the statement holds when every comparison does. */
export interface ByRuns {
  readonly runs: readonly { readonly algorithm: string; readonly inputs: object }[];
  readonly when: readonly OwnComparison[];
}

export interface OwnStatement {
  readonly text: Words;
  readonly holds: boolean | ByRuns;
  /** Why it holds or does not. */
  readonly why?: Words;
}

/** A poll of a lecturer. */
export interface OwnPoll {
  /** Such as `K1-Q1`; none of the library's. */
  readonly id: string;
  readonly question: Words;
  readonly statements: readonly OwnStatement[];
}

/** A file of questions: plain JSON. `attograph/questions.schema.json` is its schema. */
export interface Questions {
  readonly format: "attograph-questions";
  readonly version: 1;
  readonly polls: readonly OwnPoll[];
}

/** What is wrong with one part of a file. */
export interface QuestionsProblem {
  /** The part, such as `questions.polls[0].statements[1].holds`. */
  readonly path: string;
  /** The code, the message and the facts of the library's error. */
  readonly code: string;
  readonly message: string;
  readonly facts: Readonly<Record<string, Fact>>;
}

/** A file as it was read. */
export interface CheckedQuestions {
  /** The polls with which nothing is wrong. */
  readonly polls: readonly OwnPoll[];
  /** Everything that is wrong. */
  readonly problems: readonly QuestionsProblem[];
}

/** A number of a run that decided. */
export interface OwnFact {
  readonly id: string;
  /** What it is called, in each language. */
  readonly names: Required<Words>;
  readonly value: number;
  readonly cell: { readonly run: number; readonly step: string; readonly index: readonly number[] };
}

/** A statement with what decided; the fields of a `PollStatement`. */
export interface OwnAnswer {
  /** A letter, by its place. */
  readonly id: string;
  readonly key: "holds" | "fails";
  readonly decidedBy: "author" | "own-run";
  readonly readings: readonly {
    readonly id: null;
    readonly holds: boolean;
    readonly facts: readonly OwnFact[];
    /** The runs; `lab.trace(algorithm, inputs)` repeats one. */
    readonly runs: readonly { readonly algorithm: string; readonly inputs: object }[];
  }[];
}

const ROOT = "questions";

/** Returns the ids of the statements of a poll: letters, by their places. */
export const statementIds = (poll: OwnPoll): readonly string[] =>
  pollOf(poll).statements.map((_, place) => letterAt(place));

const letterAt = (place: number): string => String.fromCharCode(97 + place);

/** Returns a text in a language, or in the other one where it has only that. */
export const inWords = (words: Words, language: "en" | "ko"): string =>
  reading(() => {
    const { en = "", ko = "" } = readRecord("words", words) as Words;
    const [own, other] = language === "ko" ? [ko, en] : [en, ko];
    return String(own || other);
  });

/** Reads a file, parsed from its JSON, and runs everything that decides in it. Throws only where nothing of it can be read. */
export function checkQuestions(lab: QuestionsLab, value: unknown): CheckedQuestions {
  const known = reading(() =>
    labOf(lab)
      .polls()
      .map(({ id }) => id),
  );
  const copy = reading(() => plainCopy(ROOT, value, MOST_VALUES));
  const problems: QuestionsProblem[] = [];
  const refuse: Refuse = (path, { code, message, facts }) => problems.push({ path, code, message, facts });
  validate(QUESTIONS_SCHEMA, copy, ROOT, refuse);
  const { polls: listed } = Object(copy) as { polls?: unknown };
  const polls: OwnPoll[] = [];
  for (const [place, poll] of (Array.isArray(listed) ? listed : []).entries()) {
    const path = `${ROOT}.polls[${place}]`;
    // What has another form cannot be run.
    if (problems.some((problem) => problem.path.startsWith(path) && !/^\d/.test(problem.path.slice(path.length))))
      continue;
    const before = problems.length;
    const { id } = poll as OwnPoll;
    if (known.includes(id) || polls.some((other) => other.id === id))
      refuse(`${path}.id`, wrongType(`${path}.id`, "an id that no other poll has", id));
    for (const [at, statement] of (poll as OwnPoll).statements.entries()) {
      const where = `${path}.statements[${at}].holds`;
      try {
        decided(lab, statement.holds, where);
      } catch (thrown) {
        if (!(thrown instanceof AttographError)) throw thrown;
        refuse(where, thrown);
      }
    }
    if (problems.length === before) polls.push(poll as OwnPoll);
  }
  return freeze({ polls, problems });
}

/** Returns what decides each statement of a poll, computed now. Throws the errors of its runs. */
export function revealQuestion(lab: QuestionsLab, poll: OwnPoll): readonly OwnAnswer[] {
  reading(() => labOf(lab));
  const { statements } = pollOf(poll);
  return freeze(
    statements.map(({ holds }, place): OwnAnswer => {
      const { facts, met, runs } = decided(lab, holds, `${ROOT}.statements[${place}].holds`);
      return {
        id: letterAt(place),
        key: met ? "holds" : "fails",
        decidedBy: typeof holds === "boolean" ? "author" : "own-run",
        readings: runs.length > 0 ? [{ id: null, holds: met, facts, runs }] : [],
      };
    }),
  );
}

function labOf(lab: QuestionsLab): QuestionsLab {
  const { trace, polls } = readRecord("lab", lab, null, "a lab") as Partial<QuestionsLab>;
  if (typeof trace !== "function" || typeof polls !== "function") throw wrongType("lab", "a lab", lab);
  return lab;
}

const pollOf = (poll: unknown): OwnPoll =>
  readAs<OwnPoll>(QUESTIONS_SCHEMA.properties.polls.items, "poll", poll, MOST_VALUES);

interface Decided {
  readonly met: boolean;
  readonly facts: readonly OwnFact[];
  readonly runs: OwnAnswer["readings"][number]["runs"];
}

function decided(lab: QuestionsLab, holds: boolean | ByRuns, path: string): Decided {
  if (typeof holds === "boolean") return { met: holds, facts: [], runs: [] };
  const traces = holds.runs.map(({ algorithm, inputs }) => lab.trace(algorithm, inputs));
  const compared = holds.when.map((comparison, place) => compare(comparison, traces, `${path}.when[${place}]`));
  return {
    met: compared.every(({ met }) => met),
    runs: traces.map(({ algorithm, inputs }) => ({ algorithm, inputs })),
    facts: compared.flatMap(({ facts }, place) => facts.map((fact) => ({ ...fact, id: `${place + 1}-${fact.id}` }))),
  };
}

/** The numbers of one side, with their cells. */
interface Side {
  readonly given: number | NumberOfRun;
  readonly run: number;
  readonly shape: readonly number[];
  readonly numbers: ArrayLike<number>;
  /** Whether it is one number. */
  readonly single: boolean;
}

function sideOf(given: number | NumberOfRun, traces: readonly Trace[], path: string): Side {
  if (typeof given === "number") return { given, run: 0, shape: [], numbers: [given], single: true };
  const { run = 0, step, cell } = given;
  const trace = traces[run];
  if (!trace) throw wrongType(`${path}.run`, "the place of one of the runs", run);
  const known = trace.steps.map(({ id }) => id);
  if (!known.includes(step)) throw unknown("step", step, known);
  const { shape, data } = trace.step(step);
  if (!cell) return { given, run, shape, numbers: data, single: false };
  const outside = cell.length !== shape.length || cell.some((at, axis) => at >= (shape[axis] ?? 0));
  if (outside) throw refusal("index-out-of-bounds", { step, index: cell, shape });
  const place = cell.reduce((at, index, axis) => at * (shape[axis] ?? 0) + index, 0);
  return { given, run, shape, numbers: [data[place] ?? Number.NaN], single: true };
}

function expectSameShape(left: Side, right: Side, path: string): void {
  if (left.single || right.single) return;
  const [expected, found] = [left.shape, right.shape];
  if (expected.length !== found.length) throw wrongRank(`${path}.right`, expected.length, found.length);
  const axis = expected.findIndex((length, at) => length !== found[at]);
  if (axis < 0) return;
  const facts = { axis, expected: expected[axis] ?? 0, found: found[axis] ?? 0, because: `${path}.left` };
  throw refusal("shape-mismatch", { input: `${path}.right`, ...facts });
}

/** By how much two numbers are as a comparison says: below 0 where they are not. */
function marginOf(left: number, is: OwnComparison["is"], right: number, within: number): number {
  // An infinity is equal to itself.
  const apart = left === right ? 0 : left - right;
  const margins: Record<OwnComparison["is"], number> = {
    "=": within - Math.abs(apart),
    "!=": within - Math.abs(apart),
    "<": -apart - within,
    "<=": -apart + within,
    ">": apart - within,
    ">=": apart + within,
  };
  return Number.isNaN(apart) ? Number.NEGATIVE_INFINITY : margins[is];
}

/** Compares every pair of cells. The evidence is the cell that decides: the one where the comparison holds least. */
function compare(
  { left: first, is, right: second, within = 1e-9 }: OwnComparison,
  traces: readonly Trace[],
  path: string,
): { readonly met: boolean; readonly facts: OwnFact[] } {
  const [left, right] = [sideOf(first, traces, `${path}.left`), sideOf(second, traces, `${path}.right`)];
  expectSameShape(left, right, path);
  const count = left.single ? right.numbers.length : left.numbers.length;
  const at = (side: Side, place: number): number => side.numbers[side.single ? 0 : place] ?? Number.NaN;
  let [least, decisive] = [Number.POSITIVE_INFINITY, 0];
  for (let place = 0; place < count; place += 1) {
    const margin = marginOf(at(left, place), is, at(right, place), within);
    if (margin < least) [least, decisive] = [margin, place];
  }
  const strict = is === "<" || is === ">";
  const all = strict ? least > 0 : least >= 0;
  const facts = (count > 0 ? [left, right] : []).flatMap((side, place) => {
    const fact = factOf(side, decisive);
    if (!fact) return [];
    const [own, other] = [labelsOf(left, decisive), labelsOf(right, decisive)];
    // The first number says what it is compared with.
    const names =
      place === 0 ? { en: `${own.en} ${is} ${other.en}`, ko: `${own.ko} ${is} ${other.ko}` } : labelsOf(side, decisive);
    return [{ ...fact, id: place === 0 ? "left" : "right", names }];
  });
  return { met: is === "!=" ? !all : all, facts };
}

/** The cell of a side at a place. */
function cellOf({ given, shape }: Side, place: number): number[] {
  if (typeof given === "object" && given.cell) return [...given.cell];
  let rest = place;
  return shape.map((_, axis) => {
    const size = shape.slice(axis + 1).reduce((product, length) => product * length, 1);
    const index = Math.floor(rest / size);
    rest -= index * size;
    return index;
  });
}

function factOf(side: Side, place: number): Omit<OwnFact, "id" | "names"> | null {
  const { given, run, numbers, single } = side;
  if (typeof given === "number") return null;
  const value = numbers[single ? 0 : place] ?? Number.NaN;
  return { value, cell: { run, step: given.step, index: cellOf(side, place) } };
}

function labelsOf(side: Side, place: number): Required<Words> {
  const { given } = side;
  if (typeof given === "number") return { en: String(given), ko: String(given) };
  const { name, step } = given;
  if (name) return { en: inWords(name, "en"), ko: inWords(name, "ko") };
  const label = `${step}[${cellOf(side, place).join(", ")}]`;
  return { en: label, ko: label };
}
