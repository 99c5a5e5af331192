/**
 * Which palette a quantity has. It is declared here by the step's id, never guessed from its numbers, so that one quantity has the same colors with every
 * input: shares of a whole from 0 to 1, numbers that name something, and everything else, which is signed.
 */

/** `plain`: a single number, which has nothing to be compared with. */
export type PaletteKind = "weights" | "signed" | "category" | "plain";

/** Shares of a whole and probabilities. */
const WEIGHTS: ReadonlySet<string> = new Set([
  "attention.weights",
  "attention.column-weights",
  "multi-head.weights",
  "gat.weights",
  "bucket.weights",
  "lsh.weights",
  "lsh.round-weights",
  "pair.weights",
  "linear.normalized",
  "graph.mean-shares",
  "random-walk.transition",
  "random-walk.power",
  "random-walk.returns",
]);

/** Numbers that name a node, token, bucket, chunk, place or color: which one, not how much. */
const CATEGORIES: ReadonlySet<string> = new Set([
  "graph.messages",
  "message.source",
  "message.target",
  "pair.query",
  "graphormer.message-edges",
  "distance-encoding.anchors",
  "weisfeiler-lehman.colors",
  "weisfeiler-lehman.neighbor-colors",
  "weisfeiler-lehman.start",
  "bucket.buckets",
  "collision.buckets",
  "lsh.buckets",
  "lsh.sort-order",
  "lsh.undo-sort",
  "lsh.position",
  "lsh.window",
  "lsh.window-position",
  "lsh-error.order",
  "bigbird.pairs",
  "bigbird.globals",
  "block.pairs",
  "block.strided-pairs",
  "k-hop.pairs",
  "partition.pairs",
  "sparse.causal-pairs",
  "swin.pairs",
  "swin.partition",
  "swin.regions",
  "window.pairs",
  "window.globals",
  "loss.tokens",
  "loss.labels",
  "loss.next-tokens",
  "loss.masked",
  "loss.masked-labels",
  "loss.guessing",
  "masking.tokens",
  "masking.mask-token",
  "masking.positions",
  "masking.random-words",
  "masking.treatment",
  "masking.with-random",
  "masking.treated",
  "masking.corrupted",
  "masking.order",
  "autoencoder.kept",
  "autoencoder.restore",
  "autoencoder.shuffle",
  "learned-position.grid-columns",
  "learned-position.grid-rows",
  "relative-position.buckets",
  "relative-position.t5-buckets",
]);

/** Returns the palette of a step; `layers[0]/attention.weights` has that of `attention.weights`. */
export function paletteOf(step: string, rank: number): PaletteKind {
  if (rank === 0) return "plain";
  const own = step.slice(step.lastIndexOf("/") + 1);
  return WEIGHTS.has(own) ? "weights" : CATEGORIES.has(own) ? "category" : "signed";
}

/** The declared ids, for a test that no number contradicts them. */
export const DECLARED = { weights: [...WEIGHTS], category: [...CATEGORIES] } as const;
