import { literal } from "lit/static-html.js";
import { type Kind, keyOf, RANKS, type Rule } from "../kind.ts";

/** `<ag-pattern>`: a matrix as pixels, without digits. */
export interface PatternSpec {
  readonly kind: "pattern";
  readonly step: string;
}

declare module "../spec.ts" {
  interface Pictures {
    readonly pattern: PatternSpec;
  }
}

/** Matrices with at most so many rows and columns are read as digits. */
const DIGITS = 16;

/** Matrices whose shape is what they have to say, however small they are: who sees whom, by how much, and what stands in blocks. */
const SHAPED: ReadonlySet<string> = new Set([
  "attention.causal-mask",
  "sparse.mask",
  "position.shift-matrix",
  "jacobian.matrix",
  "diffusion.attention",
  "diffusion.truncated",
  "diffusion.kept-attention",
]);

/** A matrix that is too large for digits, or whose shape says more than they. */
const matrices: Rule<PatternSpec> = (step) => {
  const [rows, columns] = [step.shape.at(-2) ?? 1, step.shape.at(-1) ?? 1];
  const shaped = SHAPED.has(keyOf(step)) && Math.min(rows, columns) > 1;
  return step.shape.length > 1 && (shaped || Math.max(rows, columns) > DIGITS)
    ? [{ kind: "pattern", step: step.id }]
    : [];
};

export const kind: Kind<PatternSpec> = {
  tag: literal`ag-pattern`,
  rank: RANKS.matrices,
  isByHeight: true,
  suits: matrices,
};
