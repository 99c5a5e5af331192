/** What pasted data are for, what is said about them, and why they are refused. */
import type { Imported } from "attograph/import";
import type { GraphValue } from "../state/state.ts";

/** What an input takes: a tensor of so many axes (null for any number), or a graph. */
export type Wanted =
  | { readonly kind: "tensor"; readonly rank: number | null }
  | { readonly kind: "graph"; readonly directed: boolean };

export type Facts = Readonly<Record<string, string | number>>;

/** What the data were and what they became, for a text by this key and these facts. */
export interface Mark {
  readonly key: "tensor" | "number" | "graph" | "directed";
  readonly facts: Facts;
  /** The type that the numbers had, where it is another. */
  readonly dtype: string | null;
  /** The names of the nodes of a graph, where they are not numbers that count from 0. */
  readonly names: readonly string[];
}

/** What data may mean, which an option of `read` says: a question of the dialog. */
export interface Question {
  readonly option: "format" | "header" | "index" | "decimal";
  /** The answers, as texts. */
  readonly values: readonly string[];
  /** The key of the question's words, and what it is about. */
  readonly reason: string;
  readonly facts: Facts;
}

/** The answers to questions that were asked, by their options. */
export type Answers = Partial<Record<Question["option"], string>>;

/** How the formats are called. */
export const FORMATS: Readonly<Record<Imported["format"], string>> = {
  table: "CSV",
  array: "NumPy",
  json: "JSON",
  npy: ".npy",
  npz: ".npz",
  "edge-list": "edgelist",
  graphml: "GraphML",
  "node-link": "node-link JSON",
  smiles: "SMILES",
};

/** The reason for which an input takes no such data, as a text of the dialog. */
export class Refused extends Error {
  constructor(
    readonly problem: string,
    readonly facts: Facts = {},
  ) {
    super(problem);
  }
}

/** The data may mean two things for this input. */
export class Unclear extends Error {
  constructor(readonly question: Question) {
    super(question.reason);
  }
}

/** What is said about a graph. */
export function graphMark(
  format: Imported["format"],
  { nodes, edges, directed }: GraphValue,
  names: readonly string[],
): Mark {
  const isNumbered = names.every((name, node) => name === String(node));
  const facts = { format: FORMATS[format], nodes, edges: edges.length };
  return { key: directed ? "directed" : "graph", facts, dtype: null, names: isNumbered ? [] : names };
}
