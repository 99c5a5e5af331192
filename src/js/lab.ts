import type { AlgorithmId, Inputs, Outputs } from "./algorithms.js";
import { readCell } from "./cell.js";
import { describeChecked, readEntries, readSeed } from "./derivation.js";
import type { Checked, Derivation } from "./derivation-types.js";
import { Directory } from "./directory.js";
import { AttographError, reading } from "./errors.js";
import { assembleExercise, describeExercise, keyOf, readAnswers, readKey } from "./exercise.js";
import type {
  Answers,
  Difficulty,
  Exercise,
  ExerciseEntry,
  ExerciseKey,
  Homework,
  Marked,
  Verification,
} from "./exercise-types.js";
import type { FastEngine } from "./fast/engine.js";
import type { SharedGpu } from "./fast/gpu/shared.js";
import { type GpuPolicy, partHandles, runShared, sharedFast, sharedGpu } from "./fast/offer.js";
import { flattenInputs } from "./given.js";
import type { CrossedTrace, Given } from "./glue.js";
import { verifyHomework, writeHomework } from "./homework.js";
import { assembleAnswer, assembleErratum } from "./lecture.js";
import type { Erratum, ErratumEntry, PollAnswer, PollEntry } from "./lecture-types.js";
import type { Machine } from "./machine.js";
import { describeMarks } from "./marks.js";
import { readPermuting } from "./measure.js";
import { drawNumbers, readDrawing } from "./random.js";
import { describe, wrongType } from "./refuse.js";
import { boundNotice, chosenBackend, rowsToCheck } from "./run-options.js";
import { assemble, checkIndex, declaredStep, ensured } from "./trace.js";
import type {
  Backend,
  CatalogEntry,
  CatalogStep,
  Cell,
  Check,
  Counts,
  Engine,
  Evaluation,
  Notice,
  PermutationOptions,
  PermutationTest,
  RandomOptions,
  RunOptions,
  Tensor,
  Trace,
} from "./types.js";

/** What a trace keeps to be asked about: its number in the instance that made it, and its inputs should that instance be gone. */
interface Memory {
  kept: Kept;
  readonly given: readonly Given[];
}

interface Kept {
  readonly trace: number;
  readonly generation: number;
}

/** A string, but no literal: a misspelled id is an error of the compiler. */
type Dynamic<Id extends string> = string extends Id ? Id : never;

/** From how many rows on `auto` prefers the f32 kernel: below, the f64 engine needs less than a frame and gives all its digits. */
const MANY_ROWS = 256;

/** The library: every algorithm of the catalog, and the arithmetic of every number. */
export class Lab {
  readonly #engine: Omit<Engine, "gpu">;
  readonly #policy: GpuPolicy;
  #gpu: SharedGpu | null = null;
  readonly #machine: Machine;
  readonly #algorithms: Directory<CatalogEntry>;
  readonly #exercises: Directory<ExerciseEntry>;
  readonly #derivations: Directory<Derivation>;
  readonly #errata: Directory<ErratumEntry>;
  readonly #polls: Directory<PollEntry>;
  readonly #memories = new WeakMap<object, Memory>();
  readonly #forgotten: FinalizationRegistry<Memory>;

