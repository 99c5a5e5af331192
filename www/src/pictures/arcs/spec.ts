import { literal } from "lit/static-html.js";
import { isWeights, type Kind, RANKS, type Rule } from "../kind.ts";

/** `<ag-arcs>`: weights between labelled tokens as lines; the step's last two axes are who looks and what is looked at. */
export interface ArcsSpec {
  readonly kind: "arcs";
  readonly step: string;
  /** Words left and right, or one line of words with arcs above it. */
  readonly mode: "columns" | "line";
  /** The query whose numbers are shown; by default that of the chosen cell. */
  readonly query?: number;
  /** The positions of the axis before the last two that stand beside each other; by default only the shown one. */
  readonly heads?: readonly number[];
}

declare module "../spec.ts" {
  interface Pictures {
    readonly arcs: ArcsSpec;
  }
}

/** Up to this many words stand below each other, and up to this many heads beside each other. */
const MOST_WORDS = 16;
const MOST_HEADS = 4;

/** Weights of tokens on tokens. A graph's weights are on its edges. */
const attention: Rule<ArcsSpec> = (step) => {
  const rank = step.shape.length;
  const [queries, keys] = [step.shape.at(-2) ?? 0, step.shape.at(-1) ?? 0];
  const named = step.axes.at(-2) === "query" && step.axes.at(-1) === "key";
  if (!isWeights(step) || !named || Math.max(queries, keys) > MOST_WORDS || queries * keys < 2) return [];
  const heads = rank > 2 && step.axes.at(-3) === "head" ? (step.shape.at(-3) ?? 0) : 0;
  const beside = heads > 1 && heads <= MOST_HEADS ? { heads: Array.from({ length: heads }, (_, head) => head) } : {};
  return [
    { kind: "arcs", step: step.id, mode: "columns", ...beside },
    ...(queries === keys ? [{ kind: "arcs", step: step.id, mode: "line" } as const] : []),
  ];
};

export const kind: Kind<ArcsSpec> = {
  tag: literal`ag-arcs`,
  rank: RANKS.weights,
  fillsWidth: true,
  suits: attention,
};
