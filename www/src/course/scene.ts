/** A scene of a unit as data: a stage with one question, answered by its runs. */
import type { Labels } from "../numbers/labels.ts";
import type { Entry } from "../stage/numbered.ts";
import type { Choice, Claim, Fact, Series, Shown, Slider, Stops, WayBack } from "../stage/stage.ts";
import type { Inputs } from "../state/state.ts";

interface Changed {
  readonly input: string;
  /** The run whose input it is, where it is not that of the control. */
  readonly run?: string;
}

/** How the value of a slider changes an input. */
export type Change =
  /** The value is the input. */
  | Changed
  /** The value is this number of the input, counted from its first. */
  | (Changed & { readonly entry: number })
  /** These rows of the input are the scene's own, times the value. */
  | (Changed & { readonly timesRows: readonly number[] })
  /** The input has this shape, in which null is the value; its numbers are the scene's own, over and over. */
  | (Changed & { readonly shape: readonly (number | null)[] });

/** What a control changes, and its value that the answer is about; it starts at the value before the answer. */
export type SceneControl = (
  | ((Omit<Slider, "resets" | "names"> | Omit<Stops, "resets">) & {
      readonly answer: number;
      readonly changes: readonly Change[];
    })
  | (Omit<Choice, "resets" | "choices"> & {
      readonly answer: string;
      /** The choices that are made on the way to the answer, each of which is seen. */
      readonly passes?: readonly string[];
      /** Further inputs of each choice. */
      readonly choices: Readonly<Record<string, Inputs>>;
      /** Further inputs of each choice in runs of other algorithms, by run. */
      readonly others?: Readonly<Record<string, Readonly<Record<string, Inputs>>>>;
    })
) & {
  /** The run of another algorithm whose inputs it changes; by default the scene's own inputs. */
  readonly run?: string;
  /** It can be tried before the answer, a slider up to this value: what is asked for stays hidden. */
  readonly plays?: true | number;
};

/** Inputs that are results of another run of the scene: the run's name, and a step of it. */
export type Takes = Readonly<Record<string, { readonly run: string; readonly step: string }>>;

/** A further run of the scene: another algorithm, or other inputs. */
export interface Variant {
  readonly algorithm?: string;
  /** Replaces the scene's inputs where the algorithm is another; is added to them otherwise. */
  readonly inputs: Inputs;
  readonly takes?: Takes;
  /** It goes on past its result, and back. */
  readonly gradient?: WayBack;
  /** Names by axis, where they differ from the scene's. */
  readonly labels?: Labels;
}

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

/** What is shown before the answer, with it, or, where it does not say, both. */
export type SceneShown = Shown & {
  readonly when?: "before" | "after";
  /** The caption of what it is seen after, where no run says that it follows from it. */
  readonly follows?: string;
  /** The steps between which a slider leads, from its least value on, in place of the step of a picture that draws one. */
  readonly through?: { readonly control: string; readonly steps: readonly string[] };
};

export interface Scene {
  readonly id: string;
  readonly algorithm: string;
  readonly inputs: Inputs;
  readonly takes?: Takes;
  /** The scene's own run goes on past its result, and back. */
  readonly gradient?: WayBack;
  /** Names by axis; an axis that is absent counts from 1. */
  readonly labels: Labels;
  /** What the numbers of a step stand for, by step: the name of 0, of 1 and so on. Tables and texts show the names. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** The input that pictures draw as a graph. */
  readonly graph?: string;
  readonly controls?: readonly SceneControl[];
  readonly runs?: Readonly<Record<string, Variant>>;
  readonly series?: readonly Series[];
  readonly shown: readonly SceneShown[];
  readonly question: Question;
  /** The numbers that the texts name: with the controls at their answers, unless `at` says otherwise. */
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

/** What the file of a unit says; its name has the number and the id. */
export interface UnitContent {
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

/** A unit, with its number in the course. */
export type Unit = Entry<UnitContent>;
