//! Scaled dot-product attention: each query is compared with every key and gets a weighted mean of the values.
//!
//! ```text
//! Q [n, d] ─┐
//!           ├─► S = Q Kᵀ ─► / √d ─► + bias ─► mask ─► softmax over keys ─► A [n, m] ─┐
//! K [m, d] ─┘                                                                        ├─► A V [n, v]
//! V [m, v] ──────────────────────────────────────────────────────────────────────────┘
//! ```
//!
//! Source: Vaswani et al. 2017, *Attention Is All You Need*, eq. (1).

use crate::algorithm::{Algorithm, always, choice, flag, optional, output, required, when};
use crate::error::Result;
use crate::op::{ADD, DIVIDE, Op, SQUARE_ROOT, StepSpec, given, step};
use crate::trace::{Notice, Run, Value};

use super::mask::{CAUSAL, CAUSAL_MASK, MASK, MASKED, MASKS, Mask, apply_masks, given_mask};
use super::softmax::{
    COLUMN_EXPONENTIALS, COLUMN_MAX, COLUMN_SOFTMAX, COLUMN_SUM, COLUMN_WEIGHTS, EXPONENTIALS, ROW_MAX, ROW_SUM,
    SOFTMAX, WEIGHTS, softmax_rows,
};

const SOURCE: &str = "Vaswani et al. 2017, eq. (1)";

/// The query of each token.
pub static QUERY: StepSpec =
    given("attention.query", "ik", &["query", "feature"]).written("Q", r"Q \in \mathbb{R}^{n \times d}", SOURCE);

/// The key of each token.
pub static KEY: StepSpec =
    given("attention.key", "jk", &["key", "feature"]).written("K", r"K \in \mathbb{R}^{m \times d}", SOURCE);

/// The value of each token.
pub static VALUE: StepSpec =
    given("attention.value", "jv", &["key", "value-feature"]).written("V", r"V \in \mathbb{R}^{m \times d_v}", SOURCE);

/// A number added to each score before the softmax.
pub static BIAS: StepSpec = given("attention.bias", "ij", &["query", "key"])
    .written("B", r"B \in \mathbb{R}^{n \times m}", "Raffel et al. 2020, section 2.1");

/// The score of each query with each key.
pub static SCORES: StepSpec = step("attention.scores", Op::Contract, &["ik", "jk"], "ij", &["query", "key"])
    .written("S", r"S = #1Q #2K^\top", SOURCE)
    .begins("scores");

/// The width of a key.
pub static WIDTH: StepSpec =
    step("attention.width", Op::Size('k'), &["jk"], "", &[]).written("d", r"#1K \in \mathbb{R}^{m \times d}", SOURCE);

/// The divisor of the scores.
pub static SCALE: StepSpec =
    step("attention.scale", Op::Map(&SQUARE_ROOT), &[""], "", &[]).written(r"\sqrt{d}", r"\sqrt{d}", SOURCE);

/// The scores, scaled so that their variance does not grow with the width.
pub static SCALED: StepSpec = step("attention.scaled", Op::Map(&DIVIDE), &["ij", ""], "ij", &["query", "key"])
    .written(r"S/\sqrt{d}", r"S / \sqrt{d}", SOURCE);

/// The scores with the bias added.
pub static BIASED: StepSpec = step("attention.biased", Op::Map(&ADD), &["ij", "ij"], "ij", &["query", "key"])
    .written(r"S + B", r"#1{S/\sqrt{d}} + #2B", "Raffel et al. 2020, section 2.1");

/// The weighted mean of the values.
pub static OUTPUT: StepSpec = step("attention.output", Op::Contract, &["ij", "jv"], "iv", &["query", "value-feature"])
    .written("O", r"O = A #2V", SOURCE)
    .begins("output");

/// Options, all of which may be left out.
#[derive(Clone, Copy, Debug, core::default::Default)]
pub struct Options<'a> {
    /// [n, m]: 1 = may attend, 0 = may not.
    pub mask: Option<Mask<'a>>,
    /// Hide every key after the query's own position.
    pub causal: bool,
    /// [n, m]: added to the scaled scores.
    pub bias: Option<Value>,
    /// Leave the scores as they are instead of dividing them by √d.
    pub unscaled: bool,
    /// Take the softmax over the queries, as some lectures do by mistake: the columns of the weights then sum to 1, not the rows.
    pub over_queries: bool,
}

/// The results of attention.
#[derive(Clone, Debug)]
pub struct Attention {
    /// [n, m]: Q Kᵀ/√d, before bias and mask.
    pub scores: Value,
    /// [n, m]: rows sum to 1.
    pub weights: Value,
    /// [n, v].
    pub output: Value,
}

