import type { Tensor } from "../types.js";

/** The formats that are read. */
export type Format = "table" | "array" | "json" | "npy" | "npz" | "edge-list" | "graphml" | "node-link" | "smiles";

/** What the signs, the first row and the first column of a text were taken for. */
export interface Taken {
  readonly separator: "\t" | ";" | "," | " ";
  readonly decimal: "." | ",";
  /** Whether the first row was taken for names. */
  readonly header: boolean;
  /** Whether the first column was taken for the names of rows. */
  readonly index: boolean;
}

/** A graph as the algorithms take it. */
export interface ImportedGraph {
  readonly nodes: number;
  readonly edges: readonly (readonly [number, number])[];
  readonly directed: boolean;
  /** One for each edge, where the data have weights. */
  readonly weights?: readonly number[];
}

/** What data hold: a tensor, several by name, or a graph with the names of its nodes. */
export type Imported =
  | {
      readonly kind: "tensor";
      readonly format: Format;
      readonly tensor: Tensor;
      /** The names of the columns of a table. */
      readonly columns?: readonly string[];
      /** The names of the rows of a table. */
      readonly rows?: readonly string[];
      /** What a table was taken for. */
      readonly taken?: Taken;
      /** The type that the numbers had, such as `float32`, where the data say it. */
      readonly dtype?: string;
    }
  | {
      readonly kind: "tensors";
      readonly format: "npz";
      readonly tensors: Readonly<Record<string, Tensor>>;
      readonly dtypes: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: "graph";
      readonly format: Format;
      readonly graph: ImportedGraph;
      readonly names: readonly string[];
      /** The names of the columns of a list of edges with a header, in the order in which they were taken: source, target, weight. */
      readonly columns?: readonly string[];
    };

/** The most numbers, edges or nodes that are read. */
export const MOST = 2 ** 22;
