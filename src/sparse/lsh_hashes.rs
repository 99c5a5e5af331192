//! The first steps of LSH attention: project, hash, sort, and normalize the keys.

use crate::trace::{ADD, DIVIDE, Op, REMAINDER, SQUARE_ROOT, StepSpec};

use super::hashing::{ARGMAX_MIRRORED, STABLE_SORT};
use super::rotation::GRAM_SCHMIDT;

const SHARED: &str = "Kitaev et al. 2020, section 2, shared-QK Transformer";
const HASH: &str = "Kitaev et al. 2020, section 2, locality sensitive hashing";
const SCORES: &str =
    "Kitaev et al. 2020, section 2, causal masking for shared-QK attention; the number as in Hugging Face transformers";
const SORT: &str = "Kitaev et al. 2020, section 2, LSH attention";
const NORM: &str = "Kitaev et al. 2020, section 2; the root of the mean square as in Hugging Face transformers";

/// What is known about each token.
pub static TOKENS: StepSpec =
    StepSpec::given("lsh.tokens", r"X", "id", &["position", "feature"], r"X \in \mathbb{R}^{n \times d}", SHARED);

/// The learned matrix of queries and keys at once, the heads side by side.
pub static PROJECTION_QUERY_KEY: StepSpec = StepSpec::given(
    "lsh.projection-query-key",
    r"W^{QK}",
    "d(hk)",
    &["feature", "head-feature"],
    r"W^{QK} \in \mathbb{R}^{d \times H k}",
    SHARED,
);

/// The learned matrix of the values, the heads side by side.
pub static PROJECTION_VALUE: StepSpec = StepSpec::given(
    "lsh.projection-value",
    r"W^V",
    "d(hk)",
    &["feature", "head-feature"],
    r"W^V \in \mathbb{R}^{d \times H k}",
    SHARED,
);

/// The random directions of each head and round, half as many as there are buckets.
pub static ROTATIONS: StepSpec = StepSpec::given(
    "lsh.rotations",
    r"R",
    "hkru",
    &["head", "feature", "round", "direction"],
    r"R^{h,r} \in \mathbb{R}^{k \times b/2}",
    HASH,
);

/// A small number that keeps the norm of a zero vector from being 0.
pub static EPSILON: StepSpec = StepSpec::given("lsh.epsilon", r"\varepsilon", "", &[], r"\varepsilon", NORM);

/// The score of every token for itself.
pub static SELF_SCORE: StepSpec =
    StepSpec::given("lsh.self-score", r"\sigma_{\text{self}}", "", &[], r"\sigma_{\text{self}}", SCORES);

/// The score of every token for those after it.
pub static FUTURE_SCORE: StepSpec =
    StepSpec::given("lsh.future-score", r"\sigma_{\text{future}}", "", &[], r"\sigma_{\text{future}}", SCORES);

/// The shared query and key of each token, in each head.
pub static QUERY_KEY: StepSpec = StepSpec {
    id: "lsh.query-key",
    symbol: r"Q",
    op: Op::Contract,
    index: "hik",
    axes: &["head", "position", "feature"],
    reads: &["id", "d(hk)"],
    formula: r"Q^h = X W^{QK}_h",
    source: SHARED,
};

/// The value of each token, in each head.
pub static VALUE: StepSpec = StepSpec {
    id: "lsh.value",
    symbol: r"V",
    op: Op::Contract,
    index: "hik",
    axes: &["head", "position", "feature"],
    reads: &["id", "d(hk)"],
    formula: r"V^h = X W^V_h",
    source: SHARED,
};

/// The directions of each round at right angles and of length 1: true rotations.
pub static ORTHOGONAL: StepSpec = StepSpec {
    id: "lsh.orthogonal",
    symbol: r"\tilde{R}",
    op: Op::Rule(&GRAM_SCHMIDT),
    index: "hkru",
    axes: &["head", "feature", "round", "direction"],
    reads: &["hkru"],
    formula: r"R^{h,r} = \tilde{R}^{h,r} U, \; \tilde{R}^\top \tilde{R} = I",
    source: "Andoni et al. 2015, section 3",
};

/// How far each token points along each direction.
pub static ROTATED: StepSpec = StepSpec {
    id: "lsh.rotated",
    symbol: r"QR",
    op: Op::Contract,
    index: "hriu",
    axes: &["head", "round", "position", "direction"],
    reads: &["hik", "hkru"],
    formula: r"Q^h R^{h,r}",
    source: HASH,
};

