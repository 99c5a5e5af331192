/** An example for each algorithm of the catalog, each loaded with the examples of its topic. */
import type { Example, Examples } from "./example.ts";

export type { Claim, Comparison, Example, Preset } from "./example.ts";

interface Topic {
  readonly load: () => Promise<{ readonly examples: Examples }>;
  readonly ids: readonly string[];
}

const TOPICS: readonly Topic[] = [
  {
    load: () => import("./attention.ts"),
    ids: [
      "scaled-dot-product-attention",
      "additive-attention",
      "bilinear-attention",
      "multi-head-attention",
      "split-input-attention",
      "linear-attention",
      "performer-attention",
      "linformer-attention",
      "query-key-variance",
      "softmax-jacobian",
      "vector-comparison",
    ],
  },
  { load: () => import("./sequence.ts"), ids: ["rnn"] },
  { load: () => import("./transformer.ts"), ids: ["layer-norm", "batch-norm", "feed-forward"] },
  {
    load: () => import("./position.ts"),
    ids: [
      "index-position",
      "normalized-index-position",
      "binary-position",
      "learned-position-embedding",
      "sinusoidal-encoding",
      "sinusoidal-shift",
      "plane-rotation",
      "rotary-encoding",
      "alibi-bias",
      "relative-position-bias",
    ],
  },
  {
    load: () => import("./node-position.ts"),
    ids: [
      "laplacian-encoding",
      "random-walk-encoding",
      "weisfeiler-lehman-colors",
      "distance-encoding",
      "random-features",
    ],
  },
  {
    load: () => import("./graph-layers.ts"),
    ids: [
      "shortest-path-distances",
      "gcn-normalization",
      "gcn-layer",
      "gcn-network",
      "message-passing-layer",
      "mean-aggregation-layer",
      "graph-isomorphism-layer",
      "gaussian-mixture-layer",
      "graph-readout",
    ],
  },
  {
    load: () => import("./graph-attention.ts"),
    ids: [
      "gat-layer",
      "gatv2-layer",
      "graph-transformer-layer",
      "graph-masked-attention",
      "graphormer-attention",
      "message-passing",
    ],
  },
  {
    load: () => import("./propagation.ts"),
    ids: ["personalized-pagerank-propagation", "receptive-field", "over-smoothing", "attention-diffusion"],
  },
  {
    load: () => import("./sparse.ts"),
    ids: [
      "window-attention",
      "bigbird-attention",
      "block-sparse-attention",
      "k-hop-attention",
      "binary-partition-attention",
      "shifted-window-attention",
      "pattern-error",
    ],
  },
  { load: () => import("./hashing.ts"), ids: ["bucket-attention", "lsh-attention", "lsh-collision", "lsh-error"] },
  {
    load: () => import("./transformer-layers.ts"),
    ids: ["encoder-layer", "decoder-layer", "encoder", "decoder", "encoder-decoder"],
  },
  { load: () => import("./vision.ts"), ids: ["image-patches", "patch-embedding", "masked-autoencoder-masking"] },
  {
    load: () => import("./pretraining.ts"),
    ids: ["token-masking", "masked-language-model-loss", "causal-language-model-loss", "linear-warmup-decay"],
  },
];

/** The algorithms that have an example. */
export const EXAMPLE_IDS: readonly string[] = TOPICS.flatMap(({ ids }) => ids);

const loaded = new Map<string, Example>();

/** Returns the example of an algorithm. Rejects for an unknown id, and where the module cannot be loaded. */
export async function exampleOf(id: string): Promise<Example> {
  const topic = TOPICS.find(({ ids }) => ids.includes(id));
  const found = topic && (await topic.load()).examples[id];
  if (!found) throw new Error(`there is no example of ${id}`);
  loaded.set(id, found);
  return found;
}

/** Returns the example of an algorithm that {@link exampleOf} has loaded; null before. */
export function findExample(id: string): Example | null {
  return loaded.get(id) ?? null;
}
