import type { Tensor } from "./types.js";

/** Something to show by writing expressions. */
export interface Derivation {
  /** Stable public id, and the key of its texts. */
  readonly id: string;
  /** Whether expressions may hold matrices: `ᵀ` or `^T` transposes, `^(-1/2)` is a power of a diagonal matrix, `softmax(…)` takes each row. */
  readonly matrices: boolean;
  /** What expressions may speak of. */
  readonly symbols: readonly {
    readonly name: string;
    /** The same as it is typed where the name is not on the keyboard. */
    readonly also: readonly string[];
    /** For a matrix what its rows and columns stand for; empty for a number. */
    readonly axes: readonly string[];
  }[];
  /** What is to be written, in order. */
  readonly entries: readonly {
    readonly id: string;
    /** An expression that is right. */
    readonly solution: string;
    /** What it has to satisfy: left and right side. */
    readonly equation: readonly [string, string];
  }[];
}

/** A value for each symbol. */
export type Point = readonly { readonly symbol: string; readonly value: number | Tensor }[];

/** The mark of one entry. */
export type DerivationMark = { readonly entry: string } & (
  | { readonly kind: "empty" }
  /** No expression that can stand here: from this character on (a Unicode code point, from 0) something else was expected. */
  | { readonly kind: "unreadable"; readonly place: number; readonly expected: string }
  /** The same as what is to be shown, at 60 random points. */
  | { readonly kind: "right" }
  /** Without a value at too many points, of which this is one. */
  | { readonly kind: "undefined"; readonly at: Point }
  /** It may not depend on this symbol, and does: at this point it is `here`, and `there` where the symbol is `other`. */
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
  /** At this point it is `found`, and should be `expected`. */
  | {
      readonly kind: "unequal";
      readonly at: Point;
      readonly cell: readonly [number, number] | null;
      readonly found: number;
      readonly expected: number;
      /** Both sides of the equation there, if the other entries of which it speaks were typed. */
      readonly sides: readonly [number, number] | null;
      /** The key of what was done wrong, if it is known. */
      readonly mistake: string | null;
    }
);

/** The marks of a derivation. */
export interface Checked {
  /** One mark an entry. */
  readonly marks: readonly DerivationMark[];
  /** Whether everything is right. */
  readonly complete: boolean;
}