/// The direction, or opposite direction, that each token points along most.
pub static BUCKETS: StepSpec = StepSpec {
    id: "lsh.buckets",
    symbol: r"b",
    op: Op::Rule(&ARGMAX_MIRRORED),
    index: "hri",
    axes: &["head", "round", "position"],
    reads: &["hriu"],
    formula: r"b(q) = \operatorname{arg\,max}\,[qR ; -qR]",
    source: HASH,
};

/// All rounds in one list, each sorted by bucket and then by position: entry round · n + position stands at each sorted place.
pub static SORT_ORDER: StepSpec = StepSpec {
    id: "lsh.sort-order",
    symbol: r"\pi",
    op: Op::Rule(&STABLE_SORT),
    index: "hs",
    axes: &["head", "sorted-place"],
    reads: &["hri"],
    formula: r"\pi = \operatorname{arg\,sort}\,(r, b, i)",
    source: SORT,
};

/// The number of tokens.
pub static LENGTH: StepSpec = StepSpec {
    id: "lsh.length",
    symbol: r"n",
    op: Op::Size('i'),
    index: "",
    axes: &[],
    reads: &["id"],
    formula: r"X \in \mathbb{R}^{n \times d}",
    source: SORT,
};

/// Which token stands at each sorted place.
pub static POSITION: StepSpec = StepSpec {
    id: "lsh.position",
    symbol: r"p",
    op: Op::Map(&REMAINDER),
    index: "hs",
    axes: &["head", "sorted-place"],
    reads: &["hs", ""],
    formula: r"p_s = \pi_s \bmod n",
    source: SORT,
};

/// The squared length of each query.
pub static SQUARE_SUM: StepSpec = StepSpec {
    id: "lsh.square-sum",
    symbol: r"\|q\|^2",
    op: Op::Contract,
    index: "hi",
    axes: &["head", "position"],
    reads: &["hik", "hik"],
    formula: r"\|q_i\|^2 = \sum_k q_{ik}^2",
    source: NORM,
};

/// The width of a head.
pub static HEAD_SIZE: StepSpec = StepSpec {
    id: "lsh.head-size",
    symbol: r"k",
    op: Op::Size('k'),
    index: "",
    axes: &[],
    reads: &["hik"],
    formula: r"Q^h \in \mathbb{R}^{n \times k}",
    source: NORM,
};

/// The mean square of each query's numbers.
pub static MEAN_SQUARE: StepSpec = StepSpec {
    id: "lsh.mean-square",
    symbol: r"\|q\|^2/k",
    op: Op::Map(&DIVIDE),
    index: "hi",
    axes: &["head", "position"],
    reads: &["hi", ""],
    formula: r"\|q_i\|^2 / k",
    source: NORM,
};

/// The mean square, kept from being 0.
pub static STABILIZED: StepSpec = StepSpec {
    id: "lsh.stabilized",
    symbol: r"\|q\|^2/k + \varepsilon",
    op: Op::Map(&ADD),
    index: "hi",
    axes: &["head", "position"],
    reads: &["hi", ""],
    formula: r"\|q_i\|^2 / k + \varepsilon",
    source: NORM,
};

/// What each key is divided by, to be of one length with all others.
pub static NORM_STEP: StepSpec = StepSpec {
    id: "lsh.norm",
    symbol: r"\nu",
    op: Op::Map(&SQUARE_ROOT),
    index: "hi",
    axes: &["head", "position"],
    reads: &["hi"],
    formula: r"\nu_i = \sqrt{\|q_i\|^2 / k + \varepsilon}",
    source: NORM,
};

/// The keys, all of length √k.
pub static UNIT_KEY: StepSpec = StepSpec {
    id: "lsh.unit-key",
    symbol: r"Q/\nu",
    op: Op::Map(&DIVIDE),
    index: "hik",
    axes: &["head", "position", "feature"],
    reads: &["hik", "hi"],
    formula: r"q_i / \nu_i",
    source: NORM,
};

/// What the keys are divided by in place of the scores.
pub static KEY_SCALE: StepSpec = StepSpec {
    id: "lsh.key-scale",
    symbol: r"\sqrt{k}",
    op: Op::Map(&SQUARE_ROOT),
    index: "",
    axes: &[],
    reads: &[""],
    formula: r"\sqrt{k}",
    source: NORM,
};

/// The key of each token: its query, normalized to length 1.
pub static KEY: StepSpec = StepSpec {
    id: "lsh.key",
    symbol: r"K",
    op: Op::Map(&DIVIDE),
    index: "hik",
    axes: &["head", "position", "feature"],
    reads: &["hik", ""],
    formula: r"k_i = q_i / (\nu_i \sqrt{k})",
    source: NORM,
};
