//! Attention within buckets: tokens are hashed by direction, and each attends only to those in its own bucket.
//!
//! ```text
//! X [n, d] ─┬─► X R ─► bucket of each token ─► same bucket? ─┐
//!           └─► X Xᵀ ─► / √d ────────────────────────────────┴─► mask ─► softmax ─► A [n, n] ─► A V
//! ```
//!
//! The simplest form of attention by locality-sensitive hashing: one round, no sorting, no chunks, and a token may attend to itself.
//!
//! Source: Kitaev et al. 2020, *Reformer: The Efficient Transformer*, section 2, eq. (4).

use crate::algorithm::{Algorithm, always, choice, optional, output, required, when};
use crate::attention::softmax::{SoftmaxSteps, softmax_rows};
use crate::error::Result;
use crate::op::{
    DIVIDE, EQUAL, EXP_SHIFTED, KEEP_OR_MINUS_INFINITY, NORMALIZE, Op, Reduction, SQUARE_ROOT, StepSpec, given, step,
};
use crate::trace::{Notice, Run, Value};

use super::buckets::ARGMAX_MIRRORED;
use super::rotation::{GRAM_SCHMIDT, ROTATION_KINDS, orthogonalize};

const HASH: &str = "Andoni et al. 2015, cross-polytope hashing; Kitaev et al. 2020, section 2";
const BUCKETS_SOURCE: &str = "Kitaev et al. 2020, eq. (4)";
const ATTENTION: &str = "Vaswani et al. 2017, eq. (1)";

/// The tokens, which are both queries and keys.
pub static TOKENS: StepSpec = given("bucket.tokens", "ik", &["query", "feature"])
    .written(r"X", r"Q = K = X \in \mathbb{R}^{n \times d}", BUCKETS_SOURCE);

/// The value of each token.
pub static VALUE: StepSpec = given("bucket.value", "jv", &["key", "value-feature"])
    .written(r"V", r"V \in \mathbb{R}^{n \times d_v}", BUCKETS_SOURCE);

/// The random directions, half as many as there are buckets.
pub static ROTATION: StepSpec =
    given("bucket.rotation", "ku", &["feature", "direction"]).written(r"R", r"R \in \mathbb{R}^{d \times b/2}", HASH);

/// The directions, orthonormal: a true rotation.
pub static ORTHOGONAL: StepSpec =
    step("bucket.orthogonal", Op::Rule(&GRAM_SCHMIDT), &["ku"], "ku", &["feature", "direction"])
        .written(r"Q", r"R = Q U, \; Q^\top Q = I", "Andoni et al. 2015, section 3");

/// The product of each token with each direction.
pub static ROTATED: StepSpec = step("bucket.rotated", Op::Contract, &["ik", "ku"], "iu", &["query", "direction"])
    .written(r"XR", r"X #2R", HASH)
    .begins("hashing");

/// The bucket of each token: the direction, or opposite direction, with the largest product.
pub static BUCKETS: StepSpec = step("bucket.buckets", Op::Rule(&ARGMAX_MIRRORED), &["iu"], "i", &["query"])
    .written(r"h", r"h_i = \operatorname{arg\,max}\,[x_i R ; -x_i R]", HASH)
    .names();

/// 1 where two tokens share a bucket, 0 elsewhere.
pub static SAME_BUCKET: StepSpec = step("bucket.same-bucket", Op::Map(&EQUAL), &["i", "j"], "ij", &["query", "key"])
    .written(r"M", r"M_{ij} = [h_i = h_j]", BUCKETS_SOURCE);

/// The score of each token with each other.
pub static SCORES: StepSpec = step("bucket.scores", Op::Contract, &["ik", "jk"], "ij", &["query", "key"])
    .written(r"S", r"S = X X^\top", ATTENTION)
    .begins("scores");

/// The width of a token.
pub static WIDTH: StepSpec =
    step("bucket.width", Op::Size('k'), &["ik"], "", &[]).written(r"d", r"X \in \mathbb{R}^{n \times d}", ATTENTION);

/// The divisor of the scores.
pub static SCALE: StepSpec =
    step("bucket.scale", Op::Map(&SQUARE_ROOT), &[""], "", &[]).written(r"\sqrt{d}", r"\sqrt{d}", ATTENTION);

/// The scores, scaled so that their variance does not grow with the width.
pub static SCALED: StepSpec = step("bucket.scaled", Op::Map(&DIVIDE), &["ij", ""], "ij", &["query", "key"])
    .written(r"S/\sqrt{d}", r"S / \sqrt{d}", ATTENTION);

/// The scores within each bucket, −∞ across buckets.
pub static MASKED: StepSpec =
    step("bucket.masked", Op::Map(&KEEP_OR_MINUS_INFINITY), &["ij", "ij"], "ij", &["query", "key"]).written(
        r"S^{\text{masked}}",
        r"#1S_{ij} \leftarrow -\infty \enspace (M_{ij} = 0)",
        BUCKETS_SOURCE,
    );

/// The largest score of each query.
pub static ROW_MAX: StepSpec = step("bucket.row-max", Op::Reduce(Reduction::Max), &["ij"], "i", &["query"])
    .written(r"m", r"m_i = \max_j #1S_{ij}", ATTENTION)
    .begins("softmax");

/// The exponentials of the scores, from which the maximum was subtracted so that none overflows.
pub static EXPONENTIALS: StepSpec =
    step("bucket.exponentials", Op::Map(&EXP_SHIFTED), &["ij", "i"], "ij", &["query", "key"])
        .written(r"E", r"E_{ij} = e^{#1S_{ij} - m_i}", ATTENTION);

