import type { Axis, StepText, Tensor } from "./types.js";

/** Where an erratum or a poll is printed. */
export interface LectureSource {
  /** The document's id: `S0` to `S3`. */
  readonly document: string;
  /** Its title. */
  readonly name: string;
  readonly author: string;
  /** The year; null where it is not known. */
  readonly year: number | null;
  /** The subject of the slides or of the section: the key of its text. */
  readonly part: string;
  /** All of it in one line, if the lab was loaded with `text`. */
  readonly text?: string;
}

/** One error of a lecture document, without its numbers. */
export interface ErratumEntry {
  /** Stable public id such as `S0-E01`, and the key of its texts. */
  readonly id: string;
  /** The file of its texts: `attention`, `graph` … */
  readonly topic: string;
  /** The algorithm that it is about; null for an error in a single number, such as a count, or in none. */
  readonly algorithm: string | null;
  /**
   * How serious it is: what is printed is wrong; it depends on how it is read; what is meant is right, but not a letter, a name, a date or the
   * notation; or the document is right and the erratum was withdrawn. A withdrawn one keeps its id and says in `correction` why.
   */
  readonly status: "error" | "contested" | "notation" | "withdrawn";
  /** Whether the document prints `formula`, or says in words what it expresses. */
  readonly quoted: "formula" | "words";
  readonly source: LectureSource;
  /** What is wrong, as printed, and the printed formula as TeX, if the lab was loaded with `text`. Some without numbers have no formula. */
  readonly title?: string;
  readonly text?: string;
  readonly formula?: string;
}

/** One of the two computations of an erratum. */
export interface ErratumSide {
  /** The algorithm and its inputs: `lab.trace(algorithm, inputs)` is this side, unless a step is substituted. */
  readonly algorithm: string;
  readonly inputs: object;
  /** The step whose value is substituted; null if only inputs, options or the algorithm differ. */
  readonly substituted: string | null;
}

/** A step of one side, with its numbers. An amount has no step: its shape is [], and symbol, index and formula are empty. */
export interface ErratumValue extends Tensor, StepText {
  /** Its id in the trace of the side; null for an amount. */
  readonly step: string | null;
  /** As in the trace of the side. */
  readonly symbol: string;
  readonly index: string;
  readonly axes: readonly Axis[];
  readonly formula: string;
}

/** An erratum with its numbers: the results of the printed and of the right formula on the same data. Without numbers, `shown` is empty. */
export interface Erratum extends ErratumEntry {
  /** The algorithm of the catalog as it is; null for an amount, and without numbers. */
  readonly right: ErratumSide | null;
  /** The formula as printed; null for an amount, and without numbers. */
  readonly wrong: ErratumSide | null;
  /** What is right, the right formula as TeX, and why it differs, if the lab was loaded with `text`. Those without numbers may have the first only. */
  readonly correction?: string;
  readonly correctedFormula?: string;
  readonly explanation?: string;
  /** The steps to compare, the erroneous one first. If their shapes differ, a cell of one side has no counterpart. */
  readonly shown: readonly { readonly right: ErratumValue; readonly wrong: ErratumValue }[];
  /** The first number that differs: the shown step, the cell, and the number on both sides (null if there is no such cell). Null without numbers. */
  readonly first: {
    readonly shown: number;
    readonly index: readonly number[];
    readonly right: number | null;
    readonly wrong: number | null;
  } | null;
}

/** A poll without its evidence. */
export interface PollEntry {
  /** Stable public id such as `S1-P1`, and the key of its texts. */
  readonly id: string;
  /** The file of its texts. */
  readonly topic: string;
  readonly source: LectureSource;
  /** Ids of its statements, each true or false by itself: keys of their texts. */
  readonly options: readonly string[];
  /** What is asked, and its statements by id, if the lab was loaded with `text`. */
  readonly question?: string;
  readonly optionTexts?: Readonly<Record<string, string>>;
}

/** A number that is evidence for or against a statement. */
export interface PollFact {
  /** The key of its name within the statement. */
  readonly id: string;
  readonly title?: string;
  readonly value: number;
  /** Its cell, if it is a number of one of the runs; null if it was computed from several. */
  readonly cell: { readonly run: number; readonly step: string; readonly index: readonly number[] } | null;
}

/** One reading of a statement. */
export interface PollReading {
  /** Its id, the key of its text; null if the statement has only one reading. */
  readonly id: string | null;
  readonly title?: string;
  /** Whether the statement is true in this reading. */
  readonly holds: boolean;
  /** The same in words. */
  readonly verdict?: string;
  readonly facts: readonly PollFact[];
  /** The runs; `lab.trace(algorithm, inputs)` repeats one. */
  readonly runs: readonly { readonly algorithm: string; readonly inputs: object }[];
}

/** A statement with its evidence. */
export interface PollStatement {
  readonly id: string;
  /** Computed from the readings: all are true, none is, or it depends on the reading. */
  readonly key: "holds" | "fails" | "contested";
  /** What decides it: the runs (a counterexample, or an example of what is possible), or an argument, of which the runs are an example. */
  readonly decidedBy: "run" | "argument";
  /** The statement, the key in words, why, and the argument where it decides, if the lab was loaded with `text`. */
  readonly text?: string;
  readonly verdict?: string;
  readonly explanation?: string;
  readonly argument?: string;
  readonly readings: readonly PollReading[];
}

/** A poll with its evidence. */
export interface PollAnswer extends PollEntry {
  /** In the order of `options`. */
  readonly statements: readonly PollStatement[];
}
