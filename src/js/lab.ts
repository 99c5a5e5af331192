import type { AlgorithmId, DerivationId, ErratumId, ExerciseId, PollId } from "./algorithms.js";
import { deprecated } from "./deprecated.js";
import { describeMarked, readEntries, readSeed } from "./derivation.js";
import type { Derivation, MarkedDerivation } from "./derivation-types.js";
import { Directory } from "./directory.js";
import { reading } from "./errors.js";
import { assembleExercise, describeExercise, keyOf, readAnswers, readKey, readOwn } from "./exercise.js";
import type {
  Answers,
  Exercise,
  ExerciseEntry,
  ExerciseKey,
  ExerciseOptions,
  Homework,
  Marked,
  Verification,
} from "./exercise-types.js";
import type { FastEngine } from "./fast/engine.js";
import { type FastEngines, type GpuPolicy, partHandles } from "./fast/engines.js";
import type { SharedGpu } from "./fast/gpu/shared.js";
import { withPatterns } from "./formula.js";
import { differencesOf, readStored } from "./from-json.js";
import { flattenInputs, readGraphs, renamedNotice, uniteGraphs } from "./given.js";
import type { Given } from "./glue.js";
import { readGradient } from "./gradient.js";
import { verifyHomework, writeHomework } from "./homework.js";
import type { Example, IdOf, InputsOf, OutputsOf, StepsOf, TensorsOf } from "./ids.js";
import { assembleAnswer, assembleErratum } from "./lecture.js";
import type { Erratum, ErratumEntry, PollAnswer, PollEntry } from "./lecture-types.js";
import type { Machine } from "./machine.js";
import { describeMarks } from "./marks.js";
import { readPermuting } from "./measure.js";
import { freeze } from "./plain.js";
import { drawNumbers, readDrawing } from "./random.js";
import { readRecord, refuseUnknown } from "./refuse.js";
import { boundNotice, chosenBackend, isForSparse, limitOf, rowsToCheck, signalOf, traceLimit } from "./run-options.js";
import { loading } from "./source.js";
import type { Join, LabText, Speaker } from "./text/types.js";
import { declaredStep, ensured } from "./trace.js";
import type { Gradient, Restored, Trace, TraceData } from "./trace-types.js";
import { Traces } from "./traces.js";
import type {
  Backend,
  CatalogEntry,
  CatalogStep,
  Cell,
  Check,
  CostOptions,
  Counts,
  Engine,
  Estimate,
  EstimateOptions,
  Evaluation,
  GradientOptions,
  GraphInput,
  GraphUnion,
  Notice,
  PermutationOptions,
  PermutationTest,
  RandomOptions,
  RunOptions,
  Tensor,
  TraceOptions,
} from "./types.js";

/** The number of rows from which `auto` prefers the f32 kernels. Below, the f64 engine takes less than a frame. */
const MANY_ROWS = 256;

/** Validates what else is counted or estimated: as it crosses, nothing for the run alone. */
function costOf(entry: CatalogEntry, options: CostOptions, known = ["gradient"]): readonly Given[] {
  const { gradient } = readRecord("options", options, known);
  return gradient === undefined ? [] : readGradient(entry, gradient, "options.gradient").crossing;
}

/** The library: runs every algorithm of the catalog, and returns the arithmetic of every number. */
export class Lab {
  readonly #engine: Omit<Engine, "gpu">;
  readonly #fast: FastEngines;
  readonly #policy: GpuPolicy;
  #gpu: SharedGpu | null = null;
  readonly #machine: Machine;
  readonly #algorithms: Directory<CatalogEntry>;
  readonly #exercises: Directory<ExerciseEntry>;
  readonly #derivations: Directory<Derivation>;
  readonly #errata: Directory<ErratumEntry>;
  readonly #polls: Directory<PollEntry>;
  readonly #traces: Traces;
  readonly #join: Join;

  /** The texts that were asked for by the option `text` of `load`; null without it. */
  readonly text: LabText | null;

