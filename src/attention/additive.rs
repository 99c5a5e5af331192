//! Additive attention: a small network with one hidden layer scores each pair of query and key.
//!
//! ```text
//! q_i ─┐
//!      ├─► [q_i ; k_j] ─► W₁ ─► tanh ─► w₂ ─► S_ij ─► mask ─► softmax over keys ─► A [n, m] ─► A V [n, v]
//! k_j ─┘    [n, m, q + k]  [n, m, u]          [n, m]
//! ```
//!
//! Queries and keys may have different widths.
//!
//! Source: Bahdanau, Cho and Bengio 2015, *Neural Machine Translation by Jointly Learning to Align and Translate*, appendix A.1.2, in the form with a
//! concatenation that Luong et al. 2015 give in section 3.1.

use crate::algorithm::{Algorithm, Parameters, always, flag, optional, output, required, when};
use crate::error::{Error, Result};
use crate::op::{Fill, Op, Reads, Rule, SourceCell, StepSpec, TANH, given, step};
use crate::tensor::Tensor;
use crate::trace::{Run, Value};

use super::from_scores::{Masking, Scored, attend_from_scores};
use super::mask::{CAUSAL, CAUSAL_MASK, MASK, MASKED, Mask, given_mask};
use super::scaled_dot_product::{self, KEY, OUTPUT, VALUE};
use super::softmax::{EXPONENTIALS, ROW_MAX, ROW_SUM, WEIGHTS};

const SOURCE: &str = "Bahdanau et al. 2015, appendix A.1.2";
const CONCAT_SOURCE: &str = "Luong et al. 2015, section 3.1 (concat)";

/// The query of each token; its width may differ from that of the keys.
pub static QUERY: StepSpec =
    StepSpec { index: "iq", formula: r"Q \in \mathbb{R}^{n \times d_q}", source: SOURCE, ..scaled_dot_product::QUERY };

/// The first layer: one column for each hidden unit.
pub static FIRST_LAYER: StepSpec = given("attention.first-layer", "cu", &["pair-feature", "hidden-unit"]).written(
    "W_1",
    r"W_1 \in \mathbb{R}^{(d_q + d_k) \times u}",
    CONCAT_SOURCE,
);

/// The second layer: one number for each hidden unit.
pub static SECOND_LAYER: StepSpec =
    given("attention.second-layer", "u", &["hidden-unit"]).written("w_2", r"w_2 \in \mathbb{R}^{u}", CONCAT_SOURCE);

/// Each query concatenated with each key.
pub static PAIRS: StepSpec =
    step("attention.pairs", Op::Rule(&CONCATENATE_PAIRS), &["iq", "jk"], "ijc", &["query", "key", "pair-feature"])
        .written("[q; k]", r"[q_i; k_j]", CONCAT_SOURCE)
        .begins("scores");

/// The sum of each hidden unit for each pair.
pub static HIDDEN: StepSpec =
    step("attention.hidden", Op::Contract, &["ijc", "cu"], "iju", &["query", "key", "hidden-unit"])
        .written("H", r"H_{ij} = W_1^\top [q_i; k_j]", SOURCE);

/// The hyperbolic tangent of each hidden unit.
pub static ACTIVATED: StepSpec =
    step("attention.activated", Op::Map(&TANH), &["iju"], "iju", &["query", "key", "hidden-unit"])
        .written(r"\tanh H", r"\tanh H_{ij}", SOURCE);

/// The score of each query with each key.
pub static SCORES: StepSpec = step("attention.additive-scores", Op::Contract, &["iju", "u"], "ij", &["query", "key"])
    .written("S", r"S_{ij} = w_2^\top \tanh H_{ij}", SOURCE);

/// Concatenates a row of the first operand with a row of the second, for each pair of rows.
static CONCATENATE_PAIRS: Rule = Rule {
    name: "concatenate-pairs",
    template: "{0}",
    fill: Fill::AtOnce(|operands, shape| {
        let [query, key] = operands else { return Vec::new() };
        let (Some(&query_width), Some(&key_width)) = (query.shape().last(), key.shape().last()) else {
            return Vec::new();
        };
        // `chunks_exact` takes no length 0; a row without numbers adds none.
        let rows = |tensor: &Tensor, width: usize| -> Vec<Vec<f64>> {
            let count = tensor.shape().first().copied().unwrap_or_default();
            (0..count).map(|row| tensor.data().iter().skip(row * width).take(width).copied().collect()).collect()
        };
        let (queries, keys) = (rows(query, query_width), rows(key, key_width));
        // Allocated once: a vector that grows as it is filled takes up to three times its size.
        let mut pairs = Vec::with_capacity(shape.iter().product());
        for query in &queries {
            for key in &keys {
                pairs.extend(query.iter().chain(key));
            }
        }
        pairs
    }),
    reads: Reads::Cells(|operands, _, index| {
        let ([query, key], [i, j, c]) = (operands, index) else { return Vec::new() };
        let query_width = query.shape().last().copied().unwrap_or_default();
        let source = match c.checked_sub(query_width) {
            None => query.offset(&[*i, *c]).map(|offset| SourceCell { operand: 0, offset }),
            Some(k) => key.offset(&[*j, k]).map(|offset| SourceCell { operand: 1, offset }),
        };
        source.into_iter().collect()
    }),
    ..Rule::copies(&[0, 1])
};

