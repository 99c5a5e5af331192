import type { Tensor } from "./types.js";

/** A derivation, to be done by writing expressions. */
export interface Derivation {
  /** Stable public id, and the key of its texts. */
  readonly id: string;
  /** Its name, what is to be shown, and what follows from it, if the lab was loaded with `text`. */
  readonly title?: string;
  readonly task?: string;
  readonly conclusion?: string;
  /** Whether expressions may contain matrices: `ᵀ` or `^T` transposes, `^(-1/2)` is a power of a diagonal matrix, `softmax(…)` takes each row. */
  readonly matrices: boolean;
  /** The symbols that expressions may contain. */
  readonly symbols: readonly {
    readonly name: string;
    /** Other spellings, for names that are not on the keyboard. */
    readonly also: readonly string[];
    /** What the rows and columns of a matrix count; empty for a number. */
    readonly axes: readonly string[];
    /** What it stands for. */
    readonly text?: string;
  }[];
  /** The expressions to write, in order. */
  readonly entries: readonly {
    readonly id: string;
    /** What is to be written, a question that leads to it, and why it is right, if the lab was loaded with `text`. */
    readonly title?: string;
    readonly hint?: string;
    readonly explanation?: string;
    /** An expression that is right. */
    readonly solution: string;
    /** The equation that it must satisfy: left and right side. */
    readonly equation: readonly [string, string];
  }[];
}

/** A value for each symbol. */
export type Point = readonly { readonly symbol: string; readonly value: number | Tensor }[];

/** The mark of one entry. */
export type DerivationMark = {
  readonly entry: string;
  /** The mark in words, and what was recognized, if the lab was loaded with `text`. */
  readonly text?: string;
  readonly title?: string;
  readonly explanation?: string;
} & (
  | { readonly kind: "empty" }
  /** Not a valid expression: at this character (a Unicode code point, counted from 0) something else was expected. */
  | { readonly kind: "unreadable"; readonly place: number; readonly expected: string }
  /** Equal to the expected expression at 60 random points. */
  | { readonly kind: "right" }
  /** Undefined at too many points, of which this is one. */
  | { readonly kind: "undefined"; readonly at: Point }
  /** Depends on a symbol on which it must not depend: its value at this point is `here`, and `there` if the symbol is `other`. */
  | {
      readonly kind: "depends";
      readonly symbol: string;
      readonly at: Point;
      readonly other: number | Tensor;
      /** Row and column, in a matrix. */
      readonly cell: readonly [number, number] | null;
      readonly here: number;
      readonly there: number;
    }
  /** Its value at this point is `found`, but must be `expected`. */
  | {
      readonly kind: "unequal";
      readonly at: Point;
      readonly cell: readonly [number, number] | null;
      readonly found: number;
      readonly expected: number;
      /** Both sides of the equation at this point, if the other entries that it contains were typed. */
      readonly sides: readonly [number, number] | null;
      /** The key of the mistake, if it is recognized. */
      readonly mistake: string | null;
    }
);

/** The marks of a derivation. */
export interface MarkedDerivation {
  /** One mark for each entry. */
  readonly marks: readonly DerivationMark[];
  /** Whether all entries are right. */
  readonly complete: boolean;
}

/** @deprecated The former name of {@link MarkedDerivation}, accepted until version 1.0. */
export type Checked = MarkedDerivation;
