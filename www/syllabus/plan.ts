/** A term of twelve weeks, by ids: what is shown, done, voted on and read in each. Its texts are in `text/<language>/syllabus.json`. */

export interface Week {
  /** The key of its texts: `syllabus.weeks.<id>`. */
  readonly id: string;
  readonly units: readonly string[];
  /** The scenes to show, `<unit>/<scene>`; the others are for those who want more. */
  readonly scenes: readonly string[];
  readonly labs: readonly string[];
  /** Pages of algorithms to open. */
  readonly algorithms: readonly string[];
  /** Exercises and derivations. */
  readonly exercises: readonly string[];
  readonly polls: readonly string[];
  readonly errata: readonly string[];
  /** Ids of `reading.ts`. */
  readonly reading: readonly string[];
}

export const WEEKS: readonly Week[] = [
  {
    id: "sequences",
    units: ["sequences"],
    scenes: [
      "sequences/tokens",
      "sequences/waiting",
      "sequences/distance",
      "sequences/forgetting",
      "sequences/bottleneck",
      "sequences/order",
      "sequences/tasks",
      "sequences/work",
    ],
    labs: [],
    algorithms: ["rnn"],
    exercises: ["rnn-steps"],
    polls: [],
    errata: ["S0-E27"],
    reading: ["elman-1990", "bengio-1994"],
  },
  {
    id: "self-attention",
    units: ["self-attention"],
    scenes: [
      "self-attention/lookup",
      "self-attention/mean",
      "self-attention/dynamic",
      "self-attention/roles",
      "self-attention/symmetric",
      "self-attention/wrong-axis",
      "self-attention/order",
    ],
    labs: [],
    algorithms: ["scaled-dot-product-attention", "additive-attention", "bilinear-attention"],
    exercises: ["attention-steps"],
    polls: ["S1-P3"],
    errata: ["S0-E01", "S0-E02", "S1-E04"],
    reading: ["vaswani-2017", "bahdanau-2015"],
  },
  {
    id: "scaling",
    units: ["scaling", "heads"],
    scenes: [
      "scaling/grow",
      "scaling/saturate",
      "scaling/overflow",
      "heads/questions",
      "heads/mixing",
      "heads/prune",
      "heads/syntax",
    ],
    labs: [],
    algorithms: ["softmax-jacobian", "multi-head-attention"],
    exercises: ["dot-product-variance", "multi-head-attention-steps"],
    polls: ["S1-P1"],
    errata: ["S0-E25", "S1-E05"],
    reading: ["vaswani-2017", "michel-2019"],
  },
  {
    id: "layers",
    units: ["layers"],
    scenes: [
      "layers/residual",
      "layers/placement",
      "layers/sizes",
      "layers/lone",
      "layers/feed-forward",
      "layers/causal",
      "layers/cross",
      "layers/forcing",
      "layers/word",
      "layers/kinds",
    ],
    labs: [],
    algorithms: ["encoder-layer", "encoder-decoder"],
    exercises: ["layer-norm-steps", "batch-norm-steps", "residual-steps", "causal-attention-steps", "decoder-steps"],
    polls: ["S1-P2"],
    errata: ["S0-E13", "S0-E26", "S3-E02"],
    reading: ["ba-2016", "xiong-2020", "lin-2022"],
  },
  {
    id: "positions",
    units: ["positions"],
    scenes: [
      "positions/normalized",
      "positions/binary",
      "positions/waves",
      "positions/clock",
      "positions/shift",
      "positions/learned",
      "positions/rotary",
      "positions/alibi",
    ],
    labs: ["positions"],
    algorithms: ["sinusoidal-encoding", "learned-position-embedding", "relative-position-bias"],
    exercises: ["sinusoidal-encoding-steps", "shifted-position", "rotary-encoding-steps", "alibi-steps"],
    polls: [],
    errata: ["S0-E10", "S0-E11"],
    reading: ["vaswani-2017", "su-2021", "press-2022"],
  },
  {
    id: "pretraining",
    units: ["pretraining"],
    scenes: [
      "pretraining/sides",
      "pretraining/signals",
      "pretraining/masking",
      "pretraining/sure",
      "pretraining/schedule",
      "pretraining/tuning",
      "pretraining/patches",
      "pretraining/hierarchy",
      "pretraining/quarter",
    ],
    labs: [],
    algorithms: [
      "token-masking",
      "masked-language-model-loss",
      "causal-language-model-loss",
      "linear-warmup-decay",
      "patch-embedding",
      "masked-autoencoder-masking",
    ],
    exercises: ["masked-language-model-loss-steps", "warmup-decay-steps"],
    polls: [],
    errata: ["S0-E15", "S0-E17", "S0-E19"],
    reading: ["devlin-2019", "dosovitskiy-2021", "he-2022"],
  },
  {
    id: "graphs",
    units: ["graphs"],
    scenes: ["graphs/sum", "graphs/blind", "graphs/itself", "graphs/symmetric", "graphs/eigenvalue", "graphs/order"],
    labs: ["graph", "symmetry"],
    algorithms: ["gcn-layer", "mean-aggregation-layer", "graph-isomorphism-layer"],
    exercises: [
      "gcn-normalization-steps",
      "graph-isomorphism-steps",
      "layer-as-matrices",
      "graph-convolution-equivariance",
      "node-weights",
    ],
    polls: ["S1-X02"],
    errata: ["S1-E01", "S1-E03", "S1-E08"],
    reading: ["kipf-2017", "hamilton-2017", "xu-2019"],
  },
  {
    id: "graph-attention",
    units: ["graph-attention"],
    scenes: [
      "graph-attention/equal",
      "graph-attention/directions",
      "graph-attention/favorite",
      "graph-attention/gatv2",
      "graph-attention/mask",
      "graph-attention/work",
    ],
    labs: [],
    algorithms: ["gat-layer", "gatv2-layer", "gaussian-mixture-layer"],
    exercises: ["gat-steps", "gatv2-steps", "graph-masked-attention-steps"],
    polls: [],
    errata: ["S0-E03", "S0-E05", "S0-E06"],
    reading: ["velickovic-2018", "brody-2022", "monti-2017"],
  },
  {
    id: "graph-networks",
    units: ["graph-networks"],
    scenes: [
      "graph-networks/everyone",
      "graph-networks/company",
      "graph-networks/complete",
      "graph-networks/own",
      "graph-networks/hops",
      "graph-networks/gat",
      "graph-networks/layer",
    ],
    labs: ["morph"],
    algorithms: ["message-passing", "graph-transformer-layer"],
    exercises: ["graph-attention-to-attention", "message-passing-to-attention"],
    polls: [],
    errata: ["S2-E01", "S2-E03", "S1-E06"],
    reading: ["joshi-2020", "gilmer-2017", "dwivedi-2021"],
  },
  {
    id: "node-positions",
    units: ["node-positions"],
    scenes: [
      "node-positions/index",
      "node-positions/colors",
      "node-positions/rings",
      "node-positions/waves",
      "node-positions/sign",
      "node-positions/graphormer",
      "node-positions/edges",
    ],
    labs: [],
    algorithms: ["laplacian-encoding", "weisfeiler-lehman-colors", "graphormer-attention"],
    exercises: ["node-color-steps", "laplacian-steps", "graphormer-bias-steps"],
    polls: [],
    errata: ["S0-E28", "S0-E29"],
    reading: ["dwivedi-2021", "li-2020", "ying-2021"],
  },
  {
    id: "depth",
    units: ["depth"],
    scenes: ["depth/reach", "depth/faint", "depth/alike", "depth/teleport", "depth/diffusion", "depth/edges"],
    labs: ["depth"],
    algorithms: ["over-smoothing", "attention-diffusion"],
    exercises: ["receptive-field-steps", "gcn-layer-steps"],
    polls: ["S1-P4"],
    errata: ["S0-E24"],
    reading: ["li-2018", "gasteiger-2019", "alon-2021"],
  },
  {
    id: "long-inputs",
    units: ["long-inputs", "hashing", "learning"],
    scenes: [
      "long-inputs/kept",
      "long-inputs/layers",
      "long-inputs/global",
      "long-inputs/bigbird",
      "long-inputs/pieces",
      "long-inputs/shifted",
      "hashing/bucket",
      "hashing/collision",
      "hashing/chunks",
      "hashing/growth",
      "learning/downhill",
      "learning/chain",
      "learning/row",
      "learning/norms",
    ],
    labs: ["patterns", "hash"],
    algorithms: ["bigbird-attention", "binary-partition-attention", "lsh-attention", "performer-attention"],
    exercises: [
      "window-mask-steps",
      "bigbird-mask-steps",
      "shifted-window-steps",
      "lsh-bucket-steps",
      "softmax-gradient-steps",
      "query-gradient",
    ],
    polls: ["S0-X05"],
    errata: ["S0-E18", "S0-E21", "S0-E22"],
    reading: ["beltagy-2020", "zaheer-2020", "kitaev-2020", "liu-2021"],
  },
];

