import type { GradientAsked, StepOfGradient } from "./trace-types.js";
import type { Axis, StepText } from "./types.js";

/** How hard an exercise is: few small whole numbers, more of them and negative ones, decimals. */
export type Difficulty = "easy" | "medium" | "hard";

/** The texts of a misconception. */
export interface MisconceptionText {
  readonly title: string;
  /** What was computed instead. */
  readonly explanation: string;
  /** A question that leads to the right way. */
  readonly hint: string;
}

/** A step of the exercise's algorithm, as the catalog declares it, or of the way back through it. */
export interface ExerciseStep extends StepText {
  /** Its id in the trace, and the key of its explanation. */
  readonly step: string;
  /** As in {@link CatalogStep}. */
  readonly symbol: string;
  readonly index: string;
  readonly axes: readonly Axis[];
  readonly formula: string;
  /** What it does on the way back, if it is a step of a gradient. */
  readonly gradient?: StepOfExercise;
}

/** What a step of an exercise does on the way back. */
export type StepOfExercise = Omit<StepOfGradient, "template">;

/** One exercise, without inputs. */
export interface ExerciseEntry {
  /** Stable public id, and the key of its title and task. */
  readonly id: string;
  /** The algorithm that is practiced. */
  readonly algorithm: string;
  /** The number of decimals that an answer needs. */
  readonly decimals: number;
  /** The steps whose cells are to be filled in, in order. */
  readonly asked: readonly ExerciseStep[];
  /** Ids of the misconceptions that marking recognizes: keys of their explanations and hints. */
  readonly misconceptions: readonly string[];
  /** The inputs that are drawn, and can be given as `own` instead; the names are those of the algorithm, and `upstream` for the gradient of the result. */
  readonly ownInputs: readonly string[];
  /** Its texts, and those of its misconceptions by id, if the lab was loaded with `text`. */
  readonly title?: string;
  readonly task?: string;
  readonly misconceptionTexts?: Readonly<Record<string, MisconceptionText>>;
}

/** What an exercise is drawn from: the same key gives the same inputs on every platform. */
export interface ExerciseKey {
  readonly id: string;
  /** A whole number from 0 to 2⁵³ − 1. */
  readonly seed: number;
  /** Default `easy`. */
  readonly difficulty?: Difficulty | undefined;
  /** Inputs in the place of drawn ones, in any form that the algorithm takes; those that are left out are drawn. */
  readonly own?: object | undefined;
}

/** What an exercise is drawn from, with inputs of one's own: a seed is needed only for what these leave out, and is 1 without it. */
export type ExerciseOptions =
  | Omit<ExerciseKey, "id">
  | (Omit<ExerciseKey, "id" | "seed" | "own"> & { readonly seed?: number | undefined; readonly own: object });

/**
 * One exercise with its inputs. The worked solution is `lab.trace(exercise.algorithm, exercise.inputs)`; of an exercise on gradients, which has `gradient`, it is
 * `lab.gradient(exercise.algorithm, exercise.inputs, exercise.gradient).trace`.
 */
export interface Exercise extends ExerciseEntry {
  readonly seed: number;
  readonly difficulty: Difficulty;
  /** The steps to fill in, with the lengths of their axes. */
  readonly asked: readonly (ExerciseStep & { readonly shape: readonly number[] })[];
  /** The given steps of the trace with their numbers, in order, and the input that each shows. */
  readonly given: readonly (ExerciseStep & {
    readonly input: string;
    readonly shape: readonly number[];
    readonly data: Float64Array;
  })[];
  /** The inputs of the algorithm. */
  readonly inputs: object;
  /** Those of them that are given and not drawn, as plain JSON. */
  readonly own?: object;
  /** On own inputs: the misconceptions that these do not show, since they give the right numbers, as far as an answer has digits, or none. */
  readonly hidden?: readonly string[];
  /** What is asked of the gradient, if the exercise is on gradients. */
  readonly gradient?: Pick<GradientAsked, "of" | "wrt" | "upstream">;
}

/**
 * Answers: for each asked step the texts of its cells in row-major order. Missing steps and cells count as empty. A text is a number (`0.75`,
 * `0,75`, `7.5e-1`, `−∞`), a fraction, or arithmetic such as `exp(1)/(exp(1) + 1)`; it is read by a grammar, never run.
 */
export type Answers = Readonly<Record<string, readonly (string | null | undefined)[]>>;

