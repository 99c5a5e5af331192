/** Which pictures suit a step: by its id where it means something of its own, else by its axes. The first suits best. */
import type { TraceStep } from "../elements/events.ts";
import { paletteOf } from "../numbers/palettes.ts";
import type { PictureSpec } from "./spec.ts";
import { arrowsOf, imageOf, sortingOf, treeOf, wheelOf } from "./suiting-plane.ts";

/** Up to this length a list is one distribution, whose bars have names. */
const MOST_BARS = 24;

/** Every point of a curve can be chosen; of more than there are pixels, none could. */
const MOST_POINTS = 2048;

/** Matrices with at most so many rows and columns are read as digits. */
const DIGITS = 16;

/** A rule answers for the steps that it knows, and with nothing for any other. */
type Rule = (step: TraceStep, steps: ReadonlyMap<string, TraceStep>) => readonly PictureSpec[];

/** The part of an id that names what the step is, without the part of the algorithm that it is in. */
export function keyOf(step: TraceStep): string {
  return step.id.slice(step.id.lastIndexOf("/") + 1);
}

/** Up to this many words stand below each other, and up to this many heads beside each other. */
const MOST_WORDS = 16;
const MOST_HEADS = 4;

/** Axes along which values are a curve: their positions have an order and a distance. */
const ALONG = ["position", "training-step"];

/** Numbers that name something, such as words: the distance of two names means nothing, so that no line and no length shows them. */
const names = (step: TraceStep) => paletteOf(step.id, step.shape.length) === "category";

/** Linear attention has weights too, computed after the output and only to be looked at. */
const isWeights = (step: TraceStep) => /(?:^|[.-])weights$|^linear\.normalized$/.test(keyOf(step));

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

/** Weights of tokens on tokens. A graph's weights are on its edges. */
const attention: Rule = (step) => {
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

/** Each row is a distribution. */
const distributions: Rule = (step) => {
  const last = step.shape.at(-1) ?? 0;
  const isOne = isWeights(step) || /(?:^|[.-])(?:probabilities|coefficients)$/.test(keyOf(step));
  return isOne && last > 1 ? [{ kind: "bars", sets: [{ step: step.id }] }] : [];
};

/** Values over positions, or over the steps of a training. */
const waves: Rule = (step) => {
  const rank = step.shape.length;
  const along = step.axes.findIndex((axis, at) => ALONG.includes(axis) && at >= rank - 2);
  const points = step.shape[along] ?? 0;
  return !names(step) && rank >= 1 && along >= 0 && points > 2 && points <= MOST_POINTS
    ? [{ kind: "curves", steps: [step.id], along }]
    : [];
};

/** Biases by distance: along the keys one line for each head, or the same line for each query at its own place. */
const biases: Rule = (step) => {
  const rank = step.shape.length;
  if (!/^(?:alibi|relative-position)\.bias$/.test(keyOf(step)) || (step.shape.at(-1) ?? 0) < 3) return [];
  return [{ kind: "curves", steps: [step.id], along: rank - 1, ...(rank > 2 ? { across: 0 } : {}) }];
};

/** A list. */
const lists: Rule = (step) => {
  const [length = 0] = step.shape;
  return !names(step) && step.shape.length === 1 && length > 1 && length <= MOST_BARS
    ? [{ kind: "bars", sets: [{ step: step.id }] }]
    : [];
};

/** A matrix that is too large for digits, or whose shape says more than they. */
const matrices: Rule = (step) => {
  const [rows, columns] = [step.shape.at(-2) ?? 1, step.shape.at(-1) ?? 1];
  const shaped = SHAPED.has(keyOf(step)) && Math.min(rows, columns) > 1;
  return step.shape.length > 1 && (shaped || Math.max(rows, columns) > DIGITS)
    ? [{ kind: "pattern", step: step.id }]
    : [];
};

/** The states of a recurrence wait for each other. */
const recurrences: Rule = (step) =>
  keyOf(step) === "rnn.states"
    ? [{ kind: "timeline", lanes: [{ step: "rnn.state", rounds: "time", names: step.id }] }]
    : [];

const RULES: readonly Rule[] = [
  recurrences,
  wheelOf,
  sortingOf,
  treeOf,
  imageOf,
  attention,
  arrowsOf,
  waves,
  biases,
  matrices,
  distributions,
  lists,
];

/** Returns the pictures that suit a step of a run, the best first; none where its table says more. */
export function picturesOf(step: TraceStep, steps: ReadonlyMap<string, TraceStep>): PictureSpec[] {
  return RULES.flatMap((rule) => rule(step, steps));
}
