import type { Axis, Tensor } from "./types.js";

/** One error of a lecture document, before it is looked at. */
export interface ErratumEntry {
  /** Stable public id such as `S0-E01`, and the key of its texts. */
  readonly id: string;
  /** Which file of texts holds it: `attention`, `graph` … */
  readonly topic: string;
  /** The algorithm in which it shows; null for an error in a single number, such as a count. */
  readonly algorithm: string | null;
}

/** One of the two ways to compute. */
export interface ErratumSide {
  /** What runs, and on what: `lab.trace(algorithm, inputs)` is this side, unless a step is substituted. */
  readonly algorithm: string;
  readonly inputs: object;
  /** The one step that is taken to be something else than the algorithm gives; null where only inputs, options or the algorithm differ. */
  readonly substituted: string | null;
}

/** A step of one side, with its numbers. For an amount there is no step: shape [], symbol, index and formula empty. */
export interface ErratumValue extends Tensor {
  /** Its id in the side's trace; null for an amount. */
  readonly step: string | null;
  /** As in {@link CatalogStep}. */
  readonly symbol: string;
  readonly index: string;
  readonly axes: readonly Axis[];
  readonly formula: string;
}

/** An erratum with its numbers: what the printed formula gives beside what is right, on the same data. */
export interface Erratum extends ErratumEntry {
  /** The algorithm of the catalog as it is; null for an amount. */
  readonly right: ErratumSide | null;
  /** The printed formula, taken at its word; null for an amount. */
  readonly wrong: ErratumSide | null;
  /** The steps to look at, the one in question first. Shapes may differ: then a cell of one side has no counterpart. */
  readonly shown: readonly { readonly right: ErratumValue; readonly wrong: ErratumValue }[];
  /** The first number that differs: in which of the shown steps, in which cell, and what both ways give there (null: no such cell). */
  readonly first: {
    readonly shown: number;
    readonly index: readonly number[];
    readonly right: number | null;
    readonly wrong: number | null;
  };
}

/** A poll as it is asked. Nothing in it answers it. */
export interface PollEntry {
  /** Stable public id such as `S1-P1`, and the key of its texts. */
  readonly id: string;
  /** Which file of texts holds it. */
  readonly topic: string;
  /** Ids of its statements, each to be judged by itself: keys of their texts. */
  readonly options: readonly string[];
}

/** A number that speaks for or against a statement. */
export interface PollFact {
  /** The key of its name within the statement. */
  readonly id: string;
  readonly value: number;
  /** Where it stands, if it is a number of one of the runs; otherwise null: then it was computed from several. */
  readonly cell: { readonly run: number; readonly step: string; readonly index: readonly number[] } | null;
}

/** A statement, read in one way. */
export interface PollReading {
  /** Its id, the key of its text; null where there is only one way to read the statement. */
  readonly id: string | null;
  /** Whether the statement holds, read so. */
  readonly holds: boolean;
  readonly facts: readonly PollFact[];
  /** What was run: `lab.trace(algorithm, inputs)` runs it again. */
  readonly runs: readonly { readonly algorithm: string; readonly inputs: object }[];
}

/** What the evidence says about a statement. */
export interface PollStatement {
  readonly id: string;
  /** Computed from the readings: they all hold, none does, or the wording decides. */
  readonly key: "holds" | "fails" | "contested";
  readonly readings: readonly PollReading[];
}

/** A poll with its answer. */
export interface PollAnswer extends PollEntry {
  /** In the order of `options`. */
  readonly statements: readonly PollStatement[];
}
