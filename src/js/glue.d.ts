/** The generated half of the bindings: converts strings and arrays, and owns one WebAssembly instance. */
import type { Derivation, DerivationMark, Point } from "./derivation-types.js";
import type { ExerciseEntry, ExerciseStep, Marked, MarkedStep } from "./exercise-types.js";
import type { Erratum, ErratumEntry, PollEntry, PollReading, PollStatement } from "./lecture-types.js";
import type { PlatformMemory, PlatformModule } from "./platform.js";
import type { StepOfGradient } from "./trace-types.js";
import type { CatalogEntry, Counts, Estimate, Notice, Op, PermutationTest, RunOptions, Tensor } from "./types.js";

/** One input. `kind` determines which of the other fields it has. */
export interface Given {
  /** As the caller wrote it, which may be its former name. */
  readonly name: string;
  /** Its present name, where `name` is the former one; read on this side only. */
  readonly present?: string | undefined;
  readonly kind: "tensor" | "batch" | "number" | "flag" | "word" | "graph";
  /** `tensor`, `batch`, and the edges of a `graph`. */
  readonly shape?: Uint32Array;
  readonly data?: Float64Array;
  readonly number?: number;
  readonly flag?: boolean;
  readonly word?: string;
  readonly nodes?: number;
  readonly directed?: boolean;
  readonly weights?: Float64Array | undefined;
}

/** What a step of a gradient is, as it crosses. */
export interface CrossedBack extends StepOfGradient {
  readonly op: Op;
  readonly function: string | null;
  readonly index: string;
  readonly axes: readonly string[];
  readonly reads: readonly string[];
}

/** A trace as it crosses, without what the catalog declares. */
export interface CrossedTrace {
  readonly trace: number;
  readonly steps: readonly {
    readonly id: string;
    readonly input: string | null;
    readonly operands: readonly number[];
    readonly shape: readonly number[];
    readonly data: Float64Array;
    /** The symbol, formula and source of a step that is written otherwise in this mode than in the catalog. */
    readonly written?: readonly [string, string, string] | null;
    /** What the catalog says of any other step, if it is one of a gradient. */
    readonly gradient?: CrossedBack | null;
    /** The axes of the step and of its operands, if they are not those of the catalog because of a batch. */
    readonly batch?: Pick<CrossedBack, "index" | "axes" | "reads"> | null;
  }[];
  /** The gradients of inputs, if the trace goes back to them. */
  readonly gradients: readonly { readonly name: string; readonly step: number }[];
  readonly outputs: readonly { readonly name: string; readonly step: number }[];
  readonly notices: readonly Notice[];
}

/** Results without steps, as they cross. */
export interface CrossedEvaluation {
  readonly outputs: readonly {
    readonly name: string;
    readonly shape: readonly number[];
    readonly data: Float64Array;
  }[];
  readonly notices: readonly Notice[];
  /** Whether matrices of nodes were computed only where there may be a message. */
  readonly sparse: boolean;
}

/** A step of a way back, as an exercise describes it. */
export type CrossedWay = Required<Pick<ExerciseStep, "symbol" | "index" | "axes" | "formula" | "gradient">>;

/** An exercise as it crosses; the catalog declares those of its steps that are of no way back. */
export interface CrossedExercise extends Omit<ExerciseEntry, "asked"> {
  readonly asked: readonly { readonly step: string; readonly back: CrossedWay | null | undefined }[];
}

/** An exercise's inputs as they cross. */
export interface CrossedInstance {
  /** Each as the algorithm accepts it. */
  readonly inputs: readonly { readonly name: string; readonly value: unknown }[];
  readonly gradient:
    | { readonly of?: string | null; readonly wrt: readonly string[]; readonly upstream?: Tensor | null }
    | null
    | undefined;
  readonly given: readonly {
    readonly step: string;
    readonly input: string;
    readonly tensor: Tensor;
    readonly back: CrossedWay | null | undefined;
  }[];
  /** Of the asked steps. */
  readonly shapes: readonly (readonly number[])[];
  /** The misconceptions that own inputs do not show; empty without any. */
  readonly hidden: readonly string[];
}

/** One side of an erratum, as it crosses. */
export interface CrossedSide {
  readonly algorithm: string;
  readonly inputs: CrossedInstance["inputs"];
  readonly substituted: string | null;
}

