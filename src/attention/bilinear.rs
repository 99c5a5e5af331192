//! Bilinear attention: a learned matrix weighs each pair of a query's and a key's features.
//!
//! ```text
//! Q [n, q] ─► Q W ─┐
//! W [q, k] ─┘      ├─► S = (Q W) Kᵀ ─► mask ─► softmax over keys ─► A [n, m] ─► A V [n, v]
//! K [m, k] ────────┘
//! ```
//!
//! The dot product is the case W = I, the scaled dot product W = I/√d. Queries and keys may have different widths.
//!
//! Source: Luong, Pham and Manning 2015, *Effective Approaches to Attention-based Neural Machine Translation*, section 3.1, the score called
//! "general".

use crate::algorithm::{Algorithm, Parameters, always, flag, optional, output, required, when};
use crate::error::Result;
use crate::op::{Op, StepSpec, given, step};
use crate::trace::{Run, Value};

use super::from_scores::{Masking, Scored, attend_from_scores};
use super::mask::{CAUSAL, CAUSAL_MASK, MASK, MASKED, Mask, given_mask};
use super::scaled_dot_product::{self, KEY, OUTPUT, VALUE};
use super::softmax::{EXPONENTIALS, ROW_MAX, ROW_SUM, WEIGHTS};

const SOURCE: &str = "Luong et al. 2015, section 3.1 (general)";

/// The query of each token; its width may differ from that of the keys.
pub static QUERY: StepSpec =
    StepSpec { index: "iq", formula: r"Q \in \mathbb{R}^{n \times d_q}", source: SOURCE, ..scaled_dot_product::QUERY };

/// The weight of each product of a query's feature and a key's feature.
pub static FORM: StepSpec = given("attention.form", "qk", &["query-feature", "feature"])
    .written("W", r"W \in \mathbb{R}^{d_q \times d_k}", SOURCE);

/// The queries, mapped to the width of the keys.
pub static FORMED: StepSpec =
    step("attention.formed", Op::Contract, &["iq", "qk"], "ik", &["query", "feature"]).written("QW", r"Q W", SOURCE);

/// The score of each query with each key.
pub static SCORES: StepSpec = step("attention.bilinear-scores", Op::Contract, &["ik", "jk"], "ij", &["query", "key"])
    .written("S", r"S_{ij} = q_i^\top W k_j", SOURCE);

/// Attends from queries [n, q] to keys [m, k] with values [m, v] by the form's scores.
///
/// # Errors
/// As [`ALGORITHM`].
///
/// # Complexity
/// As [`ALGORITHM`].
pub fn bilinear_attention(
    run: &mut Run,
    (query, key, value): (Value, Value, Value),
    params: &Parameters,
    masking: &Masking,
) -> Result<Scored> {
    run.bind_axes("iq", query, "`query`")?;
    run.bind_axes("jk", key, "`key`")?;
    let form = params.given(run, &FORM, "w")?;
    let mask = given_mask(run, masking.mask)?;
    let formed = run.step(&FORMED, &[query, form])?;
    let scores = run.step(&SCORES, &[formed, key])?;
    attend_from_scores(run, scores, value, mask, masking.causal)
}

/// Computes softmax(Q W Kᵀ) V, with scores hidden by the mask and, if causal, by the order.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | query | [n, q] |
/// | key | [m, k] |
/// | value | [m, v] |
/// | w | [q, k] |
/// | mask | [n, m]: 1 = may attend, 0 = may not |
/// | scores, weights | [n, m] |
/// | output | [n, v] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit.
///
/// # Complexity
/// n · q · k + n · m · (k + v) multiplications.
///
/// # Example
/// A form that exchanges the two features gives the highest score to the key with the query's features exchanged:
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new()
///     .with("query", Tensor::matrix(&[[3.0, 0.0]])?)
///     .with("key", Tensor::matrix(&[[3.0, 0.0], [0.0, 3.0]])?)
///     .with("value", Tensor::matrix(&[[1.0], [2.0]])?)
///     .with("w", Tensor::matrix(&[[0.0, 1.0], [1.0, 0.0]])?);
/// assert_eq!(catalog::trace("bilinear-attention", &inputs)?.outputs["scores"].data(), [0.0, 9.0]);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "bilinear-attention",
    title: "Bilinear attention",
    source: SOURCE,
    inputs: &[
        required("query", &QUERY),
        required("key", &KEY),
        required("value", &VALUE),
        required("w", &FORM).learned(),
        optional("mask", &MASK),
        flag("causal", false),
    ],
    parts: &[
        always(&[&QUERY, &KEY, &VALUE, &FORM]),
        when("mask", &[&MASK]),
        always(&[&FORMED, &SCORES]),
        when("mask", &[&MASKED]),
        when("causal", &[&CAUSAL_MASK, &CAUSAL]),
        always(&[&ROW_MAX, &EXPONENTIALS, &ROW_SUM, &WEIGHTS, &OUTPUT]),
    ],
    outputs: &[output("scores", &[&SCORES]), output("weights", &[&WEIGHTS]), output("output", &[&OUTPUT])],
    run: |inputs, run| {
        let masking = Masking { mask: inputs.optional_tensor("mask")?.map(Mask::New), causal: inputs.flag("causal")? };
        inputs.require(&["query", "key", "value", "w"])?;
        let query = run.given(&QUERY, "query", inputs.tensor("query")?)?;
        let key = run.given(&KEY, "key", inputs.tensor("key")?)?;
        let value = run.given(&VALUE, "value", inputs.tensor("value")?)?;
        let params = Parameters::new(inputs, "");
        let attention = bilinear_attention(run, (query, key, value), &params, &masking)?;
        Ok(vec![("scores", attention.scores), ("weights", attention.weights), ("output", attention.output)])
    },
};
