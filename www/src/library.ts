/** The only module that loads the library, except for the worker that measures engines. All others use plain trace data, and what writes texts. */
import {
  type Answers,
  AttographError,
  type CatalogEntry,
  type Cell,
  type Counts,
  type Derivation,
  type Engine,
  type Erratum,
  type Estimate,
  type Exercise,
  type ExerciseKey,
  type Gradient,
  type GradientOptions,
  type Homework,
  load,
  type Marked,
  type MarkedDerivation,
  type PollAnswer,
  type RandomOptions,
  type Tensor,
  type Trace,
  type TraceStep,
} from "attograph";
import type { QuestionsLab } from "attograph/questions";
import { nested } from "./state/inputs.ts";
import type { Inputs, InputValue } from "./state/state.ts";

export type {
  Answers,
  CatalogEntry,
  CatalogInput,
  Cell,
  Check,
  Counts,
  Derivation,
  DerivationMark,
  Engine,
  Erratum,
  ErratumEntry,
  ErratumValue,
  Estimate,
  Exercise,
  ExerciseKey,
  Hint,
  Homework,
  LectureSource,
  Mark,
  Marked,
  MarkedDerivation,
  MarkedStep,
  Notice,
  Operand,
  PollAnswer,
  PollFact,
  PollReading,
  PollStatement,
  Tensor,
  Trace,
  TraceStep,
} from "attograph";

/** The page's interface to the library: by id, with inputs by their flat names. */
export interface Lab {
  readonly engine: Engine;
  readonly catalog: readonly CatalogEntry[];
  /** Refuses what is estimated beyond `limit`; by default, beyond {@link AT_MOST}. */
  trace(algorithm: string, inputs: Readonly<Record<string, InputValue>>, limit?: Limit): Trace;
  /** As {@link Lab.trace}, with the way back behind the run. */
  gradient(
    algorithm: string,
    inputs: Readonly<Record<string, InputValue>>,
    asked: Pick<GradientOptions, "at" | "through">,
    limit?: Limit,
  ): Gradient;
  estimate(algorithm: string, inputs: Readonly<Record<string, InputValue>>): Estimate;
  count(algorithm: string, inputs: Readonly<Record<string, InputValue>>): Counts;
  cell(trace: Trace, step: string, index: readonly number[]): Cell;
  random(shape: readonly number[], options: RandomOptions): Tensor;
  exercise(key: ExerciseKey): Exercise;
  mark(key: ExerciseKey, answers: Answers): Marked;
  homework(key: ExerciseKey, answers: Answers, options?: { readonly name?: string }): Promise<Homework>;
  readonly derivations: readonly Derivation[];
  markDerivation(id: string, texts: Readonly<Record<string, string>>): MarkedDerivation;
  reveal(id: string): PollAnswer;
  /** The library as polls of a lecturer use it. */
  readonly questions: QuestionsLab;
  erratum(id: string): Erratum;
}

/** Why a call failed; `code` has a text in every language. */
export interface Problem {
  readonly code: string;
  readonly facts: Readonly<Record<string, unknown>>;
  /** The library's own message, in English. */
  readonly message: string;
  /** The run that was refused because it would take long; it can be computed in the background. */
  readonly run?: LargeRun;
}

/** A run that takes longer, or more memory, than a page may without asking. */
export interface LargeRun {
  readonly algorithm: string;
  readonly inputs: Readonly<Record<string, InputValue>>;
  /** Those of the inputs that the reader has changed. */
  readonly changes: Inputs;
  /** What it is estimated to take, where the page can show its steps if the reader wants to wait; null where it is too large for that. */
  readonly waits: Limit | null;
}

/** What a run may take, by its estimate. */
export interface Limit {
  readonly seconds: number;
  readonly bytes: number;
}

/**
 * What the page computes and draws without asking: what takes about a tenth of a second, in which a reader does not notice that the page stands still. Arithmetic takes
 * about an eighth of the time that is estimated for it; so many bytes are copied, searched for the largest number and drawn in about that time.
 */
export const WITHOUT_ASKING: Limit = { seconds: 0.8, bytes: 24_000_000 };
/** The most that it computes beside what is shown. */
export const AT_MOST: Limit = { seconds: 2, bytes: 256_000_000 };

type Library = Awaited<ReturnType<typeof load>>;

const opened = new WeakMap<Library, Lab>();

/** Loads the library once; later calls return the same. */
export async function openLibrary(): Promise<Lab> {
  const library = await load();
  const lab = opened.get(library) ?? ofPage(library);
  opened.set(library, lab);
  return lab;
}

/** The library as the page uses it. */
function ofPage(lab: Library): Lab {
  return {
    engine: lab.engine,
    catalog: lab.catalog(),
    trace: (algorithm, inputs, limit = AT_MOST) => lab.trace(algorithm, nested(inputs), { limit }),
    gradient: (algorithm, inputs, asked, limit = AT_MOST) =>
      lab.gradient(algorithm, nested(inputs), { ...asked, limit }),
    estimate: (algorithm, inputs) => lab.estimate(algorithm, nested(inputs)),
    count: (algorithm, inputs) => lab.count(algorithm, nested(inputs)),
    cell: (run, step, index) => lab.cell(run, step, [...index]),
    random: (shape, options) => lab.random([...shape], options),
    exercise: (key) => lab.exercise(key.id, key),
    mark: (key, answers) => lab.mark(key, answers),
    homework: (key, answers, options) => lab.homework(key, answers, options),
    get derivations() {
      return lab.derivations();
    },
    markDerivation: (id, texts) => lab.markDerivation(id, texts),
    reveal: (id) => lab.reveal(id),
    questions: { trace: (id, inputs) => lab.trace(id, inputs, { limit: AT_MOST }), polls: () => lab.polls() },
    erratum: (id) => lab.erratum(id),
  };
}

export function problemOf(error: unknown): Problem {
  if (error instanceof AttographError) return { code: error.code, facts: error.facts, message: error.message };
  return { code: "load-failed", facts: {}, message: error instanceof Error ? error.message : String(error) };
}

export function stepsById(trace: Trace): Map<string, TraceStep> {
  return new Map(trace.steps.map((step) => [step.id, step]));
}