/// Attends from queries [n, d] to keys [m, d] with values [m, v].
///
/// # Errors
/// As [`ALGORITHM`].
///
/// # Complexity
/// As [`ALGORITHM`].
pub fn scaled_dot_product_attention(
    run: &mut Run,
    (query, key, value): (Value, Value, Value),
    options: &Options,
) -> Result<Attention> {
    let mask = given_mask(run, options.mask)?;
    run.bind_axes("ik", query, "`query`")?;
    run.require_positive('k', "query")?;
    let scaled = if options.unscaled { run.step(&SCORES, &[query, key])? } else { scaled_scores(run, query, key)? };
    let biased = match options.bias {
        Some(bias) => run.step(&BIASED, &[scaled, bias])?,
        None => scaled,
    };
    let masked = apply_masks(run, &MASKS, biased, mask, options.causal)?;
    let weights = if options.over_queries {
        softmax_rows(run, &COLUMN_SOFTMAX, masked, Notice::fully_masked_columns)?
    } else {
        softmax_rows(run, &SOFTMAX, masked, Notice::fully_masked_rows)?
    };
    let output = run.step(&OUTPUT, &[weights, value])?;
    Ok(Attention { scores: scaled, weights, output })
}

/// Computes Q Kᵀ/√d.
///
/// # Errors
/// Those of [`Run::step`].
pub(crate) fn scaled_scores(run: &mut Run, query: Value, key: Value) -> Result<Value> {
    let scores = run.step(&SCORES, &[query, key])?;
    let width = run.step(&WIDTH, &[key])?;
    let scale = run.step(&SCALE, &[width])?;
    run.step(&SCALED, &[scores, scale])
}

const SCALES: &[&str] = &["d-head", "none"];
const SOFTMAX_AXES: &[&str] = &["keys", "queries"];

/// Computes softmax(Q Kᵀ/√d + bias) V, with scores hidden by the mask and, if causal, by the order.
///
/// # Shapes
/// | input | shape |
/// |---|---|
/// | query | [n, d] |
/// | key | [m, d] |
/// | value | [m, v] |
/// | mask, bias | [n, m] |
/// | output | [n, v] |
///
/// `scale` is `d-head` for √d (with one head, d is the width of that head) or `none`; `softmaxAxis` is `keys`, or `queries` for the
/// softmax over the wrong axis, to see what it does.
///
/// With m ≠ n, or keys from elsewhere, this is cross-attention.
///
/// # Errors
/// A typed error naming the input whose shape or numbers do not fit; d must be at least 1.
///
/// # Complexity
/// n · m · (d + v) multiplications.
///
/// # Example
/// Scores that are logarithms give weights that are fractions:
/// ```
/// use attograph::catalog::{self, Arguments};
/// use attograph::tensor::Tensor;
/// let inputs = Arguments::new()
///     .with("query", Tensor::matrix(&[[1.0]])?)
///     .with("key", Tensor::matrix(&[[1f64.ln()], [3f64.ln()]])?)
///     .with("value", Tensor::matrix(&[[8.0], [4.0]])?);
/// let output = catalog::trace("scaled-dot-product-attention", &inputs)?.outputs["output"].get(&[0, 0]).unwrap();
/// assert!((output - (8.0 * 0.25 + 4.0 * 0.75)).abs() < 1e-15);
/// # Ok::<(), Box<attograph::error::Error>>(())
/// ```
pub static ALGORITHM: Algorithm = Algorithm {
    id: "scaled-dot-product-attention",
    title: "Scaled dot-product attention",
    source: SOURCE,
    inputs: &[
        required("query", &QUERY),
        required("key", &KEY),
        required("value", &VALUE),
        optional("bias", &BIAS),
        optional("mask", &MASK),
        flag("causal", false),
        choice("scale", SCALES, "d-head"),
        choice("softmaxAxis", SOFTMAX_AXES, "keys"),
    ],
    parts: &[
        always(&[&QUERY, &KEY, &VALUE]),
        when("bias", &[&BIAS]),
        when("mask", &[&MASK]),
        always(&[&SCORES]),
        when("scale=d-head", &[&WIDTH, &SCALE, &SCALED]),
        when("bias", &[&BIASED]),
        when("mask", &[&MASKED]),
        when("causal", &[&CAUSAL_MASK, &CAUSAL]),
        when("softmaxAxis=keys", &[&ROW_MAX, &EXPONENTIALS, &ROW_SUM, &WEIGHTS]),
        when("softmaxAxis=queries", &[&COLUMN_MAX, &COLUMN_EXPONENTIALS, &COLUMN_SUM, &COLUMN_WEIGHTS]),
        always(&[&OUTPUT]),
    ],
    outputs: &[
        output("scores", &[&SCALED, &SCORES]),
        output("weights", &[&WEIGHTS, &COLUMN_WEIGHTS]),
        output("output", &[&OUTPUT]),
    ],
    run: |inputs, run| {
        inputs.require(&["query", "key", "value"])?;
        let query = run.given(&QUERY, "query", inputs.tensor("query")?)?;
        let key = run.given(&KEY, "key", inputs.tensor("key")?)?;
        let value = run.given(&VALUE, "value", inputs.tensor("value")?)?;
        let options = Options {
            bias: inputs.optional_tensor("bias")?.map(|bias| run.given(&BIAS, "bias", bias)).transpose()?,
            mask: inputs.optional_tensor("mask")?.map(Mask::New),
            causal: inputs.flag("causal")?,
            unscaled: inputs.choice("scale")? == "none",
            over_queries: inputs.choice("softmaxAxis")? == "queries",
        };
        let attention = scaled_dot_product_attention(run, (query, key, value), &options)?;
        Ok(vec![("scores", attention.scores), ("weights", attention.weights), ("output", attention.output)])
    },
};
