/** Where a chapter begins among steps that are in no part, by the key of the step. Its name is a text: `map.chapters`. */

/** The chapter of inputs, which begins by itself. */
export const INPUTS = "inputs";

/** Steps by the chapter that they begin. */
const CHAPTERS: Readonly<Record<string, readonly string[]>> = {
  projections: [
    "multi-head.query-projection",
    "multi-head.value-projection",
    "split-input.query-projection",
    "gat.projected",
    "gatv2.source-projection",
    "lsh.query-key",
  ],
  scores: [
    "attention.pairs",
    "attention.scores",
    "multi-head.scores",
    "gat.source-score",
    "gatv2.sums",
    "message.spread",
    "bucket.scores",
  ],
  bias: ["graphormer.spatial-bias"],
  softmax: ["attention.row-max", "multi-head.row-max", "gat.masked", "bucket.row-max", "loss.row-max"],
  output: [
    "attention.output",
    "multi-head.head-output",
    "gat.aggregated",
    "bucket.output",
    "linear.key-values",
    "rnn.states",
    "rounds.columns",
    "diffusion.kept-attention",
  ],
  pattern: ["sparse.length"],
  error: ["error.difference"],
  directions: ["performer.seed"],
  draws: ["variance.query-draws"],
  products: ["variance.products"],
  measured: ["variance.sum"],
  predicted: ["variance.entry-variance"],
  frequencies: ["position.even-columns"],
  angles: ["position.angles"],
  rotation: ["position.shift-angles", "rotary.rotations"],
  matrix: ["position.shift-matrix"],
  adjacency: ["graph.adjacency"],
  normalization: ["graph.degree"],
  laplacian: ["laplacian.identity"],
  eigenvectors: ["laplacian.eigenvalues"],
  walk: ["random-walk.out-degree"],
  start: ["graph.identity", "propagation.restart", "smoothing.root-degree"],
  aggregation: ["gcn.aggregated"],
  neighborhood: ["graph.neighbors"],
  hashing: ["lsh.rotated", "bucket.rotated"],
  keys: ["lsh.square-sum"],
  chunks: ["lsh.sorted-query"],
  attention: ["lsh.scores"],
  combining: ["lsh.undo-sort"],
  selection: ["masking.order-draws"],
  treatment: ["masking.treatment-draws"],
  targets: ["loss.masked-labels", "loss.guessing"],
  loss: ["loss.right"],
};

/** The chapter that a step begins. */
export const BEGINNINGS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(CHAPTERS).flatMap(([chapter, steps]) => steps.map((step) => [step, chapter])),
);
