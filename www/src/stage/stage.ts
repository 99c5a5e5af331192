/**
 * What scenes and labs have in common, as data: controls, runs of algorithms, numbers of these runs, and pictures of them.
 *
 * The state of a stage is a {@link Setting}: the values of its controls, and the inputs that its pictures have changed. Runs are functions of the state that put
 * values into inputs; all numbers are made by the library.
 */
import type { GradientAsked, RandomOptions } from "attograph";
import type { Labels } from "../numbers/labels.ts";
import type { PictureSpec } from "../pictures/spec.ts";
import type { GraphValue, Inputs, TensorValue } from "../state/state.ts";

interface Named {
  readonly id: string;
  /** Inputs whose changes a change of this control drops, because they follow it. */
  readonly resets?: readonly string[];
}

export interface Slider extends Named {
  readonly kind: "slider";
  readonly from: number;
  readonly to: number;
  /** How far it will go once it goes further: until then its track is that part of the whole, so that its knob stays where it is. */
  readonly whole?: number;
  readonly step: number;
  readonly start: number;
  /** How the values are called, from `from` on; by default they are numbers. */
  readonly names?: readonly string[];
}

/** A slider with a few places. */
export interface Stops extends Named {
  readonly kind: "stops";
  readonly stops: readonly number[];
  readonly start: number;
}

export interface Choice extends Named {
  readonly kind: "choice";
  readonly choices: readonly string[];
  readonly start: string;
}

/** The seed of random numbers, with a button that draws others. */
export interface Seed extends Named {
  readonly kind: "seed";
  readonly start: number;
}

/** What a reader may change, beside the pictures. */
export type Control = Slider | Stops | Choice | Seed;

export type Value = number | string;

/** The values of controls, by id. */
export type Values = Readonly<Record<string, Value>>;

/** The values and the changed inputs that runs are for. */
export interface Setting {
  readonly values: Values;
  readonly inputs: Readonly<Record<string, TensorValue | GraphValue>>;
  /** What the reader calls tokens or nodes, where a stage asks for it; no run depends on it. */
  readonly names?: OwnNames;
}

/** Names of the reader, of which some may be empty; null without any. */
export type OwnNames = readonly string[] | null;

/** What the functions of a stage read. */
export interface Given {
  /** The values of all controls. */
  readonly values: Values;
  /** The value of a control that has numbers. */
  number(control: string): number;
  /** The choice of a control. */
  choice(control: string): string;
  /** An input that pictures change, as it is now. */
  input(name: string): TensorValue;
  /** The graph of the stage, as it is now. */
  graph(): GraphValue;
  /** The names of the reader in the place of those of the stage. */
  called(names: readonly string[]): readonly string[];
  random(shape: readonly number[], options: RandomOptions): TensorValue;
  /** A step of another run. */
  result(run: string, step: string): TensorValue;
}

/** A way back through a run. The gradient of its result is the input `upstream`; without it, 1 everywhere or at one number of the result. */
export type WayBack = Pick<GradientAsked, "of" | "at" | "wrt" | "through">;

export interface Run {
  readonly algorithm: string;
  readonly inputs: (given: Given) => Inputs;
  /** The run goes on past its result, and back. */
  readonly gradient?: WayBack;
  /** Names by axis, where they differ from the stage's. */
  readonly labels?: (given: Given) => Labels;
  /** What an axis is in this run, by what it is for the algorithm: features may be nodes. */
  readonly axes?: Readonly<Record<string, string>>;
}

interface OfRun {
  /** By default the first. */
  readonly run?: string;
  /** The values at which the run is read, where they are not those of the setting: all at their start, or some others. */
  readonly at?: "start" | Values;
}

/** One number of a run. */
export interface Reading extends OfRun {
  readonly step: string;
  readonly index: readonly number[];
  /** What it is a sum or a difference of, where these may cancel: what is small beside them is what rounding has left of a 0. */
  readonly from?: StepOfRun;
}