/** A step of one side, as it crosses; the catalog declares it. */
export interface CrossedValue {
  readonly step: string | null;
  readonly tensor: Tensor;
}

/** An erratum as it crosses. */
export interface CrossedErratum extends Omit<Erratum, "right" | "wrong" | "shown"> {
  readonly right: CrossedSide | null;
  readonly wrong: CrossedSide | null;
  readonly shown: readonly { readonly right: CrossedValue; readonly wrong: CrossedValue }[];
}

/** Marks as they cross, without hints. */
export interface CrossedMarked extends Omit<Marked, "steps" | "kept"> {
  readonly steps: readonly Omit<MarkedStep, "hints">[];
}

/** A statement with its evidence, as it crosses. */
export interface CrossedStatement extends Omit<PollStatement, "readings"> {
  readonly readings: readonly (Omit<PollReading, "id" | "runs"> & {
    /** Empty if there is only one. */
    readonly id: string;
    readonly runs: readonly { readonly algorithm: string; readonly inputs: CrossedInstance["inputs"] }[];
  })[];
}

/** The answers for one step. */
export interface Typed {
  readonly step: string;
  readonly texts: readonly string[];
}

/** A mark of a derivation as it crosses. `kind` determines which of the other fields it has. */
export interface CrossedDerivationMark {
  readonly entry: string;
  readonly kind: DerivationMark["kind"];
  readonly place: number | null;
  readonly reason: string | null;
  readonly symbol: string | null;
  readonly other: number | Tensor | null;
  readonly at: Point | null;
  readonly cell: readonly [number, number] | null;
  readonly numbers: readonly [number, number] | null;
  readonly sides: readonly [number, number] | null;
  readonly mistake: string | null;
}

/** The marks of a derivation as they cross. */
export interface CrossedChecked {
  readonly marks: readonly CrossedDerivationMark[];
  readonly complete: boolean;
}

/** The functions of one instance. */
export interface Glue {
  initSync(source: { module: PlatformModule }): { readonly memory: PlatformMemory };
  /** Every algorithm, or the one with an id. */
  catalog(id?: string): readonly CatalogEntry[];
  check(id: string, seed: number, entries: string[], texts: string[]): CrossedChecked;
  cell(trace: number, step: string, index: Uint32Array): Float64Array | undefined;
  count(id: string, given: readonly Given[], asked: readonly Given[]): Counts;
  derivations(): readonly Derivation[];
  errata(): readonly ErratumEntry[];
  erratum(id: string): CrossedErratum;
  estimate(id: string, given: readonly Given[], asked: readonly Given[], sparse: boolean): Estimate;
  evaluate(
    id: string,
    given: readonly Given[],
    backend: NonNullable<RunOptions["backend"]>,
    seconds: number,
    bytes: number,
  ): CrossedEvaluation;
  exercise(id: string, seed: number, difficulty: string, own: readonly Given[]): CrossedInstance;
  exercises(): readonly CrossedExercise[];
  gradient(id: string, given: readonly Given[], asked: readonly Given[], seconds: number, bytes: number): CrossedTrace;
  mark(id: string, seed: number, difficulty: string, own: readonly Given[], typed: readonly Typed[]): CrossedMarked;
  permutationTest(
    id: string,
    given: readonly Given[],
    axes: string[] | undefined,
    inputs: string[] | undefined,
    permutation: Uint32Array | undefined,
    seed: number,
    tolerance: number,
  ): PermutationTest;
  polls(): readonly PollEntry[];
  disjointUnion(given: readonly Given[]): {
    readonly nodes: number;
    readonly directed: boolean;
    readonly edges: Float64Array;
    readonly weights: Float64Array | undefined;
    readonly offsets: readonly number[];
  };
  random(
    shape: Uint32Array,
    seed: number,
    distribution: string,
    minimum: number,
    maximum: number,
    decimals: number | undefined,
  ): Float64Array;
  retrace(id: string, given: readonly Given[], asked: readonly Given[]): number;
  reveal(id: string): readonly CrossedStatement[];
  selfTest(): void;
  trace(id: string, given: readonly Given[], seconds: number, bytes: number): CrossedTrace;
  version(): string;
}

/** Returns the functions for one new instance, which `initSync` creates. */
export function createGlue(): Glue;