/** The mark of one cell. `text` says it in words, if the lab was loaded with `text`; an empty cell has none. */
export type Mark = { readonly text?: string } /** Nothing was typed. */ & (
  | { readonly kind: "empty" }
  /** The text is not a number: at this character (a Unicode code point, counted from 0) something else was expected. */
  | { readonly kind: "unreadable"; readonly place: number; readonly expected: string }
  /** Right: rounded or truncated at the digits that were typed. */
  | { readonly kind: "right" }
  /** Right as far as its digits go, but with fewer decimals than asked for. */
  | { readonly kind: "too-few-digits" }
  /** Not the right number, but what follows from the numbers typed for earlier steps. */
  | { readonly kind: "follows-from-earlier" }
  /** The number that follows from one of these misconceptions. */
  | {
      readonly kind: "misconception";
      readonly ids: readonly string[];
      readonly misconceptionTexts?: Readonly<Record<string, MisconceptionText>>;
    }
  /** Wrong in a way that is not recognized. */
  | { readonly kind: "wrong" }
);

/** A hint for one cell: where its text is, or where its numbers come from. `text` is that text, if the lab was loaded with `text`. */
export type Hint = {
  readonly text?: string;
} /** What is computed in this step, and from what: the text of the step. */ & (
  | { readonly kind: "step"; readonly step: string; readonly gradient?: StepOfExercise }
  /** The hints of these misconceptions. */
  | { readonly kind: "misconception"; readonly ids: readonly string[] }
  /** How the step is computed: its formula. */
  | { readonly kind: "formula"; readonly step: string; readonly formula: string }
  /** The arithmetic of this number: `lab.cell(solution, step, index)`, where `solution` is the trace of the exercise's inputs. */
  | { readonly kind: "cell"; readonly step: string; readonly index: readonly number[] }
);

/** The marks of one step. */
export interface MarkedStep extends Pick<StepText, "title" | "text"> {
  readonly step: string;
  /** What it does on the way back, if it is a step of a gradient. */
  readonly gradient?: StepOfExercise;
  /** The lengths of its axes. */
  readonly shape: readonly number[];
  /** One mark for each cell, in row-major order. */
  readonly cells: readonly Mark[];
  /** For each cell three hints, from the vaguest to the most explicit; none if the cell is right or follows from an earlier one. */
  readonly hints: readonly (readonly Hint[])[];
  /** The misconceptions that explain every number of this step; several if these numbers do not distinguish them. */
  readonly misconceptions: readonly string[];
  readonly misconceptionTexts?: Readonly<Record<string, MisconceptionText>>;
}

/** The marks of an exercise. */
export interface Marked {
  /** One entry for each asked step. */
  readonly steps: readonly MarkedStep[];
  /** The first cell that is wrong and does not follow from an earlier one, by its position in `cells`. */
  readonly firstWrong: { readonly step: string; readonly cell: number } | null;
  /** Whether every cell is right. */
  readonly complete: boolean;
  /** The answers with the cells that are not right emptied, for another try. */
  readonly kept: Answers;
}

/** How many cells have each kind of mark, and which misconceptions were recognized. */
export interface MarkSummary {
  readonly cells: Readonly<Record<Mark["kind"], number>>;
  readonly misconceptions: readonly string[];
  readonly complete: boolean;
}

/** A homework file: plain JSON. */
export interface Homework {
  /** The version of the library that wrote it. */
  readonly version: string;
  /** The exercise's id. */
  readonly exercise: string;
  readonly seed: number;
  readonly difficulty: Difficulty;
  /** The inputs that were given and not drawn, if there are any. */
  readonly own?: object;
  /** Whose answers they are, if that was given. */
  readonly name?: string;
  /** One text for every asked cell. */
  readonly answers: Readonly<Record<string, readonly string[]>>;
  /** SHA-256, in hexadecimal, of the right numbers: all steps of the trace in order, each number as 8 bytes, lowest first. */
  readonly trace: string;
  readonly marks: MarkSummary;
  /** SHA-256, in hexadecimal, of everything above as JSON with sorted keys and without spaces (RFC 8785). */
  readonly seal: string;
}

/** The result of verifying a homework file. */
export type Verification =
  /** The file is what the library writes for these answers. */
  | { readonly verdict: "verified"; readonly homework: Homework }
  /** The file differs in these fields from `homework`, which is what the library writes for its answers. */
  | { readonly verdict: "altered"; readonly fields: readonly string[]; readonly homework: Homework }
  /** Another version of the library wrote it, which computes something differently: `fields`. */
  | { readonly verdict: "other-version"; readonly fields: readonly string[]; readonly homework: Homework }
  /** It is not a homework file, or its exercise is unknown, or its answers do not fit its exercise. */
  | { readonly verdict: "unreadable"; readonly code: string; readonly reason: string };