/** A step of one of the runs. */
export interface StepOfRun {
  readonly run: string;
  readonly step: string;
}

/** How many positions a step of a run has along one of its axes. */
export interface Extent extends OfRun {
  readonly step: string;
  readonly along: number;
}

/** How many operations a run takes, or one step of it, as the library counts them. */
export interface Count extends OfRun {
  /** `functions` are exponentials, roots and the like. */
  readonly count: "multiplications" | "additions" | "functions";
  readonly step?: string;
}

/** What the library expects of a run that is not computed for it: of long inputs only this is known soon. */
export interface Estimated extends OfRun {
  readonly estimate: "operations" | "bytes";
}

/** A number that is found in a run. */
export type Found = Reading | Extent | Count | Estimated;

/** How many times as much the first number is as the second. */
export interface Times {
  readonly times: readonly [Found, Found];
}

/** A number that texts name: of a run, how many there are, how much work it is, how many times one is another, or a given one to compare with. */
export type Fact = Found | Times | { readonly is: number };

/** A comparison of facts, by their names. */
export type Claim =
  | { readonly more: readonly [string, string] }
  | { readonly same: readonly [string, string] }
  | { readonly all: readonly Claim[] }
  | { readonly not: Claim };

interface Placed {
  /** The run whose steps it draws, beside the series; by default the first. */
  readonly run?: string;
  readonly caption?: string;
  /** It takes the whole width. */
  readonly wide?: boolean;
}

/** A picture of a run. */
export type ShownPicture = Placed & {
  readonly picture: PictureSpec;
  /** Further runs whose steps it draws, by the ids `run:step`. */
  readonly beside?: readonly string[];
};

/** A step as a table of numbers. */
export type ShownTable = Placed & {
  readonly table: string;
  /** Only some values of the controls have the step. */
  readonly optional?: boolean;
  /** Its caption says what its rows and columns are. */
  readonly bare?: boolean;
  /** The numbers of it that its texts are about, by the names of their facts: they are outlined. */
  readonly marks?: readonly string[];
  /** Its colors have the scale of another step of one of the runs. */
  readonly scale?: StepOfRun;
  /** What its numbers are sums or differences of, where these may cancel: what is small beside them is written as nearly 0. */
  readonly from?: StepOfRun;
};

export type Shown = ShownPicture | ShownTable;

/**
 * A number over the values of a control: a step with one axis, whose cells are numbers of a run at each of the values, or how much work it is. The values are the step `<id>.places`. Its name is the text `series.<id>`, one word.
 */
export interface Series {
  /** The id of the step, by which pictures name it. */
  readonly id: string;
  readonly over: string;
  readonly at: readonly number[];
  readonly of: Reading | Count | Estimated;
}

/** What a stage is for some values, where that is not the same for all. */
export type StageVariant = Partial<Omit<Stage, "id" | "runs" | "varies">> & {
  /** The runs that these values have. */
  readonly runs?: readonly string[];
};

export interface Stage {
  readonly id: string;
  readonly controls: readonly Control[];
  /** The inputs that pictures change, as they are at first. */
  readonly inputs: Readonly<Record<string, (given: Given) => TensorValue>>;
  readonly runs: Readonly<Record<string, Run>>;
  readonly series?: readonly Series[];
  /** The graph on which a run's pictures of the kind `graph` are drawn, as it is at first. */
  readonly graph?: (given: Given, run: string) => GraphValue | null;
  /** Names by axis; an axis that is absent counts from 1. */
  readonly labels: (given: Given) => Labels;
  /** What the numbers of a step stand for, by step: the name of 0, of 1 and so on. Tables and texts show the names. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  readonly shown: readonly Shown[];
  /** The numbers that sentences name. */
  readonly facts: Readonly<Record<string, Fact>>;
  /** The shown position of axes that no picture fixes. */
  readonly slices?: Readonly<Record<string, number>>;
  /** Returns the values nearest to some that fit each other. */
  readonly settle?: (values: Values) => Values;
  readonly varies?: (given: Given) => StageVariant;
}