  /** @internal */
  constructor(
    machine: Machine,
    engine: Omit<Engine, "gpu">,
    gpu: GpuPolicy,
    fast: FastEngines,
    speaker: Speaker | null = null,
  ) {
    this.text = speaker?.text ?? null;
    const join: Join = speaker?.join ?? ((_, result) => result);
    this.#join = join;
    this.#engine = engine;
    this.#fast = fast;
    this.#policy = gpu;
    this.#machine = machine;
    this.#algorithms = new Directory(
      "algorithm",
      () => join("algorithms", machine.call((glue) => glue.catalog()).map(withPatterns)),
      (id) => join("algorithms", machine.call((glue) => glue.catalog(id)).map(withPatterns))[0],
    );
    this.#exercises = new Directory("exercise", () => {
      const crossed = machine.call((glue) => glue.exercises());
      const entries = crossed.map((exercise) =>
        describeExercise(exercise, (step) => this.#declared(exercise.algorithm, step)),
      );
      return join("exercises", entries);
    });
    this.#derivations = new Directory("derivation", () =>
      join(
        "derivations",
        machine.call((glue) => glue.derivations()),
      ),
    );
    this.#errata = new Directory("erratum", () =>
      join(
        "errata",
        machine.call((glue) => glue.errata()),
      ),
    );
    this.#polls = new Directory("poll", () =>
      join(
        "polls",
        machine.call((glue) => glue.polls()),
      ),
    );
    this.#traces = new Traces(machine, (id) => this.#algorithms.find(id), join);
  }

  /** The engine that computes, and why it was chosen. */
  get engine(): Engine {
    const state = this.#gpu?.state;
    const isGpu = state !== undefined && state !== null && !("reason" in state);
    const off =
      this.#policy === "off" ? "the GPU was turned off" : "a GPU is looked for when work is large enough to pay";
    const more = [this.#fast.problem, isGpu ? null : (state?.reason ?? off)];
    const reason = [this.#engine.reason, ...more].filter(Boolean).join("; ");
    return { ...this.#engine, gpu: isGpu ? state : null, reason };
  }

  /** Returns every algorithm: id, title, inputs, steps, outputs, source. */
  catalog(): readonly CatalogEntry[] {
    return this.#algorithms.entries();
  }

  /**
   * Returns inputs of an algorithm that show its point, and the names of their tokens, nodes and features: those of its page. They are loaded with the first
   * call.
   */
  async example<Id extends string>(id: IdOf<AlgorithmId, Id>): Promise<Example<Id>>;
  async example(id: string): Promise<Example<string>> {
    this.#algorithms.find(id);
    const { default: examples } = await loading("the examples", () => import("./examples.js"));
    // Every algorithm of the catalog has one. A caller may change what it is given.
    return structuredClone(examples[id]) as Example<string>;
  }

  /** Runs an algorithm in f64 and returns every step. */
  trace<Id extends string>(
    id: IdOf<AlgorithmId, Id>,
    inputs: InputsOf<Id>,
    options?: TraceOptions,
  ): Trace<OutputsOf<Id>, StepsOf<Id>>;
  trace(id: string, inputs: object, options: TraceOptions = {}): Trace {
    const entry = this.#algorithms.find(id);
    const given = reading(() => flattenInputs(entry, inputs));
    const limit = reading(() => traceLimit(options));
    return this.#traces.make(entry, given, limit);
  }

  /**
   * Runs an algorithm in f64, goes back through it by the chain rule, and returns every step of both with the gradients of the inputs: how the result, or a loss
   * behind it, changes with each of their numbers. An input that has no gradient is named by a notice `no-gradient`, or by an error if it was asked for.
   */
  gradient<Id extends string>(
    id: IdOf<AlgorithmId, Id>,
    inputs: InputsOf<Id>,
    options?: GradientOptions<keyof OutputsOf<Id> & string, TensorsOf<Id>>,
  ): Gradient<OutputsOf<Id>, TensorsOf<Id>>;
  gradient(id: string, inputs: object, options: GradientOptions = {}): Gradient {
    const entry = this.#algorithms.find(id);
    const given = reading(() => flattenInputs(entry, inputs));
    const known = ["of", "at", "upstream", "wrt", "through", "limit"];
    const asked = reading(() => readGradient(entry, options, "options", known));
    const limit = reading(() => limitOf(options));
    return this.#traces.back(entry, given, asked, limit);
  }

  /**
   * Returns the arithmetic of one number of a trace: the numbers it was computed from, and how. A copy of a trace, as by `structuredClone`, is computed again
   * from its inputs.
   */
  cell<Step extends string, Id extends string>(
    trace: TraceData<unknown, Step>,
    step: IdOf<NoInfer<Step>, Id>,
    index: readonly number[],
  ): Cell {
    return this.#join("cell", this.#traces.cell(trace, step, index));
  }

  /**
   * Reads a trace that was parsed from its JSON, computes it again from its inputs, and returns it with the differences between what was stored and what was
   * computed.
   */
  fromJSON(value: unknown, options?: TraceOptions): Restored {
    const stored = reading(() => readStored(value));
    const limit = reading(() => traceLimit(options ?? {}));
    const entry = this.#algorithms.find(stored.algorithm);
    const given = reading(() => flattenInputs(entry, stored.inputs));
    if (stored.gradient === undefined) {
      const trace = this.#traces.make(entry, given, limit);
      return freeze({ trace, differences: differencesOf(stored, trace) });
    }
    const asked = reading(() => readGradient(entry, stored.gradient, "trace.gradient"));
    const { trace, gradients } = this.#traces.back(entry, given, asked, limit);
    return freeze({ trace, gradients, differences: differencesOf(stored, trace) });
  }

  /** Runs an algorithm and returns only its results, computed in f32 where that is faster. */
  async run<Id extends string>(
    id: IdOf<AlgorithmId, Id>,
    inputs: InputsOf<Id>,
    options?: RunOptions,
  ): Promise<Evaluation<OutputsOf<Id>>>;
  async run(id: string, inputs: object, options: RunOptions = {}): Promise<Evaluation> {
    const entry = this.#algorithms.find(id);
    const machine = this.#machine;
    const started = performance.now();
    const backend = reading(() => chosenBackend(options));
    const limit = reading(() => limitOf(options));
    const { handles, rest } = reading(() => partHandles(inputs));
    const early = reading(() => flattenInputs(entry, rest));
    const lengths = reading(() => [...handles.values(), ...early].map(({ shape }) => shape?.[0] ?? 0));
    // The kernels know no batches.
    const isBatch = early.some(({ kind }) => kind === "batch");
    const large = Math.max(0, ...lengths) >= MANY_ROWS;
    const rows = reading(() => rowsToCheck(options));
    const signal = reading(() => signalOf(options));
    signal?.throwIfAborted();
    let check: Check | null = null;
    const off: readonly Notice[] =
      backend === "gpu" && this.#policy === "off" ? [{ code: "gpu-absent", reason: "it was turned off" }] : [];
    let fallback = off;
    if (!isBatch && (backend === "cpu" || backend === "gpu" || (backend === "auto" && large))) {
      this.#gpu = await this.#fast.gpu(this.#policy);
      const result = await this.#fast.run({ id, given: early, handles, backend, gpu: this.#gpu, rows, signal });
      check = result?.check ?? null;
      if (result?.outputs && check?.within !== false) {
        const { outputs, notices, workers } = result;
        const milliseconds = performance.now() - started;
        const more = { ...(workers > 0 && { workers }), ...(check && { check }) };
        const all = this.#join("notices", [...off, ...notices, ...renamedNotice(early)]);
        return { outputs, notices: all, backend: result.backend, milliseconds, ...more };
      }
      fallback = [...off, ...(result?.notices ?? [])];
    }
    const given = handles.size === 0 ? early : reading(() => flattenInputs(entry, inputs));
    signal?.throwIfAborted();
    machine.makeRoom();
    const crossed = machine.call((glue) => glue.evaluate(id, given, backend, limit.seconds, limit.bytes));
    const exact = backend === "reference" ? "reference" : "nalgebra";
    const outputs = crossed.outputs.map(({ name, shape, data }) => [name, { shape, data }] as const);
    const notices = [...fallback, ...(check ? [boundNotice(check)] : []), ...crossed.notices];
    const milliseconds = performance.now() - started;
    return {
      outputs: Object.fromEntries(outputs),
      notices: this.#join("notices", notices),
      backend: crossed.sparse ? "sparse" : exact,
      milliseconds,
      ...(check && { check }),
    };
  }

  /** Returns the fast engine of {@link Lab.run}, or null if there is none. `run` accepts the handles of this engine in place of tensors. */
  fast(): Promise<FastEngine | null> {
    return this.#fast.engine();
  }

  /**
   * Returns which engines can compute here, and why the others cannot. Opens the fast engines, and waits for the measurement of the GPU if one is under
   * way.
   */
  async backends(): Promise<readonly Backend[]> {
    const fast = await this.#fast.engine();
    this.#gpu = await this.#fast.gpu(this.#policy);
    const absent = fast ? null : (this.#fast.problem ?? "the fast engine is not there");
    const off = this.#policy === "off" ? "the GPU was turned off" : (absent ?? "the fast engine is not there");
    const state = (await this.#gpu?.describe()) ?? { reason: off };
    await this.#gpu?.settled();
    return [
      { backend: "reference", name: "f64", reason: null },
      { backend: "nalgebra", name: "f64", reason: null },
      { backend: "sparse", name: "f64", reason: null },
      { backend: "cpu", name: fast?.wasm ?? "", reason: absent },
      "reason" in state
        ? { backend: "gpu", name: "", reason: state.reason }
        : { backend: "gpu", name: state.name, software: state.software, reason: null },
    ];
  }

  /**
   * Estimates what a run in f64, and with `gradient` the way back, costs without running it, so that a program can ask before it does. Takes milliseconds,
   * whatever the inputs ask for.
   */
  estimate<Id extends string>(
    id: IdOf<AlgorithmId, Id>,
    inputs: InputsOf<Id>,
    options: EstimateOptions = {},
  ): Estimate {
    const entry = this.#algorithms.find(id);
    const machine = this.#machine;
    const given = reading(() => flattenInputs(entry, inputs));
    const asked = reading(() => costOf(entry, options, ["gradient", "backend"]));
    const isSparse = reading(() => isForSparse(options));
    machine.makeRoom();
    return machine.call((glue) => glue.estimate(id, given, asked, isSparse));
  }

  /** Runs an algorithm, and with `gradient` goes back through it, and returns the number of operations and bytes of every step. */
  count<Id extends string>(id: IdOf<AlgorithmId, Id>, inputs: InputsOf<Id>, options: CostOptions = {}): Counts {
    const entry = this.#algorithms.find(id);
    const machine = this.#machine;
    const given = reading(() => flattenInputs(entry, inputs));
    const asked = reading(() => costOf(entry, options));
    machine.makeRoom();
    return machine.call((glue) => glue.count(id, given, asked));
  }

  /** Runs an algorithm with its tokens or nodes in two orders, and returns whether each result is invariant, equivariant or neither. */
  permutationTest<Id extends string>(
    id: IdOf<AlgorithmId, Id>,
    inputs: InputsOf<Id>,
    options: PermutationOptions = {},
  ): PermutationTest {
    const entry = this.#algorithms.find(id);
    const machine = this.#machine;
    const given = reading(() => flattenInputs(entry, inputs));
    const asked = reading(() => readPermuting(options));
    const known = entry.inputs.map(({ name }) => name);
    const isFormer = (name: string): boolean => entry.inputs.some(({ former }) => former === name);
    refuseUnknown("input", asked.inputs?.filter((name) => !isFormer(name)) ?? [], known);
    machine.makeRoom();
    return machine.call((glue) =>
      glue.permutationTest(id, given, asked.axes, asked.inputs, asked.permutation, asked.seed, asked.tolerance),
    );
  }

  /** Returns a tensor of seeded random numbers: the same seed gives the same bits on every platform. */
  random(shape: readonly number[], options: RandomOptions): Tensor {
    const drawing = reading(() => readDrawing(shape, options));
    return drawNumbers(this.#machine, drawing);
  }

  /**
   * Returns several graphs as one, for a batch: the nodes of each follow those of the graphs before it, and no message leads from one to another. A layer whose
   * nodes hear their neighbors only gives each node the bits that it has in its own graph, if the features are put behind each other likewise.
   */
  disjointUnion(graphs: readonly GraphInput[]): GraphUnion {
    const given = reading(() => readGraphs(graphs));
    return uniteGraphs(this.#machine, given);
  }

  /** Returns every exercise: id, algorithm, asked steps, known misconceptions. */
  exercises(): readonly ExerciseEntry[] {
    return this.#exercises.entries();
  }

  /**
   * Draws an exercise: the same seed and difficulty give the same inputs on every platform. Inputs that are given as `own` stand in the place of drawn ones: of at most
   * 100 numbers each, as many as a step to fill in may have.
   */
  exercise<Id extends string>(id: IdOf<ExerciseId, Id>, options: ExerciseOptions): Exercise {
    const key = reading(() => readKey(id, options));
    const entry = this.#exercises.find(key.id);
    const { given, plain } = reading(() => readOwn(key.own, entry, this.#algorithms.find(entry.algorithm)));
    const crossed = this.#machine.call((glue) => glue.exercise(key.id, key.seed, key.difficulty, given));
    const exercise = assembleExercise(entry, key, crossed, plain, (step) => this.#declared(entry.algorithm, step));
    return this.#join("exercise", exercise);
  }

  /** Marks answers, which may be incomplete. */
  mark(exercise: ExerciseKey, answers: Answers): Marked {
    const { id, seed, difficulty, own } = reading(() => keyOf(exercise));
    const typed = reading(() => readAnswers(answers));
    const entry = this.#exercises.find(id);
    const known = entry.asked.map(({ step }) => step);
    refuseUnknown(
      "step",
      typed.map(({ step }) => step),
      known,
    );
    const { given } = reading(() => readOwn(own, entry, this.#algorithms.find(entry.algorithm)));
    const crossed = this.#machine.call((glue) => glue.mark(id, seed, difficulty, given, typed));
    return this.#join("marked", describeMarks(crossed, typed, entry.asked));
  }

  /** Returns every derivation: its symbols, and the expressions to write. */
  derivations(): readonly Derivation[] {
    return this.#derivations.entries();
  }

  /**
   * Marks the expressions of a derivation by their values at 60 random points drawn from a seed. Every equivalent form is right; for any other form the mark
   * has a point at which it differs.
   */
  markDerivation<Id extends string>(
    id: IdOf<DerivationId, Id>,
    texts: Readonly<Record<string, string | null | undefined>>,
    options: { readonly seed?: number } = {},
  ): MarkedDerivation {
    const { entries } = this.#derivations.find(id);
    const seed = reading(() => readSeed(options));
    const typed = reading(() => readEntries(texts));
    const known = entries.map((entry) => entry.id);
    refuseUnknown("entry", typed.entries, known);
    const crossed = this.#machine.call((glue) => glue.check(id, seed, typed.entries, typed.texts));
    return this.#join("checked", describeMarked(crossed), id);
  }

  /** @deprecated The former name of {@link Lab.markDerivation}, accepted until version 1.0. */
  check(...given: Parameters<Lab["markDerivation"]>): MarkedDerivation {
    deprecated("lab.check", "lab.markDerivation");
    return this.markDerivation(...given);
  }

  /** Returns a file to hand in. It may have the name of whoever hands it in, of up to 200 characters. */
  async homework(exercise: ExerciseKey, answers: Answers, options: { readonly name?: string } = {}): Promise<Homework> {
    return writeHomework(this, exercise, answers, options);
  }

  /**
   * Verifies a file, parsed from its JSON: whether exercise, answers and marks belong together and are as the library wrote them. It cannot prove whose
   * answers they are: nothing here is secret, so anyone who has the library can write a file that verifies.
   */
  async verify(file: unknown): Promise<Verification> {
    return verifyHomework(this, file);
  }

  /** Returns every error of the lecture documents that changes numbers: id, topic, algorithm. */
  errata(): readonly ErratumEntry[] {
    return this.#errata.entries();
  }

  /** Computes an erratum as printed and as corrected, and returns both with the first number that differs. */
  erratum<Id extends string>(id: IdOf<ErratumId, Id>): Erratum {
    this.#errata.find(id);
    const crossed = this.#machine.call((glue) => glue.erratum(id));
    return this.#join(
      "erratum",
      assembleErratum(crossed, ({ algorithm, inputs }) => this.trace(algorithm, inputs)),
    );
  }

  /** Returns every poll of the lecture documents without its evidence: id, topic, statements. */
  polls(): readonly PollEntry[] {
    return this.#polls.entries();
  }

  /** Returns one poll without its evidence. */
  poll<Id extends string>(id: IdOf<PollId, Id>): PollEntry {
    return this.#polls.find(id);
  }

  /** Returns a poll with the evidence for each of its statements, and whether each statement is true according to it. */
  reveal<Id extends string>(id: IdOf<PollId, Id>): PollAnswer {
    const entry = this.#polls.find(id);
    const crossed = this.#machine.call((glue) => glue.reveal(id));
    return this.#join("answer", assembleAnswer(entry, crossed));
  }

  #declared(algorithm: string, id: string): CatalogStep {
    return ensured(declaredStep(this.#algorithms.find(algorithm), id), id);
  }
}
