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
import { nested } from "./state/inputs.ts";
import type { InputValue } from "./state/state.ts";

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
  trace(algorithm: string, inputs: Readonly<Record<string, InputValue>>): Trace;
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
}

/** What the page computes without asking: two seconds, and 256 MB. */
const WITHOUT_ASKING = { seconds: 2, bytes: 256_000_000 };

/** Loads the library once; later calls return the same. */
export async function openLibrary(): Promise<Lab> {
  const lab = await load();
  return {
    engine: lab.engine,
    catalog: lab.catalog(),
    trace: (algorithm, inputs) => lab.trace(algorithm, nested(inputs), { limit: WITHOUT_ASKING }),
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
