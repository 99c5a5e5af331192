/** A scene of a unit as data: one question about one picture, answered by runs of the library. */
import type { AxisLabels } from "../src/numbers/labels.ts";
import type { PictureSpec } from "../src/pictures/spec.ts";
import type { Inputs } from "../src/state/state.ts";

/** How the value of a slider changes an input. */
export type Change =
  /** The value is the input. */
  | { readonly input: string }
  /** These rows of the input are the scene's own, times the value. */
  | { readonly input: string; readonly timesRows: readonly number[] };

/** What a reader may change, with its value before the answer and the one that the answer is about. */
export type Control =
  | {
      readonly kind: "slider";
      readonly id: string;
      /** The run of another algorithm whose inputs it changes; by default the scene's own inputs. */
      readonly run?: string;
      readonly from: number;
      readonly to: number;
      readonly step: number;
      readonly start: number;
      readonly answer: number;
      readonly changes: readonly Change[];
    }
  | {
      readonly kind: "switch";
      readonly id: string;
      readonly run?: string;
      /** Further inputs of each choice. */
      readonly choices: Readonly<Record<string, Inputs>>;
      readonly start: string;
      readonly answer: string;
    };

/** The values of a scene's controls, by id. */
export type Values = Readonly<Record<string, number | string>>;

/** Inputs that are results of another run of the scene: the run's name, and a step of it. */
export type Takes = Readonly<Record<string, { readonly run: string; readonly step: string }>>;

/** A further run of the scene: another algorithm, or other inputs. */
export interface Variant {
  readonly algorithm?: string;
  /** Replaces the scene's inputs where the algorithm is another; is added to them otherwise. */
  readonly inputs: Inputs;
  readonly takes?: Takes;
  /** Names by axis, where they differ from the scene's. */
  readonly labels?: Readonly<Record<string, AxisLabels>>;
}

/** One number of a run. It is read with the controls at their answers, unless `at` says otherwise. */
export interface Reading {
  readonly run?: string;
  readonly at?: "start" | Values;
  readonly step: string;
  readonly index: readonly number[];
}

/** How many positions a step of a run has along one of its axes. */
export interface Extent {
  readonly run?: string;
  readonly at?: "start" | Values;
  readonly step: string;
  readonly along: number;
}

/** How many operations a run takes, or one step of it, as the library counts them. */
export interface Count {
  readonly run?: string;
  readonly at?: "start" | Values;
  /** `functions` are exponentials, roots and the like. */
  readonly count: "multiplications" | "additions" | "functions";
  readonly step?: string;
}

/** A number that texts name: of a run, how many there are, how much work it is, or a given one to compare with. */
export type Fact = Reading | Extent | Count | { readonly is: number };

/** A comparison of facts, by their names. */
export type Claim =
  | { readonly more: readonly [string, string] }
  | { readonly same: readonly [string, string] }
  | { readonly all: readonly Claim[] }
  | { readonly not: Claim };

export type Question =
  /** Exactly one of the options holds. */
  | { readonly kind: "choose"; readonly options: Readonly<Record<string, Claim>> }
  /** A number is typed; it is right within this distance. */
  | { readonly kind: "number"; readonly fact: string; readonly within: number }
  /** A mark of the step is chosen whose cell is the largest or the smallest among those that `among` leaves open (null). */
  | {
      readonly kind: "cell";
      readonly step: string;
      readonly among: readonly (number | null)[];
      readonly most: "largest" | "smallest";
    };

export type Shown =
  /** A picture of a run; by default of the main one. */
  | { readonly picture: PictureSpec; readonly run?: string; readonly when?: When; readonly caption?: string }
  /** A step as a table of numbers. `optional`: only some values of the controls have the step. */
  | {
      readonly table: string;
      readonly run?: string;
      readonly when?: When;
      readonly caption?: string;
      readonly optional?: boolean;
    };

/** Whether something is shown before the answer, with it, or both. */
export type When = "before" | "after";

export interface Scene {
  readonly id: string;
  readonly algorithm: string;
  readonly inputs: Inputs;
  readonly takes?: Takes;
  /** Names by axis; an axis that is absent counts from 1. */
  readonly labels: Readonly<Record<string, AxisLabels>>;
  /** What the numbers of a step stand for, by step: the name of 0, of 1 and so on. Tables and texts show the names. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** The input that pictures draw as a graph. */
  readonly graph?: string;
  readonly controls?: readonly Control[];
  readonly runs?: Readonly<Record<string, Variant>>;
  readonly shown: readonly Shown[];
  readonly question: Question;
  /** The numbers that the texts name. */
  readonly facts: Readonly<Record<string, Fact>>;
  /** Where the scene leads: the step that it is about, an exercise, an erratum, a poll. */
  readonly links: {
    readonly step?: string;
    readonly exercise?: string;
    readonly erratum?: string;
    readonly poll?: string;
  };
  /** Names of papers and sections; not translated. */
  readonly source: string;
}

export interface Unit {
  readonly id: string;
  /** The number of the unit in the course. */
  readonly number: number;
  /** Units that come before. */
  readonly after: readonly string[];
  /** Ids of the curriculum. */
  readonly covers: readonly string[];
  readonly scenes: readonly Scene[];
  /** The scene whose picture the first page shows; by default the first one that has a picture before its answer. */
  readonly opening?: string;
  /** The exercise at the end. */
  readonly exercise: string;
  /** The labs at the end: the same with everything adjustable. */
  readonly labs?: readonly string[];
}
