import type { Tensor } from "../types.js";

/** The formats that are read. */
export type Format = "table" | "array" | "json" | "npy" | "npz" | "edge-list" | "graphml" | "node-link" | "smiles";

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
      readonly columns?: readonly string[];
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
    };

/** The most numbers, edges or nodes that are read. */
export const MOST = 2 ** 22;
