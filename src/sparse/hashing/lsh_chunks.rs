//! The middle steps of LSH attention: sort, cut into chunks, attend.

use crate::op::{
    EQUAL, EXP_SHIFTED, GREATER, LOG, LOG_SUM_EXP, NORMALIZE, Op, REPLACE_WHERE, Reduction, SUBTRACT, StepSpec, step,
};

use super::buckets::{LOOK_BACK, TIMES_SEEN};

const CHUNKS: &str = "Kitaev et al. 2020, eq. (5)";
const ATTENTION: &str = "Kitaev et al. 2020, eq. (3)";
const REPEATS: &str = "Kitaev et al. 2020, appendix A, eqs. (6) and (7)";
const CAUSAL_MASKING: &str = "Kitaev et al. 2020, section 2, causal masking for shared-QK attention";

/// The queries in sorted order.
pub static SORTED_QUERY: StepSpec =
    step("lsh.sorted-query", Op::Gather, &["hik", "hs"], "hsk", &["head", "sorted-place", "feature"])
        .written(r"Q_\pi", r"q_{p_s}", CHUNKS)
        .begins("chunks");

/// The keys in sorted order.
pub static SORTED_KEY: StepSpec =
    step("lsh.sorted-key", Op::Gather, &["hik", "hs"], "hsk", &["head", "sorted-place", "feature"])
        .written(r"K_\pi", r"k_{p_s}", CHUNKS);

/// The values in sorted order.
pub static SORTED_VALUE: StepSpec =
    step("lsh.sorted-value", Op::Gather, &["hik", "hs"], "hsk", &["head", "sorted-place", "feature"])
        .written(r"V_\pi", r"v_{p_s}", CHUNKS);

/// The number of sorted places in a chunk.
pub static CHUNK_LENGTH: StepSpec = step("lsh.chunk-length", Op::Size('w'), &["h(cw)"], "", &[])
    .written(r"w", r"#1\pi \in \mathbb{R}^{H \times C w}", CHUNKS);

/// The sorted places that each chunk attends to: the chunk before it, then itself.
pub static WINDOW: StepSpec = step("lsh.window", Op::Rule(&LOOK_BACK), &[""], "cj", &["chunk", "key"])
    .written(r"\omega", r"\omega_{cj} = ((c - 1) w + j) \bmod C w", CHUNKS)
    .names();

/// The keys that each chunk attends to.
pub static WINDOW_KEY: StepSpec =
    step("lsh.window-key", Op::Gather, &["hsk", "cj"], "hcjk", &["head", "chunk", "key", "feature"])
        .written(r"K_\omega", r"(K_\pi)_{\omega_{cj}}", CHUNKS);

/// The values that each chunk attends to.
pub static WINDOW_VALUE: StepSpec =
    step("lsh.window-value", Op::Gather, &["hsk", "cj"], "hcjk", &["head", "chunk", "key", "feature"])
        .written(r"V_\omega", r"(V_\pi)_{\omega_{cj}}", CHUNKS);

/// The positions of the tokens that each chunk attends to.
pub static WINDOW_POSITION: StepSpec =
    step("lsh.window-position", Op::Gather, &["hs", "cj"], "hcj", &["head", "chunk", "key"])
        .written(r"p_\omega", r"p_{\omega_{cj}}", CHUNKS)
        .names();

/// The dot product of each query and each key that its chunk attends to.
pub static SCORES: StepSpec =
    step("lsh.scores", Op::Contract, &["h(cw)k", "hcjk"], "hcwj", &["head", "chunk", "query", "key"])
        .written(r"S", r"S = Q_\pi K_\omega^\top", ATTENTION)
        .begins("attention");

/// How often the query's token sees the key's, over all chunks and rounds.
pub static TIMES: StepSpec =
    step("lsh.times", Op::Rule(&TIMES_SEEN), &["hcj", "hs"], "hcwj", &["head", "chunk", "query", "key"]).written(
        r"N",
        r"N = |\{(s', j') : p_{s'} = p_s, \; p_{\omega_{c'j'}} = p_{\omega_{cj}}\}|",
        REPEATS,
    );