  /** @internal */
  constructor(machine: Machine, engine: Omit<Engine, "gpu">, gpu: GpuPolicy) {
    this.#engine = engine;
    this.#policy = gpu;
    this.#machine = machine;
    this.#algorithms = new Directory("algorithm", () => machine.call((glue) => glue.catalog()));
    this.#exercises = new Directory("exercise", () => {
      const crossed = machine.call((glue) => glue.exercises());
      return crossed.map((exercise) => describeExercise(exercise, (step) => this.#declared(exercise.algorithm, step)));
    });
    this.#derivations = new Directory("exercise", () => machine.call((glue) => glue.derivations()));
    this.#errata = new Directory("erratum", () => machine.call((glue) => glue.errata()));
    this.#polls = new Directory("poll", () => machine.call((glue) => glue.polls()));
    this.#forgotten = new FinalizationRegistry(({ kept }) => {
      if (kept.generation === machine.generation) machine.call((glue) => glue.release(kept.trace));
    });
  }

  /** What runs, and why. */
  get engine(): Engine {
    const state = this.#gpu?.state;
    if (state && !("reason" in state)) return { ...this.#engine, gpu: state };
    const off =
      this.#policy === "off" ? "the GPU was turned off" : "a GPU is looked for when work is large enough to pay";
    return { ...this.#engine, gpu: null, reason: `${this.#engine.reason}; ${state?.reason ?? off}` };
  }

  /** Every algorithm: id, title, inputs, steps, outputs, source. */
  catalog(): readonly CatalogEntry[] {
    return this.#algorithms.entries();
  }

  /** Runs an algorithm in f64 and keeps every step. */
  trace<Id extends AlgorithmId>(id: Id, inputs: Inputs[Id]): Trace<Outputs[Id]>;
  /** For an id that is known only when the program runs. */
  trace<Id extends string>(id: Dynamic<Id>, inputs: object): Trace;
  trace(id: string, inputs: object): Trace {
    const entry = this.#algorithms.find(id);
    const machine = this.#machine;
    const given = reading(() => flattenInputs(entry, inputs));
    machine.makeRoom();
    const crossed = machine.call((glue) => glue.trace(id, given));
    const trace = assemble(entry, crossed);
    const memory: Memory = { kept: keep(machine, crossed), given };
    this.#memories.set(trace, memory);
    this.#forgotten.register(trace, memory);
    return trace;
  }

  /** Takes one number of a trace apart into the numbers it was made of. */
  cell(trace: Trace<unknown>, step: string, index: readonly number[]): Cell {
    const memory = typeof trace === "object" && trace !== null ? this.#memories.get(trace) : undefined;
    if (!memory) {
      const found = reading(() => describe(trace));
      throw new AttographError("foreign-trace", `only a trace that this lab made can be taken apart, not ${found}`, {
        found,
      });
    }
    const shown = trace.steps.find((candidate) => candidate.id === step);
    const declared = declaredStep(this.#algorithms.find(trace.algorithm), step);
    if (!shown || !declared) {
      if (typeof step !== "string") throw reading(() => wrongType("step", "the id of a step", step));
      throw new AttographError("unknown-step", `the trace has no step \`${step}\``, { step });
    }
    const place = reading(() => checkIndex(shown, index));
    const machine = this.#machine;
    if (memory.kept.generation !== machine.generation) {
      const again = machine.call((glue) => glue.trace(trace.algorithm, memory.given));
      memory.kept = keep(machine, again);
    }
    const numbers = machine.call((glue) => glue.cell(memory.kept.trace, step, Uint32Array.from(place)));
    return readCell(numbers, trace.steps, shown, place, declared);
  }

  /** Runs an algorithm for its results alone, in f32 where that is faster. */
  async run<Id extends AlgorithmId>(id: Id, inputs: Inputs[Id], options?: RunOptions): Promise<Evaluation<Outputs[Id]>>;
  /** For an id that is known only when the program runs. */
  async run<Id extends string>(id: Dynamic<Id>, inputs: object, options?: RunOptions): Promise<Evaluation>;
  async run(id: string, inputs: object, options: RunOptions = {}): Promise<Evaluation> {
    const entry = this.#algorithms.find(id);
    const machine = this.#machine;
    const started = performance.now();
    const backend = reading(() => chosenBackend(options));
    const { handles, rest } = reading(() => partHandles(inputs));
    const early = reading(() => flattenInputs(entry, rest));
    const lengths = [...handles.values(), ...early].map(({ shape }) => shape?.[0] ?? 0);
    const large = Math.max(0, ...lengths) >= MANY_ROWS;
    const rows = reading(() => rowsToCheck(options));
    let check: Check | null = null;
    let fallback: readonly Notice[] = [];
    if (backend !== "reference" && (backend !== "auto" || large)) {
      this.#gpu = await sharedGpu(this.#policy);
      const result = await runShared({ id, given: early, handles, backend, gpu: this.#gpu, rows });
      check = result?.check ?? null;
      if (result?.outputs && check?.within !== false) {
        const { outputs, notices, workers } = result;
        const milliseconds = performance.now() - started;
        const more = { ...(workers > 0 && { workers }), ...(check && { check }) };
        return { outputs, notices, backend: result.backend, milliseconds, ...more };
      }
      fallback = result?.notices ?? [];
    }
    const given = handles.size === 0 ? early : reading(() => flattenInputs(entry, inputs));
    machine.makeRoom();
    const crossed = machine.call((glue) => glue.evaluate(id, given));
    const outputs = crossed.outputs.map(({ name, shape, data }) => [name, { shape, data }] as const);
    const notices = [...fallback, ...(check ? [boundNotice(check)] : []), ...crossed.notices];
    const milliseconds = performance.now() - started;
    return {
      outputs: Object.fromEntries(outputs),
      notices,
      backend: "reference",
      milliseconds,
      ...(check && { check }),
    };
  }

  /** The fast engine that {@link Lab.run} uses, for handles that it takes in place of tensors; null where there is none. */
  fast(): Promise<FastEngine | null> {
    return sharedFast();
  }

  /**
   * Which engines can compute here, and why those cannot that cannot. Opens the fast ones, and waits until it is known whether the
   * GPU pays, should that be under way.
   */
  async backends(): Promise<readonly Backend[]> {
    const fast = await sharedFast();
    this.#gpu = await sharedGpu(this.#policy);
    const off = this.#policy === "off" ? "the GPU was turned off" : "the fast engine is not there";
    const state = (await this.#gpu?.describe()) ?? { reason: off };
    await this.#gpu?.settled();
    return [
      { backend: "reference", name: "f64", reason: null },
      { backend: "cpu", name: fast?.wasm ?? "", reason: fast ? null : "the fast engine is not there" },
      "reason" in state
        ? { backend: "gpu", name: "", reason: state.reason }
        : { backend: "gpu", name: state.name, software: state.software, reason: null },
    ];
  }

  /** Runs an algorithm and counts the operations and bytes of every step. */
  count<Id extends AlgorithmId>(id: Id, inputs: Inputs[Id]): Counts;
  /** For an id that is known only when the program runs. */
  count<Id extends string>(id: Dynamic<Id>, inputs: object): Counts;
  count(id: string, inputs: object): Counts {
    const entry = this.#algorithms.find(id);
    const machine = this.#machine;
    const given = reading(() => flattenInputs(entry, inputs));
    machine.makeRoom();
    return machine.call((glue) => glue.count(id, given));
  }

  /** Runs an algorithm with its tokens or nodes in two orders: is each result invariant, equivariant or neither? */
  permutationTest<Id extends AlgorithmId>(id: Id, inputs: Inputs[Id], options?: PermutationOptions): PermutationTest;
  /** For an id that is known only when the program runs. */
  permutationTest<Id extends string>(id: Dynamic<Id>, inputs: object, options?: PermutationOptions): PermutationTest;
  permutationTest(id: string, inputs: object, options: PermutationOptions = {}): PermutationTest {
    const entry = this.#algorithms.find(id);
    const machine = this.#machine;
    const given = reading(() => flattenInputs(entry, inputs));
    const asked = reading(() => readPermuting(options));
    machine.makeRoom();
    return machine.call((glue) =>
      glue.permutationTest(id, given, asked.axes, asked.inputs, asked.permutation, asked.seed, asked.tolerance),
    );
  }

  /** Fills a tensor with seeded random numbers: the same seed gives the same bits everywhere. */
  random(shape: readonly number[], options: RandomOptions): Tensor {
    const drawing = reading(() => readDrawing(shape, options));
    return drawNumbers(this.#machine, drawing);
  }

  /** Every exercise: id, algorithm, the steps that are asked for, the misconceptions that are known. */
  exercises(): readonly ExerciseEntry[] {
    return this.#exercises.entries();
  }

  /** Draws an exercise: the same seed and difficulty give the same inputs everywhere. */
  exercise(id: string, options: { readonly seed: number; readonly difficulty?: Difficulty | undefined }): Exercise {
    const key = reading(() => readKey(id, options));
    const entry = this.#exercises.find(key.id);
    const crossed = this.#machine.call((glue) => glue.exercise(key.id, key.seed, key.difficulty));
    return assembleExercise(entry, key, crossed, (step) => this.#declared(entry.algorithm, step));
  }

  /** Marks what was typed so far. */
  mark(exercise: ExerciseKey, answers: Answers): Marked {
    const { id, seed, difficulty } = reading(() => keyOf(exercise));
    const typed = reading(() => readAnswers(answers));
    const entry = this.#exercises.find(id);
    const crossed = this.#machine.call((glue) => glue.mark(id, seed, difficulty, typed));
    return describeMarks(crossed, typed, (step) => this.#declared(entry.algorithm, step));
  }

  /** Everything to show by writing expressions: what they may speak of, and what is to be written. */
  derivations(): readonly Derivation[] {
    return this.#derivations.entries();
  }

  /**
   * Holds expressions against what is to be shown, at 60 random points from a seed: every equal form is right, for any other there is a point at which
   * it is wrong.
   */
  check(
    id: string,
    texts: Readonly<Record<string, string | null | undefined>>,
    options: { seed?: number } = {},
  ): Checked {
    this.#derivations.find(id);
    const seed = reading(() => readSeed(options));
    const typed = reading(() => readEntries(texts));
    return describeChecked(this.#machine.call((glue) => glue.check(id, seed, typed.entries, typed.texts)));
  }

  /** Writes a file to hand in. */
  async homework(exercise: ExerciseKey, answers: Answers): Promise<Homework> {
    return writeHomework(this, exercise, answers);
  }

  /**
   * Checks a file, as parsed from its JSON: whether exercise, answers and marks belong together and were left as the library wrote them. Whose answers
   * they are, no file can prove: nothing here is secret, so that whoever has the library can make a file that verifies.
   */
  async verify(file: unknown): Promise<Verification> {
    return verifyHomework(this, file);
  }

  /** Every error of the lecture documents that shows in numbers: id, topic, algorithm. */
  errata(): readonly ErratumEntry[] {
    return this.#errata.entries();
  }

  /** Runs one of them both ways, as printed and as it should be, and finds the first number that differs. */
  erratum(id: string): Erratum {
    this.#errata.find(id);
    const crossed = this.#machine.call((glue) => glue.erratum(id));
    return assembleErratum(crossed, (algorithm, step) => this.#declared(algorithm, step));
  }

  /** Every poll of the lecture documents, without anything that answers it: id, topic, statements. */
  polls(): readonly PollEntry[] {
    return this.#polls.entries();
  }

  /** One poll as it is asked. */
  poll(id: string): PollEntry {
    return this.#polls.find(id);
  }

  /** Answers a poll: gathers the evidence for each of its statements, and computes from it whether the statement holds. */
  reveal(id: string): PollAnswer {
    const entry = this.#polls.find(id);
    const crossed = this.#machine.call((glue) => glue.reveal(id));
    return assembleAnswer(entry, crossed);
  }

  #declared(algorithm: string, id: string): CatalogStep {
    return ensured(declaredStep(this.#algorithms.find(algorithm), id), id);
  }
}

const keep = (machine: Machine, { trace }: CrossedTrace): Kept => ({ trace, generation: machine.generation });
