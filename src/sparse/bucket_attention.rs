//! Attention within buckets: tokens are hashed by direction, and each attends only to those that fell into its bucket.
//!
//! ```text
//! X [n, d] ─┬─► X R ─► bucket of each token ─► same bucket? ─┐
//!           └─► X Xᵀ ─► / √d ────────────────────────────────┴─► mask ─► softmax ─► A [n, n] ─► A V
//! ```
//!
//! The plainest form of attention by locality-sensitive hashing: one round, no sorting, no chunks, and a token may attend to itself.
//!
//! Source: Kitaev et al. 2020, *Reformer: The Efficient Transformer*, section 2, eq. (4).

use crate::algorithm::{Algorithm, Output, always, choice, optional, required, when};
use crate::attention::softmax::{SoftmaxSteps, softmax_rows};
use crate::error::Result;
use crate::tensor::Tensor;
use crate::trace::{
    DIVIDE, EQUAL, EXP_SHIFTED, KEEP_OR_MINUS_INFINITY, NORMALIZE, Notice, Op, Reduction, Run, SQUARE_ROOT, StepSpec,
    Value,
};

use super::hashing::ARGMAX_MIRRORED;
use super::rotation::{GRAM_SCHMIDT, ROTATION_KINDS, orthogonalize};

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

/// What each token contributes when it is attended to.
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

/// What attention within buckets computes.
#[derive(Clone, Debug)]
pub struct BucketAttention {
    /// \[n\]: the bucket of each token, from 0 to b − 1.
    pub buckets: Value,
    /// [n, n]: rows sum to 1, and are 0 outside the bucket.
    pub weights: Value,
    /// [n, v].
    pub output: Value,
}

/// Computes softmax(X Xᵀ/√d within each bucket) V, with the bucket arg max \[xR ; −xR\] of each token x. Without `value`, X itself is the value.
///
/// R is taken as it is given, as Reformer does with Gaussian numbers, or made `orthogonal` first: a true rotation.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | x | [n, d] |
/// | value | [n, v] |
/// | rotation | [d, b/2] |
/// | buckets | \[n\] |
/// | weights | [n, n] |
/// | output | [n, v] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; d and b/2 must be at least 1, and b/2 at most d for a true rotation.
///
/// # Complexity
/// n · d · b/2 multiplications for the hash and, as written here, n² · (d + v) for the attention. Only the pairs within a bucket matter, about n²/b.
///
/// # Example
/// Three tokens in the plane and four buckets: right, up, left, down. The token that points up has a bucket of its own and keeps its value.
/// ```
/// use attograph::backend::Reference;
/// use attograph::sparse::bucket_attention::bucket_attention;
/// use attograph::tensor::Tensor;
/// use attograph::trace::{Run, Settings, Untraced};
/// let x = Tensor::matrix(&[[2.0, 1.0], [0.0, 3.0], [2.0, -1.0]])?;
/// let value = Tensor::matrix(&[[10.0], [20.0], [30.0]])?;
/// let rotation = Tensor::matrix(&[[1.0, 0.0], [0.0, 1.0]])?;
/// let mut tape = Untraced;
/// let mut run = Run::new(&Reference, &mut tape, Settings::default());
/// let attention = bucket_attention(&mut run, &x, Some(&value), &rotation, false)?;
/// assert_eq!(run.tensor(attention.buckets)?.data(), [0.0, 1.0, 0.0]);
/// assert_eq!(run.tensor(attention.output)?.get(&[1, 0]), Some(20.0));
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub fn bucket_attention(
    run: &mut Run,
    x: &Tensor,
    value: Option<&Tensor>,
    rotation: &Tensor,
    orthogonal: bool,
) -> Result<BucketAttention> {
    let tokens = run.given(&TOKENS, "x", x)?;
    run.require_positive('k', "x")?;
    run.bind('j', run.size('i')?, "`x`")?;
    let value = value.map(|value| run.given(&VALUE, "value", value)).transpose()?;
    let rotation = run.given(&ROTATION, "rotation", rotation)?;
    run.require_positive('u', "rotation")?;

    let rotation = match orthogonal {
        true => orthogonalize(run, &ORTHOGONAL, "rotation", rotation)?,
        false => rotation,
    };
    let rotated = run.step(&ROTATED, &[tokens, rotation])?;
    let buckets = run.step(&BUCKETS, &[rotated])?;
    let same_bucket = run.step(&SAME_BUCKET, &[buckets, buckets])?;
    let scores = run.step(&SCORES, &[tokens, tokens])?;
    let width = run.step(&WIDTH, &[tokens])?;
    let scale = run.step(&SCALE, &[width])?;
    let scaled = run.step(&SCALED, &[scores, scale])?;
    let masked = run.step(&MASKED, &[scaled, same_bucket])?;
    let weights = softmax_rows(run, &SOFTMAX, masked, Notice::fully_masked_rows)?;
    let output = run.step(&OUTPUT, &[weights, value.unwrap_or(tokens)])?;
    Ok(BucketAttention { buckets, weights, output })
}

/// Catalog entry.
pub static ALGORITHM: Algorithm = Algorithm {
    id: "bucket-attention",
    title: "Attention within buckets",
    source: "Kitaev et al. 2020, eq. (4)",
    inputs: &[
        required("x", &TOKENS),
        optional("value", &VALUE),
        required("rotation", &ROTATION),
        choice("rotationKind", ROTATION_KINDS, "given"),
    ],
    parts: &[
        always(&TOKENS),
        when("value", &VALUE),
        always(&ROTATION),
        when("rotationKind=orthogonal", &ORTHOGONAL),
        always(&ROTATED),
        always(&BUCKETS),
        always(&SAME_BUCKET),
        always(&SCORES),
        always(&WIDTH),
        always(&SCALE),
        always(&SCALED),
        always(&MASKED),
        always(&ROW_MAX),
        always(&EXPONENTIALS),
        always(&ROW_SUM),
        always(&WEIGHTS),
        always(&OUTPUT),
    ],
    outputs: &[
        Output { name: "buckets", steps: &[&BUCKETS] },
        Output { name: "weights", steps: &[&WEIGHTS] },
        Output { name: "output", steps: &[&OUTPUT] },
    ],
    run: |arguments, run| {
        let (x, rotation) = (arguments.tensor("x")?, arguments.tensor("rotation")?);
        let orthogonal = arguments.choice("rotationKind", ROTATION_KINDS)? == Some("orthogonal");
        let attention = bucket_attention(run, x, arguments.optional_tensor("value")?, rotation, orthogonal)?;
        Ok(vec![("buckets", attention.buckets), ("weights", attention.weights), ("output", attention.output)])
    },
};
