import type { Axis } from "./types.js";

/** How hard an exercise is: few small whole numbers, more of them and negative ones, decimals. */
export type Difficulty = "easy" | "medium" | "hard";

/** A step of the exercise's algorithm, as the catalog declares it. */
export interface ExerciseStep {
  /** Its id in the trace, and the key of its explanation. */
  readonly step: string;
  /** As in {@link CatalogStep}. */
  readonly symbol: string;
  readonly index: string;
  readonly axes: readonly Axis[];
  readonly formula: string;
}

/** One exercise, before it has inputs. */
export interface ExerciseEntry {
  /** Stable public id, and the key of its title and task. */
  readonly id: string;
  /** The algorithm that is practiced. */
  readonly algorithm: string;
  /** How many digits behind the point are asked for. */
  readonly decimals: number;
  /** The steps whose cells are to be filled in, in order. */
  readonly asked: readonly ExerciseStep[];
  /** Ids of the mistakes that marking knows by name: keys of their explanations and hints. */
  readonly misconceptions: readonly string[];
}

/** What an exercise is drawn from: the same key gives the same inputs everywhere. */
export interface ExerciseKey {
  readonly id: string;
  /** A whole number from 0 to 2⁵³ − 1. */
  readonly seed: number;
  /** Default `easy`. */
  readonly difficulty?: Difficulty | undefined;
}

/** One exercise with its inputs. The worked solution is `lab.trace(exercise.algorithm, exercise.inputs)`. */
export interface Exercise extends ExerciseEntry {
  readonly seed: number;
  readonly difficulty: Difficulty;
  /** The steps to fill in, with the lengths of their axes. */
  readonly asked: readonly (ExerciseStep & { readonly shape: readonly number[] })[];
  /** What is given, in the order of the trace: its given steps with their numbers, and the input that each shows. */
  readonly given: readonly (ExerciseStep & {
    readonly input: string;
    readonly shape: readonly number[];
    readonly data: Float64Array;
  })[];
  /** What the algorithm takes. */
  readonly inputs: object;
}

/**
 * What was typed: for each asked step the texts of its cells in row-major order. Missing steps and cells count as empty. A text is a number (`0.75`,
 * `0,75`, `7.5e-1`, `−∞`), a fraction, or arithmetic such as `exp(1)/(exp(1) + 1)`; it is read by a grammar, never run.
 */
export type Answers = Readonly<Record<string, readonly (string | null | undefined)[]>>;

/** The mark of one cell. */
export type Mark =
  /** Nothing was typed. */
  | { readonly kind: "empty" }
  /** The text is no number: reading stopped at this character (a Unicode code point, from 0), where something else was expected. */
  | { readonly kind: "unreadable"; readonly place: number; readonly expected: string }
  /** Right: rounded or truncated at the digits that were typed. */
  | { readonly kind: "right" }
  /** Right as far as its digits go, but more are asked for. */
  | { readonly kind: "too-few-digits" }
  /** Not the right number, but what follows from the numbers typed for earlier steps. */
  | { readonly kind: "follows-from-earlier" }
  /** What somebody gets here who holds one of these misconceptions. */
  | { readonly kind: "misconception"; readonly ids: readonly string[] }
  /** Wrong in a way that is not recognized. */
  | { readonly kind: "wrong" };

/** Help for one cell. A hint says where its text stands, or where its numbers come from. */
export type Hint =
  /** What is computed in this step, and from what: the text of the step. */
  | { readonly kind: "step"; readonly step: string }
  /** What leads back from these mistakes: their hints. */
  | { readonly kind: "misconception"; readonly ids: readonly string[] }
  /** How the step is computed: its formula. */
  | { readonly kind: "formula"; readonly step: string; readonly formula: string }
  /** The arithmetic of this very number: `lab.cell(solution, step, index)`, where `solution` is the trace of the exercise's inputs. */
  | { readonly kind: "cell"; readonly step: string; readonly index: readonly number[] };

/** The marks of one step. */
export interface MarkedStep {
  readonly step: string;
  /** The lengths of its axes. */
  readonly shape: readonly number[];
  /** One mark a cell, row-major. */
  readonly cells: readonly Mark[];
  /** For each cell three hints, from the faintest to the plainest; none where the cell is right or follows from an earlier one. */
  readonly hints: readonly (readonly Hint[])[];
  /** The misconceptions that explain every number of this step; several where these numbers do not tell them apart. */
  readonly misconceptions: readonly string[];
}

/** The marks of an exercise. */
export interface Marked {
  /** One entry for each asked step. */
  readonly steps: readonly MarkedStep[];
  /** The first cell that is wrong in itself, by its place in `cells`. */
  readonly firstWrong: { readonly step: string; readonly cell: number } | null;
  /** Whether every cell is right. */
  readonly complete: boolean;
  /** What was typed in the cells that are right, the others empty: answers for another try at exactly the others. */
  readonly kept: Answers;
}

/** How many cells got each kind of mark, and which misconceptions were named. */
export interface MarkSummary {
  readonly cells: Readonly<Record<Mark["kind"], number>>;
  readonly misconceptions: readonly string[];
  readonly complete: boolean;
}

/** What is handed in: plain JSON. */
export interface Homework {
  /** The version of the library that wrote it. */
  readonly version: string;
  /** The exercise's id. */
  readonly exercise: string;
  readonly seed: number;
  readonly difficulty: Difficulty;
  /** One text for every asked cell. */
  readonly answers: Readonly<Record<string, readonly string[]>>;
  /** SHA-256, in hexadecimal, of the right numbers: all steps of the trace in order, each number as 8 bytes, lowest first. */
  readonly trace: string;
  readonly marks: MarkSummary;
  /** SHA-256, in hexadecimal, of everything above as JSON with sorted keys and without spaces (RFC 8785). */
  readonly seal: string;
}

/** What verifying a homework file finds. */
export type Verification =
  /** It is what the library writes for these answers. */
  | { readonly verdict: "verified"; readonly homework: Homework }
  /** It is not: these fields are others. `homework` is what the library writes for the answers as they stand. */
  | { readonly verdict: "altered"; readonly fields: readonly string[]; readonly homework: Homework }
  /** Another version of the library wrote it, which computes something differently: `fields`. */
  | { readonly verdict: "other-version"; readonly fields: readonly string[]; readonly homework: Homework }
  /** It is no homework file, or its exercise is unknown, or its answers do not fit its exercise. */
  | { readonly verdict: "unreadable"; readonly code: string; readonly reason: string };