/// The sum of each row of exponentials.
pub static ROW_SUM: StepSpec = step("bucket.row-sum", Op::Reduce(Reduction::Sum), &["ij"], "i", &["query"])
    .written(r"z", r"z_i = \sum_j E_{ij}", ATTENTION);

/// The weight of each token for each other.
pub static WEIGHTS: StepSpec = step("bucket.weights", Op::Map(&NORMALIZE), &["ij", "i"], "ij", &["query", "key"])
    .written(r"A", r"A_{ij} = E_{ij} / z_i", ATTENTION)
    .shares();

/// The weighted mean of the values in the token's own bucket.
pub static OUTPUT: StepSpec = step("bucket.output", Op::Contract, &["ij", "jv"], "iv", &["query", "value-feature"])
    .written(r"O", r"O = A #2V", ATTENTION)
    .begins("output");

/// The softmax over each token's bucket.
pub static SOFTMAX: SoftmaxSteps =
    SoftmaxSteps { row_max: &ROW_MAX, exponentials: &EXPONENTIALS, row_sum: &ROW_SUM, weights: &WEIGHTS };

/// The results of attention within buckets.
#[derive(Clone, Debug)]
pub struct BucketAttention {
    /// \[n\]: the bucket of each token, from 0 to b − 1.
    pub buckets: Value,
    /// [n, n]: rows sum to 1, and are 0 outside the bucket.
    pub weights: Value,
    /// [n, v].
    pub output: Value,
}

/// Attends within the buckets of the tokens `x` [n, d] that the directions `rotation` [d, b/2] give, made `orthogonal` first or used as they are. The
/// values are those of `value` [n, v], or the tokens themselves.
///
/// # Errors
/// As [`ALGORITHM`].
///
/// # Complexity
/// As [`ALGORITHM`].
pub fn bucket_attention(
    run: &mut Run,
    (x, value): (Value, Option<Value>),
    rotation: Value,
    orthogonal: bool,
) -> Result<BucketAttention> {
    run.bind_axes("ik", x, "`x`")?;
    run.bind_axes("ku", rotation, "`rotation`")?;
    run.require_positive('u', "rotation")?;
    let rotation = match orthogonal {
        true => orthogonalize(run, &ORTHOGONAL, "rotation", rotation)?,
        false => rotation,
    };
    let rotated = run.step(&ROTATED, &[x, rotation])?;
    let buckets = run.step(&BUCKETS, &[rotated])?;
    let same_bucket = run.step(&SAME_BUCKET, &[buckets, buckets])?;
    let scores = run.step(&SCORES, &[x, x])?;
    let width = run.step(&WIDTH, &[x])?;
    let scale = run.step(&SCALE, &[width])?;
    let scaled = run.step(&SCALED, &[scores, scale])?;
    let masked = run.step(&MASKED, &[scaled, same_bucket])?;
    let weights = softmax_rows(run, &SOFTMAX, masked, Notice::fully_masked_rows)?;
    let output = run.step(&OUTPUT, &[weights, value.unwrap_or(x)])?;
    Ok(BucketAttention { buckets, weights, output })
}

/// Computes softmax(X Xᵀ/√d within each bucket) V, with the bucket arg max \[xR ; −xR\] of each token x. Without `value`, X itself is the value.
///
/// R is used as given, as Reformer does with Gaussian numbers, or made `orthogonal` first: a true rotation.
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
/// n · d · b/2 multiplications for the hash and n² · (d + v) for the attention; an implementation by buckets needs about n²/b pairs.
///
/// # Example
/// Three tokens in the plane and four buckets: right, up, left, down. The token in the direction up has a bucket of its own and keeps its value.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new()
///     .with("x", Tensor::matrix(&[[2.0, 1.0], [0.0, 3.0], [2.0, -1.0]])?)
///     .with("value", Tensor::matrix(&[[10.0], [20.0], [30.0]])?)
///     .with("rotation", Tensor::matrix(&[[1.0, 0.0], [0.0, 1.0]])?);
/// let attention = catalog::trace("bucket-attention", &inputs)?;
/// assert_eq!(attention.outputs["buckets"].data(), [0.0, 1.0, 0.0]);
/// assert_eq!(attention.outputs["output"].get(&[1, 0]), Some(20.0));
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
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
        always(&[&TOKENS]),
        when("value", &[&VALUE]),
        always(&[&ROTATION]),
        when("rotationKind=orthogonal", &[&ORTHOGONAL]),
        always(&[
            &ROTATED, &BUCKETS, &SAME_BUCKET, &SCORES, &WIDTH, &SCALE, &SCALED, &MASKED, &ROW_MAX, &EXPONENTIALS,
            &ROW_SUM, &WEIGHTS, &OUTPUT,
        ]),
    ],
    outputs: &[output("buckets", &[&BUCKETS]), output("weights", &[&WEIGHTS]), output("output", &[&OUTPUT])],
    run: |inputs, run| {
        let orthogonal = inputs.choice("rotationKind")? == "orthogonal";
        inputs.require(&["x", "rotation"])?;
        let x = run.given(&TOKENS, "x", inputs.tensor("x")?)?;
        run.require_positive('k', "x")?;
        run.bind('j', run.size('i')?, "`x`")?;
        let value = inputs.optional_tensor("value")?.map(|value| run.given(&VALUE, "value", value)).transpose()?;
        let rotation = run.given(&ROTATION, "rotation", inputs.tensor("rotation")?)?;
        let attention = bucket_attention(run, (x, value), rotation, orthogonal)?;
        Ok(vec![("buckets", attention.buckets), ("weights", attention.weights), ("output", attention.output)])
    },
};