/// The logarithm of how often the query's token sees the key's.
pub static LOG_TIMES: StepSpec =
    step("lsh.log-times", Op::Map(&LOG), &["hcwj"], "hcwj", &["head", "chunk", "query", "key"])
        .written(r"\ln N", r"\ln N", REPEATS);

/// The scores, lowered so that a key that is seen several times counts once in all.
pub static ONCE: StepSpec =
    step("lsh.once", Op::Map(&SUBTRACT), &["hcwj", "hcwj"], "hcwj", &["head", "chunk", "query", "key"])
        .written(r"S^{\text{once}}", r"S^{\text{once}} = S - \ln N", REPEATS);

/// 1 where the key comes after the query in the sequence, 0 elsewhere.
pub static FUTURE: StepSpec =
    step("lsh.future", Op::Map(&GREATER), &["hcj", "h(cw)"], "hcwj", &["head", "chunk", "query", "key"])
        .written(r"F", r"F = [\,p_{\omega_{cj}} > p_s\,]", CAUSAL_MASKING);

/// The scores with later tokens hidden.
pub static CAUSAL: StepSpec =
    step("lsh.causal", Op::Map(&REPLACE_WHERE), &["hcwj", "hcwj", ""], "hcwj", &["head", "chunk", "query", "key"])
        .written(r"S^{\text{causal}}", r"#1S \leftarrow \sigma_{\text{future}} \enspace (F = 1)", CAUSAL_MASKING);

/// 1 where the key is the query's own token, 0 elsewhere.
pub static OWN: StepSpec =
    step("lsh.own", Op::Map(&EQUAL), &["hcj", "h(cw)"], "hcwj", &["head", "chunk", "query", "key"])
        .written(r"I", r"I = [\,p_{\omega_{cj}} = p_s\,]", CAUSAL_MASKING);

/// The scores with a token's own replaced by a low one.
pub static MASKED: StepSpec =
    step("lsh.masked", Op::Map(&REPLACE_WHERE), &["hcwj", "hcwj", ""], "hcwj", &["head", "chunk", "query", "key"])
        .written(r"S^{\text{masked}}", r"#1S \leftarrow \sigma_{\text{self}} \enspace (I = 1)", CAUSAL_MASKING);

/// The largest score of each query.
pub static ROW_MAX: StepSpec =
    step("lsh.row-max", Op::Reduce(Reduction::Max), &["hcwj"], "hcw", &["head", "chunk", "query"])
        .written(r"m", r"m = \max_j #1S_j", ATTENTION);

/// The exponentials of the scores, from which the maximum was subtracted so that none overflows.
pub static EXPONENTIALS: StepSpec =
    step("lsh.exponentials", Op::Map(&EXP_SHIFTED), &["hcwj", "hcw"], "hcwj", &["head", "chunk", "query", "key"])
        .written(r"E", r"E_j = e^{#1S_j - m}", ATTENTION);

/// The sum of each row of exponentials.
pub static ROW_SUM: StepSpec =
    step("lsh.row-sum", Op::Reduce(Reduction::Sum), &["hcwj"], "hcw", &["head", "chunk", "query"])
        .written(r"z", r"z = \sum_j E_j", ATTENTION);

/// The weight of each key that a query's chunk attends to.
pub static WEIGHTS: StepSpec =
    step("lsh.weights", Op::Map(&NORMALIZE), &["hcwj", "hcw"], "hcwj", &["head", "chunk", "query", "key"])
        .written(r"A", r"A_j = E_j / z", ATTENTION)
        .shares();

/// The logarithm of the sum of the exponentials.
pub static LOG_SUM_EXP_STEP: StepSpec =
    step("lsh.log-sum-exp", Op::Map(&LOG_SUM_EXP), &["hcw", "hcw"], "h(cw)", &["head", "sorted-place"])
        .written(r"\ell", r"\ell = m + \ln z", ATTENTION);

/// The weighted mean of the values, still in sorted order.
pub static SORTED_OUTPUT: StepSpec =
    step("lsh.sorted-output", Op::Contract, &["hcwj", "hcjk"], "h(cw)k", &["head", "sorted-place", "feature"])
        .written(r"O_\pi", r"O_\pi = A V_\omega", ATTENTION);
