//! The steps of attention within buckets, in order.

use crate::attention::softmax::SoftmaxSteps;
use crate::trace::{
    DIVIDE, EQUAL, EXP_SHIFTED, KEEP_OR_MINUS_INFINITY, NORMALIZE, Op, Reduction, SQUARE_ROOT, StepSpec,
};

use super::hashing::ARGMAX_MIRRORED;
use super::rotation::GRAM_SCHMIDT;

const HASH: &str = "Andoni et al. 2015, cross-polytope hashing; Kitaev et al. 2020, section 2";
const BUCKETS_SOURCE: &str = "Kitaev et al. 2020, eq. (4)";
const ATTENTION: &str = "Vaswani et al. 2017, eq. (1)";

/// The tokens, which are queries and keys at once.
pub static TOKENS: StepSpec = StepSpec::given(
    "bucket.tokens",
    r"X",
    "ik",
    &["query", "feature"],
    r"Q = K = X \in \mathbb{R}^{n \times d}",
    BUCKETS_SOURCE,
);

/// What each token hands over when it is attended to.
pub static VALUE: StepSpec = StepSpec::given(
    "bucket.value",
    r"V",
    "jv",
    &["key", "value-feature"],
    r"V \in \mathbb{R}^{n \times d_v}",
    BUCKETS_SOURCE,
);

/// The random directions, half as many as there are buckets.
pub static ROTATION: StepSpec =
    StepSpec::given("bucket.rotation", r"R", "ku", &["feature", "direction"], r"R \in \mathbb{R}^{d \times b/2}", HASH);

/// The directions at right angles and of length 1: a true rotation.
pub static ORTHOGONAL: StepSpec = StepSpec {
    id: "bucket.orthogonal",
    symbol: r"Q",
    op: Op::Rule(&GRAM_SCHMIDT),
    index: "ku",
    axes: &["feature", "direction"],
    reads: &["ku"],
    formula: r"R = Q U, \; Q^\top Q = I",
    source: "Andoni et al. 2015, section 3",
};

/// How far each token points along each direction.
pub static ROTATED: StepSpec = StepSpec {
    id: "bucket.rotated",
    symbol: r"XR",
    op: Op::Contract,
    index: "iu",
    axes: &["query", "direction"],
    reads: &["ik", "ku"],
    formula: r"X R",
    source: HASH,
};

/// The direction, or opposite direction, that each token points along most.
pub static BUCKETS: StepSpec = StepSpec {
    id: "bucket.buckets",
    symbol: r"h",
    op: Op::Rule(&ARGMAX_MIRRORED),
    index: "i",
    axes: &["query"],
    reads: &["iu"],
    formula: r"h(x) = \operatorname{arg\,max}\,[xR ; -xR]",
    source: HASH,
};

/// Which tokens share a bucket.
pub static SAME_BUCKET: StepSpec = StepSpec {
    id: "bucket.same-bucket",
    symbol: r"M",
    op: Op::Map(&EQUAL),
    index: "ij",
    axes: &["query", "key"],
    reads: &["i", "j"],
    formula: r"M_{ij} = [h(x_i) = h(x_j)]",
    source: BUCKETS_SOURCE,
};

/// How well each token fits each other.
pub static SCORES: StepSpec = StepSpec {
    id: "bucket.scores",
    symbol: r"S",
    op: Op::Contract,
    index: "ij",
    axes: &["query", "key"],
    reads: &["ik", "jk"],
    formula: r"S = X X^\top",
    source: ATTENTION,
};

/// The width of a token.
pub static WIDTH: StepSpec = StepSpec {
    id: "bucket.width",
    symbol: r"d",
    op: Op::Size('k'),
    index: "",
    axes: &[],
    reads: &["ik"],
    formula: r"X \in \mathbb{R}^{n \times d}",
    source: ATTENTION,
};

/// What the scores are divided by.
pub static SCALE: StepSpec = StepSpec {
    id: "bucket.scale",
    symbol: r"\sqrt{d}",
    op: Op::Map(&SQUARE_ROOT),
    index: "",
    axes: &[],
    reads: &[""],
    formula: r"\sqrt{d}",
    source: ATTENTION,
};

/// The scores, scaled so that their variance does not grow with the width.
pub static SCALED: StepSpec = StepSpec {
    id: "bucket.scaled",
    symbol: r"S/\sqrt{d}",
    op: Op::Map(&DIVIDE),
    index: "ij",
    axes: &["query", "key"],
    reads: &["ij", ""],
    formula: r"S / \sqrt{d}",
    source: ATTENTION,
};

/// The scores within each bucket, −∞ across buckets.
pub static MASKED: StepSpec = StepSpec {
    id: "bucket.masked",
    symbol: r"S^{\text{masked}}",
    op: Op::Map(&KEEP_OR_MINUS_INFINITY),
    index: "ij",
    axes: &["query", "key"],
    reads: &["ij", "ij"],
    formula: r"S_{ij} \leftarrow -\infty \enspace (M_{ij} = 0)",
    source: BUCKETS_SOURCE,
};

/// The largest score of each query.
pub static ROW_MAX: StepSpec = StepSpec {
    id: "bucket.row-max",
    symbol: r"m",
    op: Op::Reduce(Reduction::Max),
    index: "i",
    axes: &["query"],
    reads: &["ij"],
    formula: r"m_i = \max_j S_{ij}",
    source: ATTENTION,
};

/// The exponentials, safe from overflow.
pub static EXPONENTIALS: StepSpec = StepSpec {
    id: "bucket.exponentials",
    symbol: r"E",
    op: Op::Map(&EXP_SHIFTED),
    index: "ij",
    axes: &["query", "key"],
    reads: &["ij", "i"],
    formula: r"E_{ij} = e^{S_{ij} - m_i}",
    source: ATTENTION,
};

/// What each row is divided by.
pub static ROW_SUM: StepSpec = StepSpec {
    id: "bucket.row-sum",
    symbol: r"z",
    op: Op::Reduce(Reduction::Sum),
    index: "i",
    axes: &["query"],
    reads: &["ij"],
    formula: r"z_i = \sum_j E_{ij}",
    source: ATTENTION,
};

/// How much each token attends to each other.
pub static WEIGHTS: StepSpec = StepSpec {
    id: "bucket.weights",
    symbol: r"A",
    op: Op::Map(&NORMALIZE),
    index: "ij",
    axes: &["query", "key"],
    reads: &["ij", "i"],
    formula: r"A_{ij} = E_{ij} / z_i",
    source: ATTENTION,
};

/// The weighted mean of the values in the token's own bucket.
pub static OUTPUT: StepSpec = StepSpec {
    id: "bucket.output",
    symbol: r"O",
    op: Op::Contract,
    index: "iv",
    axes: &["query", "value-feature"],
    reads: &["ij", "jv"],
    formula: r"O = A V",
    source: ATTENTION,
};

/// The softmax over each token's bucket.
pub static SOFTMAX: SoftmaxSteps =
    SoftmaxSteps { row_max: &ROW_MAX, exponentials: &EXPONENTIALS, row_sum: &ROW_SUM, weights: &WEIGHTS };