/// Attends from queries [n, q] to keys [m, k] with values [m, v] by the network's scores.
///
/// # Errors
/// As [`ALGORITHM`].
///
/// # Complexity
/// As [`ALGORITHM`].
pub fn additive_attention(
    run: &mut Run,
    (query, key, value): (Value, Value, Value),
    params: &Parameters,
    masking: &Masking,
) -> Result<Scored> {
    run.bind_axes("iq", query, "`query`")?;
    run.bind_axes("jk", key, "`key`")?;
    let pair_width = run
        .size('q')?
        .checked_add(run.size('k')?)
        .ok_or_else(|| Error::Internal { step: PAIRS.id.into(), reason: "the width of a pair does not fit".into() })?;
    run.bind('c', pair_width, "the widths of `query` and `key` together")?;
    let first_layer = params.given(run, &FIRST_LAYER, "w1")?;
    let second_layer = params.given(run, &SECOND_LAYER, "w2")?;
    let mask = given_mask(run, masking.mask)?;
    let pairs = run.step(&PAIRS, &[query, key])?;
    let hidden = run.step(&HIDDEN, &[pairs, first_layer])?;
    let activated = run.step(&ACTIVATED, &[hidden])?;
    let scores = run.step(&SCORES, &[activated, second_layer])?;
    attend_from_scores(run, scores, value, mask, masking.causal)
}

/// Computes softmax(S) V with S_ij = w₂ᵀ tanh(W₁ᵀ [q_i; k_j]), hidden by the mask and, if causal, by the order.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | query | [n, q] |
/// | key | [m, k] |
/// | value | [m, v] |
/// | w1 | [q + k, u]: the upper rows are multiplied by the query, the lower ones by the key |
/// | w2 | \[u\] |
/// | mask | [n, m]: 1 = may attend, 0 = may not |
/// | scores, weights | [n, m] |
/// | output | [n, v] |
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit.
///
/// # Complexity
/// n · m · ((q + k) · u + u + v) multiplications and n · m · u hyperbolic tangents; n · m · (q + k) numbers are kept, since every pair is
/// written out.
///
/// # Example
/// One hidden unit that depends on the key only: the scores are tanh(0) = 0 and tanh(atanh ½) = ½, doubled by the second layer.
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new()
///     .with("query", Tensor::matrix(&[[7.0]])?)
///     .with("key", Tensor::matrix(&[[0.0], [0.5f64.atanh()]])?)
///     .with("value", Tensor::matrix(&[[0.0], [1.0]])?)
///     .with("w1", Tensor::matrix(&[[0.0], [1.0]])?)
///     .with("w2", Tensor::vector(vec![2.0])?);
/// let score = catalog::trace("additive-attention", &inputs)?.outputs["scores"].get(&[0, 1]).unwrap();
/// assert!((score - 1.0).abs() < 1e-15);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "additive-attention",
    title: "Additive attention",
    source: SOURCE,
    inputs: &[
        required("query", &QUERY),
        required("key", &KEY),
        required("value", &VALUE),
        required("w1", &FIRST_LAYER).learned(),
        required("w2", &SECOND_LAYER).learned(),
        optional("mask", &MASK),
        flag("causal", false),
    ],
    parts: &[
        always(&[&QUERY, &KEY, &VALUE, &FIRST_LAYER, &SECOND_LAYER]),
        when("mask", &[&MASK]),
        always(&[&PAIRS, &HIDDEN, &ACTIVATED, &SCORES]),
        when("mask", &[&MASKED]),
        when("causal", &[&CAUSAL_MASK, &CAUSAL]),
        always(&[&ROW_MAX, &EXPONENTIALS, &ROW_SUM, &WEIGHTS, &OUTPUT]),
    ],
    outputs: &[output("scores", &[&SCORES]), output("weights", &[&WEIGHTS]), output("output", &[&OUTPUT])],
    run: |inputs, run| {
        let masking = Masking { mask: inputs.optional_tensor("mask")?.map(Mask::New), causal: inputs.flag("causal")? };
        inputs.require(&["w1", "w2", "query", "key", "value"])?;
        let query = run.given(&QUERY, "query", inputs.tensor("query")?)?;
        let key = run.given(&KEY, "key", inputs.tensor("key")?)?;
        let value = run.given(&VALUE, "value", inputs.tensor("value")?)?;
        let params = Parameters::new(inputs, "");
        let attention = additive_attention(run, (query, key, value), &params, &masking)?;
        Ok(vec![("scores", attention.scores), ("weights", attention.weights), ("output", attention.output)])
    },
};
