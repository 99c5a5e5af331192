//! The middle steps of LSH attention: sort, cut into chunks, attend.

use crate::trace::{EQUAL, EXP_SHIFTED, GREATER, LOG_SUM_EXP, NORMALIZE, Op, REPLACE_WHERE, Reduction, StepSpec};

use super::hashing::LOOK_BACK;

const CHUNKS: &str = "Kitaev et al. 2020, eq. (5)";
const ATTENTION: &str = "Kitaev et al. 2020, eq. (3)";
const CAUSAL_MASKING: &str = "Kitaev et al. 2020, section 2, causal masking for shared-QK attention";

/// The queries in sorted order.
pub static SORTED_QUERY: StepSpec = StepSpec {
    id: "lsh.sorted-query",
    symbol: r"Q_\pi",
    op: Op::Gather,
    index: "hsk",
    axes: &["head", "sorted-place", "feature"],
    reads: &["hik", "hs"],
    formula: r"q_{p_s}",
    source: CHUNKS,
};

/// The keys in sorted order.
pub static SORTED_KEY: StepSpec = StepSpec {
    id: "lsh.sorted-key",
    symbol: r"K_\pi",
    op: Op::Gather,
    index: "hsk",
    axes: &["head", "sorted-place", "feature"],
    reads: &["hik", "hs"],
    formula: r"k_{p_s}",
    source: CHUNKS,
};

/// The values in sorted order.
pub static SORTED_VALUE: StepSpec = StepSpec {
    id: "lsh.sorted-value",
    symbol: r"V_\pi",
    op: Op::Gather,
    index: "hsk",
    axes: &["head", "sorted-place", "feature"],
    reads: &["hik", "hs"],
    formula: r"v_{p_s}",
    source: CHUNKS,
};

/// How many sorted places one chunk holds.
pub static CHUNK_LENGTH: StepSpec = StepSpec {
    id: "lsh.chunk-length",
    symbol: r"w",
    op: Op::Size('w'),
    index: "",
    axes: &[],
    reads: &["h(cw)"],
    formula: r"w",
    source: CHUNKS,
};

/// The sorted places that each chunk attends to: the chunk before it, then itself.
pub static WINDOW: StepSpec = StepSpec {
    id: "lsh.window",
    symbol: r"\omega",
    op: Op::Rule(&LOOK_BACK),
    index: "cj",
    axes: &["chunk", "key"],
    reads: &[""],
    formula: r"\omega_{cj} = ((c - 1) w + j) \bmod C w",
    source: CHUNKS,
};

/// The keys that each chunk attends to.
pub static WINDOW_KEY: StepSpec = StepSpec {
    id: "lsh.window-key",
    symbol: r"K_\omega",
    op: Op::Gather,
    index: "hcjk",
    axes: &["head", "chunk", "key", "feature"],
    reads: &["hsk", "cj"],
    formula: r"k_{p_{\omega_{cj}}}",
    source: CHUNKS,
};

/// The values that each chunk attends to.
pub static WINDOW_VALUE: StepSpec = StepSpec {
    id: "lsh.window-value",
    symbol: r"V_\omega",
    op: Op::Gather,
    index: "hcjk",
    axes: &["head", "chunk", "key", "feature"],
    reads: &["hsk", "cj"],
    formula: r"v_{p_{\omega_{cj}}}",
    source: CHUNKS,
};

/// The positions of the tokens that each chunk attends to.
pub static WINDOW_POSITION: StepSpec = StepSpec {
    id: "lsh.window-position",
    symbol: r"p_\omega",
    op: Op::Gather,
    index: "hcj",
    axes: &["head", "chunk", "key"],
    reads: &["hs", "cj"],
    formula: r"p_{\omega_{cj}}",
    source: CHUNKS,
};

/// The dot product of each query and each key that its chunk attends to.
pub static SCORES: StepSpec = StepSpec {
    id: "lsh.scores",
    symbol: r"S",
    op: Op::Contract,
    index: "hcwj",
    axes: &["head", "chunk", "query", "key"],
    reads: &["h(cw)k", "hcjk"],
    formula: r"S = Q_\pi K_\omega^\top",
    source: ATTENTION,
};

