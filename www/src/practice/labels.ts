/** Names of the rows and columns of an exercise's tables: by rules common to all, and from 0 where the algorithm counts so. */

import type { AxisLabels } from "../numbers/labels.ts";

export type LabelRules = Readonly<Record<string, AxisLabels>>;

const byToken: AxisLabels = { prefix: "x", from: 1 };
const fromZero: AxisLabels = { from: 0 };
const letters: AxisLabels = { names: [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"] };
/** Words, positions, buckets, distances and steps of training are numbered from 0, as in the contents of the tables and in the texts. */
const COMMON: LabelRules = {
  node: letters,
  source: letters,
  target: letters,
  query: byToken,
  key: byToken,
  token: byToken,
  position: fromZero,
  word: fromZero,
  direction: fromZero,
  round: fromZero,
  chunk: fromZero,
  "sorted-place": fromZero,
  distance: fromZero,
  "training-step": fromZero,
};

const ENCODING: LabelRules = { position: fromZero, feature: fromZero, frequency: fromZero };
const HASHING: LabelRules = { ...COMMON, query: fromZero, key: fromZero };
/** Algorithms whose tables count from 0 all that their formulas and contents count from 0. */
const FROM_ZERO: ReadonlyMap<string, LabelRules> = new Map([
  ["sinusoidal-encoding", ENCODING],
  ["sinusoidal-shift", ENCODING],
  ["bucket-attention", HASHING],
  ["lsh-attention", HASHING],
]);

/** `graph`: whether a graph is given; its nodes are then the tokens. `masked`: the positions that are guessed, where they are given. */
export function labelRules(algorithm: string, graph: boolean, masked: readonly number[] | null = null): LabelRules {
  const found = FROM_ZERO.get(algorithm);
  if (found) return found;
  const rules = masked ? { ...COMMON, guess: { names: masked.map(String) } } : COMMON;
  return graph ? { ...rules, query: letters, key: letters, token: letters } : rules;
}

/** Returns a step whose rows are named as what they are: with a graph, tokens are its nodes, and queries as well where they meet no keys. */
export function ofNodes<Step extends { readonly axes: readonly string[] }>(step: Step, graph: boolean): Step {
  if (!graph) return step;
  const { axes } = step;
  const isNode = (axis: string) => axis === "token" || (axis === "query" && !axes.includes("key"));
  return axes.some(isNode) ? { ...step, axes: axes.map((axis) => (isNode(axis) ? "node" : axis)) } : step;
}