/** One way to decide a choice: an algorithm's page or a scene that shows it. What nothing here shows has no links. */
export interface Option {
  readonly id: string;
  readonly algorithms?: readonly string[];
  readonly scene?: string;
}

/** What can be chosen in a transformer; the order of Lin et al. 2022. */
export const CHOICES: readonly { readonly id: string; readonly options: readonly Option[] }[] = [
  {
    id: "position",
    options: [
      { id: "absolute", algorithms: ["sinusoidal-encoding", "learned-position-embedding"] },
      { id: "relative", algorithms: ["relative-position-bias", "alibi-bias", "rotary-encoding"] },
      { id: "equivariant", algorithms: ["laplacian-encoding", "random-walk-encoding"] },
    ],
  },
  {
    id: "attention",
    options: [
      {
        id: "sparse",
        algorithms: ["window-attention", "bigbird-attention", "block-sparse-attention", "binary-partition-attention"],
      },
      { id: "adaptive" },
      { id: "recurrent" },
      { id: "compressive" },
      { id: "linearized", algorithms: ["linear-attention", "performer-attention"] },
      { id: "prototypes", algorithms: ["bucket-attention", "lsh-attention"] },
      { id: "memory", algorithms: ["linformer-attention"] },
      { id: "low-rank" },
      { id: "prior", algorithms: ["relative-position-bias", "graphormer-attention"] },
    ],
  },
  {
    id: "norm",
    options: [
      { id: "placement", scene: "layers/placement" },
      { id: "substitute", algorithms: ["batch-norm", "layer-norm"] },
      { id: "free" },
    ],
  },
  {
    id: "connections",
    options: [{ id: "cross-block" }],
  },
];