/// Which keys come after the query in the sequence.
pub static FUTURE: StepSpec = StepSpec {
    id: "lsh.future",
    symbol: r"F",
    op: Op::Map(&GREATER),
    index: "hcwj",
    axes: &["head", "chunk", "query", "key"],
    reads: &["hcj", "h(cw)"],
    formula: r"F = [\,p_{\omega_{cj}} > p_s\,]",
    source: CAUSAL_MASKING,
};

/// The scores with the future hidden.
pub static CAUSAL: StepSpec = StepSpec {
    id: "lsh.causal",
    symbol: r"S^{\text{causal}}",
    op: Op::Map(&REPLACE_WHERE),
    index: "hcwj",
    axes: &["head", "chunk", "query", "key"],
    reads: &["hcwj", "hcwj", ""],
    formula: r"S \leftarrow \sigma_{\text{future}} \enspace (F = 1)",
    source: CAUSAL_MASKING,
};

/// Where a token meets itself.
pub static OWN: StepSpec = StepSpec {
    id: "lsh.own",
    symbol: r"I",
    op: Op::Map(&EQUAL),
    index: "hcwj",
    axes: &["head", "chunk", "query", "key"],
    reads: &["hcj", "h(cw)"],
    formula: r"I = [\,p_{\omega_{cj}} = p_s\,]",
    source: CAUSAL_MASKING,
};

/// The scores with each token kept from itself, unless there is nothing else.
pub static MASKED: StepSpec = StepSpec {
    id: "lsh.masked",
    symbol: r"S^{\text{masked}}",
    op: Op::Map(&REPLACE_WHERE),
    index: "hcwj",
    axes: &["head", "chunk", "query", "key"],
    reads: &["hcwj", "hcwj", ""],
    formula: r"S \leftarrow \sigma_{\text{self}} \enspace (I = 1)",
    source: CAUSAL_MASKING,
};

/// The largest score of each query.
pub static ROW_MAX: StepSpec = StepSpec {
    id: "lsh.row-max",
    symbol: r"m",
    op: Op::Reduce(Reduction::Max),
    index: "hcw",
    axes: &["head", "chunk", "query"],
    reads: &["hcwj"],
    formula: r"m = \max_j S_j",
    source: ATTENTION,
};

/// The exponentials, safe from overflow.
pub static EXPONENTIALS: StepSpec = StepSpec {
    id: "lsh.exponentials",
    symbol: r"E",
    op: Op::Map(&EXP_SHIFTED),
    index: "hcwj",
    axes: &["head", "chunk", "query", "key"],
    reads: &["hcwj", "hcw"],
    formula: r"E_j = e^{S_j - m}",
    source: ATTENTION,
};

/// What each row is divided by.
pub static ROW_SUM: StepSpec = StepSpec {
    id: "lsh.row-sum",
    symbol: r"z",
    op: Op::Reduce(Reduction::Sum),
    index: "hcw",
    axes: &["head", "chunk", "query"],
    reads: &["hcwj"],
    formula: r"z = \sum_j E_j",
    source: ATTENTION,
};

/// The weight of each key that a query's chunk attends to.
pub static WEIGHTS: StepSpec = StepSpec {
    id: "lsh.weights",
    symbol: r"A",
    op: Op::Map(&NORMALIZE),
    index: "hcwj",
    axes: &["head", "chunk", "query", "key"],
    reads: &["hcwj", "hcw"],
    formula: r"A_j = E_j / z",
    source: ATTENTION,
};

/// How much there was to attend to: the logarithm of the sum of all exponentials.
pub static LOG_SUM_EXP_STEP: StepSpec = StepSpec {
    id: "lsh.log-sum-exp",
    symbol: r"\ell",
    op: Op::Map(&LOG_SUM_EXP),
    index: "h(cw)",
    axes: &["head", "sorted-place"],
    reads: &["hcw", "hcw"],
    formula: r"\ell = m + \ln z",
    source: ATTENTION,
};

/// The weighted mean of the values, still in sorted order.
pub static SORTED_OUTPUT: StepSpec = StepSpec {
    id: "lsh.sorted-output",
    symbol: r"O_\pi",
    op: Op::Contract,
    index: "h(cw)k",
    axes: &["head", "sorted-place", "feature"],
    reads: &["hcwj", "hcjk"],
    formula: r"O_\pi = A V_\omega",
    source: ATTENTION,
};
