/** Names of the rows and columns of an exercise's tables: as in the lesson on the same algorithm, or else by common rules. */
import { nodeLabels } from "../../lessons/graphs.ts";
import { lessonLabels } from "../../lessons/index.ts";
import type { AxisLabels } from "../../lessons/lesson.ts";

export type LabelRules = Readonly<Record<string, AxisLabels>>;

const byToken: AxisLabels = { prefix: "x", from: 1 };
const fromZero: AxisLabels = { from: 0 };
/** Words, positions and buckets are numbered from 0, as in the contents of the tables. */
const COMMON: LabelRules = {
  ...nodeLabels,
  query: byToken,
  key: byToken,
  token: byToken,
  position: fromZero,
  word: fromZero,
  direction: fromZero,
  round: fromZero,
  chunk: fromZero,
  "sorted-place": fromZero,
};

/** `graph`: whether a graph is given; its nodes are then the tokens. */
export function labelRules(algorithm: string, graph: boolean): LabelRules {
  const found = lessonLabels(algorithm);
  if (found) return found;
  const { node } = nodeLabels;
  return graph ? { ...COMMON, query: node, key: node, token: node } : COMMON;
}
