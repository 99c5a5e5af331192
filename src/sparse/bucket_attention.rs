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
use crate::attention::softmax::softmax_rows;
use crate::error::Result;
use crate::tensor::Tensor;
use crate::trace::{Notice, Run, Value};

pub use super::bucket_steps::*;

use super::rotation::{ROTATION_KINDS, orthogonalize};

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

/// Computes softmax(X Xᵀ/√d within each bucket) V, with the bucket arg max \[xR ; −xR\] of each token x. Without `value`, X itself is handed over.
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
