/**
 * A lab as data: a room for one question, in which everything can be changed.
 *
 * A lab has controls, inputs that its pictures change, runs of algorithms, and pictures of these. Its state is the values of the controls and the changed inputs;
 * all of it is in the address. Runs are functions of the state that put values into inputs; numbers are made by the library alone.
 */
import type { RandomOptions } from "attograph";
import type { AxisLabels } from "../src/numbers/labels.ts";
import type { PictureSpec } from "../src/pictures/spec.ts";
import type { GraphValue, Inputs, TensorValue } from "../src/state/state.ts";
import type { Claim } from "../units/scene.ts";

/** What a reader may change, beside the pictures. */
export type LabControl =
  | {
      readonly kind: "slider";
      readonly id: string;
      readonly from: number;
      readonly to: number;
      readonly step: number;
      readonly start: number;
      readonly resets?: readonly string[];
      /** How the values are called, from `from` on; by default they are numbers. */
      readonly names?: readonly string[];
    }
  /** A slider with a few places. */
  | {
      readonly kind: "stops";
      readonly id: string;
      readonly stops: readonly number[];
      readonly start: number;
      /** Inputs whose changes a change of this control drops, because their shape follows it. */
      readonly resets?: readonly string[];
    }
  | {
      readonly kind: "choice";
      readonly id: string;
      readonly choices: readonly string[];
      readonly start: string;
      readonly resets?: readonly string[];
    }
  /** The seed of random numbers, with a button that draws others. */
  | { readonly kind: "seed"; readonly id: string; readonly start: number; readonly resets?: readonly string[] };

export type LabValue = number | string;

/** The values of all controls, by id. */
export type LabValues = Readonly<Record<string, LabValue>>;

/** What the functions of a lab read. */
export interface Given {
  /** The values of all controls. */
  readonly values: LabValues;
  /** The value of a control that has numbers. */
  number(control: string): number;
  /** The choice of a control. */
  choice(control: string): string;
  /** An input that pictures change, as it is now. */
  input(name: string): TensorValue;
  /** The graph of the lab, as it is now. */
  graph(): GraphValue;
  random(shape: readonly number[], options: RandomOptions): TensorValue;
  /** A step of another run. */
  result(run: string, step: string): TensorValue;
}

export interface LabRun {
  readonly algorithm: string;
  readonly inputs: (given: Given) => Inputs;
  /** Names by axis, where they differ from the lab's. */
  readonly labels?: (given: Given) => Readonly<Record<string, AxisLabels>>;
}

/** One number of a run. */
export interface LabCell {
  readonly run: string;
  readonly step: string;
  readonly index: readonly number[];
}

/**
 * A number over the values of a control: a step with one axis, whose cells are numbers of a run at each of the values. `estimate`: instead the operations that the
 * library expects of the run. The values are the step `<id>.places`. Its name is the text `labs.<lab>.series.<id>`, one word.
 */
export interface LabSeries {
  /** The id of the step, by which pictures name it. */
  readonly id: string;
  readonly over: string;
  readonly at: readonly number[];
  readonly of: LabCell | { readonly estimate: string };
}

/** A number of a run, or a given one, such as a control's, that sentences name or compare with. */
export type LabFact = LabCell | { readonly is: number };

interface Placed {
  /** The run whose steps it draws, beside the series; by default the first. */
  readonly run?: string;
  readonly caption: string;
  /** It takes the whole width. */
  readonly wide?: boolean;
}

export type LabShown =
  | (Placed & { readonly picture: PictureSpec })
  /** A step as a table, with the color scale of another step of one of the runs. */
  | (Placed & { readonly table: string; readonly scale?: { readonly run: string; readonly step: string } });

/** A sentence on the numbers of the run; the first whose claim holds is said. */
export interface LabSaying {
  readonly id: string;
  readonly when?: Claim;
}

/** What a lab is for some values, where that is not the same for all. */
export type LabVariant = Partial<Pick<LabSpec, "controls" | "shown" | "facts" | "listed" | "says" | "series">> & {
  /** The runs that these values have. */
  readonly runs?: readonly string[];
  /** The shown position of axes that no picture fixes. */
  readonly slices?: Readonly<Record<string, number>>;
};

/** What is shown to a room: the controls that a lecturer moves, and the pictures, of which there is room for one at a time. */
export interface LabPresented {
  readonly controls: readonly string[];
  readonly shown: readonly LabShown[];
}

export interface LabSpec {
  readonly id: string;
  readonly controls: readonly LabControl[];
  /** The inputs that pictures change, as they are at first. */
  readonly inputs: Readonly<Record<string, (given: Given) => TensorValue>>;
  /** The inputs that pictures cannot change as things are. */
  readonly fixed?: (given: Given) => readonly string[];
  readonly runs: Readonly<Record<string, LabRun>>;
  readonly series?: readonly LabSeries[];
  /** The graph on which pictures of the kind `graph` are drawn, as it is at first. */
  readonly graph?: (given: Given) => GraphValue;
  /** Whether a reader draws and pastes other graphs: the graph is the input `graph` of the state, as controls name it that reset it. */
  readonly draws?: boolean;
  /** Names by axis; an axis that is absent counts from 1. */
  readonly labels: (given: Given) => Readonly<Record<string, AxisLabels>>;
  readonly shown: readonly LabShown[];
  /** The numbers that are listed, and that sentences name. */
  readonly facts: Readonly<Record<string, LabFact>>;
  /** The facts that are listed, in their order. */
  readonly listed: readonly string[];
  readonly says: readonly LabSaying[];
  /** `compared`: where two runs stand beside each other, each has half of the room. */
  readonly presented: (given: Given, compared: boolean) => LabPresented;
  readonly varies?: (given: Given) => LabVariant;
  /** Returns the values nearest to some that fit each other. */
  readonly settle?: (values: LabValues) => LabValues;
  /** Returns what a cursor that is moved along an axis changes; null where it only moves. */
  readonly moves?: (
    given: Given,
    axis: string,
    position: number,
  ) => { readonly control: string; readonly value: LabValue } | null;
  /** States to try, as they stand in an address, with a text that says what to do there. */
  readonly experiments: readonly { readonly id: string; readonly state: Inputs }[];
  /** Names of papers and sections; not translated. */
  readonly source: string;
}
